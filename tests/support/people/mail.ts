import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import { afterAll, beforeAll } from 'vitest';
import { tasks } from '../../../app/jobs/tasks.server.ts';
import type { Mailer, Outbox } from '../../../app/mail/mail.ts';
import { outboxMailer } from '../../../app/mail/outbox.server.ts';
import type { SystemContext } from '../../../app/scope.ts';
import { row } from '../sql.ts';

interface Surroundings {
  now: () => Date;
  systemContext: () => SystemContext;
}

const silent = new Logger(() => () => {});

/** The outbox in a folder of the test. Mail waits in the queue until a test delivers it. */
export function testMail(database: { readonly url: string }, { now, systemContext }: Surroundings) {
  // Made by the first mail, because most tests send none.
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
    /** From now on the mail server fails in this way. Null ends it. */
    breaks(error: Error | null) {
      trouble = error;
    },
    /** Does the worker's part with the waiting mail, and returns the mails. */
    async deliver() {
      const all = tasks({ systemContext, sandbox: null });
      const taskList = { 'send-mail': all['send-mail']!, 'send-link': all['send-link']! };
      // A failed mail waits for its next try. Here that is now.
      await row(systemContext().em)`update graphile_worker._private_jobs set run_at = now()`;
      await runOnce({ connectionString: database.url, taskList, logger: silent, noHandleSignals: true });
      return unread();
    },
  };
}

/** The path of the link that begins so in one of these mails. */
export function linkIn(mails: readonly { text: string }[], start: string): string {
  const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  const path = links.map((link) => new URL(link).pathname).find((each) => each.startsWith(start));
  if (!path) throw new Error(`No link to ${start} in: ${mails.map(({ text }) => text).join('\n---\n')}`);
  return path;
}
