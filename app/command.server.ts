import { startEmbedded } from './db/embedded.server.ts';
import { migrate, openOrm } from './db/orm.server.ts';
import { row } from './db/sql.server.ts';
import { readEnv } from './env.server.ts';

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
    const promoted = await row<{ username: string }>(orm.em.fork())`
      update users set is_admin = true where email = ${argument} and status = 'active' returning username::text`;
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
