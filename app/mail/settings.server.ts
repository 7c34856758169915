import { isBareAddress, type Sender } from './mail.ts';

export interface SmtpServer {
  host: string;
  port: number;
  isSecure: boolean;
  login: { user: string; password: string } | null;
}

export function readSmtpUrl(text: string): SmtpServer {
  const wrong = (what: string) =>
    new Error(`SMTP_URL ${what}: it looks like smtps://USER:PASSWORD@mail.example.com:465`);
  if (!URL.canParse(text)) throw wrong('is not an address');
  const url = new URL(text);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw wrong('must begin with smtp:// or smtps://');
  if (!url.hostname) throw wrong('names no server');
  const isSecure = url.protocol === 'smtps:';
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port ? Number(url.port) : isSecure ? 465 : 587,
      isSecure,
      login: user || password ? { user, password } : null,
    };
  } catch {
    throw wrong('has a % that stands for nothing (write %25)');
  }
}

/** `MAIL_FROM`, or an address of the site's own host. @throws Error that names MAIL_FROM */
export function readSender(text: string | undefined, origin: string): Sender {
  if (!text)
    return { name: 'Summa', address: `no-reply@${new URL(origin).hostname.replace(/^\[|\]$/g, '')}` };
  const [, name = '', address = ''] = /^([^<>\p{Cc}"]*?)\s*<([^<>]+)>$/u.exec(text.trim()) ?? [
    '',
    '',
    text.trim(),
  ];
  if (!isBareAddress(address)) {
    throw new Error('MAIL_FROM is not a sender: it looks like name@example.com or Summa <name@example.com>');
  }
  return { name: name || 'Summa', address };
}
