import type { Mailer, Outbox } from './mail.ts';
import { outboxMailer } from './outbox.server.ts';
import { readSender, readSmtpUrl } from './settings.server.ts';

interface MailSettings {
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  origin: string;
  isProduction: boolean;
  folder: string;
}

export interface Mailing {
  mail: Mailer;
  outbox: Outbox | null;
  isSent: boolean;
}

/** Chooses the mail transport. @throws Error that names the wrong variable, never its value */
export async function openMail(settings: MailSettings, now = () => new Date()): Promise<Mailing> {
  const from = readSender(settings.mailFrom, settings.origin);
  if (settings.smtpUrl) {
    const server = readSmtpUrl(settings.smtpUrl);
    const { smtpMailer } = await import('./smtp.server.ts');
    return { mail: smtpMailer({ server, from }), outbox: null, isSent: true };
  }
  const kept = outboxMailer({ folder: settings.folder, from, now });
  return { mail: kept, outbox: settings.isProduction ? null : kept, isSent: false };
}
