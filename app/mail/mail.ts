export interface Mail {
  /** The same at each try, so that a mailbox recognises a second copy. */
  id: string;
  to: string;
  subject: string;
  /** Paragraphs with an empty line between them; a paragraph that is an address becomes a link. */
  text: string;
  /** Of emails that come again until their receiver says no: the address that stops them (RFC 8058). */
  offAddress?: string;
}

export interface Mailer {
  /** @throws MailRefused when it can never arrive, MailFailed when another try may help */
  send(mail: Mail): Promise<void>;
}

export interface KeptMail {
  /** The name of its file and the end of its address; sorts by time. */
  name: string;
  from: string;
  to: string;
  subject: string;
  date: string;
  text: string;
}

/** The emails that are kept while no SMTP server is set up. */
export interface Outbox {
  /** Newest first; `after` continues after the file of that name. */
  list(options: { after: string | null; size: number }): Promise<{ mails: KeptMail[]; after: string | null }>;
  read(name: string): Promise<KeptMail | null>;
}

export interface Sender {
  name: string;
  address: string;
}

/** The server refuses this email for good. The message holds no address and no text. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The email may not be delivered. The message holds no address, text or password. */
export class MailFailed extends Error {
  override name = 'MailFailed';
}

const bareAddress = /^[^\s<>(),:;"@\p{Cc}]{1,64}@[^\s<>(),:;"@\p{Cc}]{1,253}$/u;

export const isBareAddress = (text: string) => bareAddress.test(text) && text.length <= 254;

/** For the button that mail programs show beside such emails: they send a POST, without cookies. */
export const offHeaders = ({ offAddress }: Mail): Record<string, string> =>
  offAddress
    ? { 'List-Unsubscribe': `<${offAddress}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {};

/** Keeps headers to one line and emails to one receiver, for any name. @throws MailRefused */
export function checkMail({ id, to, subject }: Mail) {
  if (!isBareAddress(to)) throw new MailRefused('The recipient is not one bare address');
  if (/\p{Cc}/u.test(subject) || subject.length > 200) throw new MailRefused('The subject is not one line');
  if (!/^[\w-]{1,80}$/.test(id)) throw new MailRefused('The id is not one word');
}
