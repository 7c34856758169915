import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import { afterAll, beforeAll } from 'vitest';
import { row } from '../../app/db/sql.server.ts';
import { tasks } from '../../app/jobs/tasks.server.ts';
import type { Mailer, Outbox } from '../../app/mail/mail.ts';
import { outboxMailer } from '../../app/mail/outbox.server.ts';
import type { HouseScope } from '../../app/scope.ts';

interface Surroundings {
  now: () => Date;
  house: () => HouseScope;
}

const silent = new Logger(() => () => {});

/** The outbox in a folder of the test. Mail waits in the queue until a test delivers it. */
export function testPost(database: { readonly url: string }, { now, house }: Surroundings) {
  // Made by the first mail: most tests send none.
  const folder = join(tmpdir(), `summa-post-${randomUUID()}`);
  const from = { name: 'Summa', address: 'no-reply@localhost' };
  const outbox: Mailer & Outbox = outboxMailer({ folder, from, now });
  const seen = new Set<string>();
  let trouble: Error | null = null;
  const mailer: Mailer = {
    async send(mail) {
      if (trouble) throw trouble;
      await outbox.send(mail);
    },
  };
  beforeAll(() => seen.clear());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Everything kept and not read yet, oldest first. */
  async function unread() {
    const { mails } = await outbox.list({ after: null, size: 1_000 });
    const fresh = mails.filter(({ name }) => !seen.has(name)).reverse();
    for (const { name } of fresh) seen.add(name);
    return fresh;
  }

  return {
    mailer,
    outbox,
    /** From now on the server fails so; null mends it. */
    breaks(error: Error | null) {
      trouble = error;
    },
    /** Does what the worker would do with the mail that waits, and returns the mails that came of it. */
    async deliver() {
      const all = tasks({ house, sandbox: null });
      const taskList = { 'send-mail': all['send-mail']!, 'send-link': all['send-link']! };
      // What failed before waits for its next try; here that is now.
      await row(house().em)`update graphile_worker._private_jobs set run_at = now()`;
      await runOnce({ connectionString: database.url, taskList, logger: silent, noHandleSignals: true });
      return unread();
    },
  };
}

/** The path of the link in one of these mails that begins so. */
export function linkIn(mails: readonly { text: string }[], start: string): string {
  const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  const path = links.map((link) => new URL(link).pathname).find((each) => each.startsWith(start));
  if (!path) throw new Error(`No link to ${start} in: ${mails.map(({ text }) => text).join('\n---\n')}`);
  return path;
}
