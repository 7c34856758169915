import { startEmbedded } from './db/embedded.server.ts';
import { type Em, migrate, openOrm } from './db/orm.server.ts';
import { row } from './db/sql.server.ts';
import { readEnv } from './env.server.ts';
import { recordAct } from './features/acts/acts.server.ts';

/** Makes the active member with this e-mail an admin, and writes it into the log; null when there is none. */
function promote(em: Em, email: string) {
  return em.transactional(async (em) => {
    const before = await row<{ id: number; username: string; isAdmin: boolean }>(em)`
      select id, username::text, is_admin as "isAdmin" from users
      where email = ${email} and status = 'active' for update`;
    if (!before || before.isAdmin) return before;
    await row(em)`update users set is_admin = true where id = ${before.id}`;
    const subject = { kind: 'user', id: before.id, name: `@${before.username}` } as const;
    const change = { before: { isAdmin: false }, after: { isAdmin: true } };
    await recordAct(em, { by: null, at: new Date() }, { verb: 'promoted', ...subject, ...change });
    return before;
  });
}

/** The commands of bin/ that work on the data without serving; beside a running site they share its database. */
export async function runCommand([verb, argument]: string[]) {
  if (verb !== 'promote' || !argument) {
    process.stderr.write('Usage: bin/admin promote EMAIL\n');
    process.exitCode = 2;
    return;
  }
  const env = readEnv();
  const embedded = env.databaseUrl ? null : await startEmbedded(env.dataDir);
  const orm = await openOrm(env.databaseUrl ?? embedded?.url ?? '');
  try {
    await migrate(orm);
    const promoted = await promote(orm.em.fork(), argument);
    if (promoted) process.stdout.write(`${promoted.username} is an administrator now.\n`);
    else {
      process.stderr.write(`There is no active account with the email ${argument}.\n`);
      process.exitCode = 1;
    }
  } finally {
    await orm.close(true);
    await embedded?.stop();
  }
}
