import type { Mailer, Outbox } from './mail.ts';
import { outboxMailer } from './outbox.server.ts';
import { readSender, readSmtpUrl } from './settings.server.ts';

interface MailSettings {
  smtpUrl: string | undefined;
  /** `MAIL_FROM`. */
  mailFrom: string | undefined;
  /** The public address of the site. */
  origin: string;
  isProduction: boolean;
  /** Where the outbox lies. */
  folder: string;
}

export interface Mailing {
  mail: Mailer;
  /** Present where mail can be read at `/outbox`: outside production, and without an SMTP server. */
  outbox: Outbox | null;
  /** Whether mail leaves the house at all. */
  isSent: boolean;
}

/** Chooses how mail goes out. @throws Error that names the wrong variable, never its value */
export async function openMail(settings: MailSettings, now = () => new Date()): Promise<Mailing> {
  const from = readSender(settings.mailFrom, settings.origin);
  if (settings.smtpUrl) {
    const server = readSmtpUrl(settings.smtpUrl);
    // Loaded only when it is used.
    const { smtpMailer } = await import('./smtp.server.ts');
    return { mail: smtpMailer({ server, from }), outbox: null, isSent: true };
  }
  const kept = outboxMailer({ folder: settings.folder, from, now });
  return { mail: kept, outbox: settings.isProduction ? null : kept, isSent: false };
}
