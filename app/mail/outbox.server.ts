import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkMail, type KeptMail, type Mailer, type Outbox, offHeaders, type Sender } from './mail.ts';

/** More than a person reads; the oldest are deleted. */
const mostKept = 1_000;
const nameShape = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;
const suffix = '.eml';

interface OutboxOptions {
  folder: string;
  from: Sender;
  now: () => Date;
}

/** Keeps emails as files that any mail program opens, where no SMTP server is set up. */
export function outboxMailer({ folder, from, now }: OutboxOptions): Mailer & Outbox {
  async function names(): Promise<string[]> {
    const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return files
      .filter((file) => file.endsWith(suffix))
      .map((file) => file.slice(0, -suffix.length))
      .filter((name) => nameShape.test(name))
      .sort()
      .reverse();
  }

  async function read(name: string): Promise<KeptMail | null> {
    if (!nameShape.test(name)) return null;
    const file = await readFile(join(folder, name + suffix), 'utf8').catch(() => null);
    return file === null ? null : parsed(name, file);
  }

  return {
    async send(mail) {
      checkMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const at = now();
      const name = `${at.toISOString().replace(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;
      const headers = {
        From: `${from.name} <${from.address}>`,
        To: mail.to,
        Subject: mail.subject,
        Date: at.toUTCString().replace('GMT', '+0000'),
        'Message-ID': `<${mail.id}@outbox>`,
        ...offHeaders(mail),
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Transfer-Encoding': '8bit',
      };
      const head = Object.entries(headers).map(([key, value]) => `${key}: ${value}`);
      const waiting = join(folder, `.${name}`);
      await writeFile(waiting, `${head.join('\n')}\n\n${mail.text}\n`, { mode: 0o600 });
      await rename(waiting, join(folder, name + suffix));
      for (const old of (await names()).slice(mostKept))
        await rm(join(folder, old + suffix), { force: true });
    },

    async list({ after, size }) {
      const waiting = (await names()).filter((name) => after === null || name < after);
      const found = await Promise.all(waiting.slice(0, size).map(read));
      const mails = found.filter((mail) => mail !== null);
      return { mails, after: waiting.length > size ? (mails.at(-1)?.name ?? null) : null };
    },

    read,
  };
}

function parsed(name: string, file: string): KeptMail {
  const end = file.indexOf('\n\n');
  const head = file.slice(0, end);
  const header = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  return {
    name,
    from: header('From'),
    to: header('To'),
    subject: header('Subject'),
    date: new Date(header('Date')).toISOString(),
    text: file.slice(end + 2).trimEnd(),
  };
}
