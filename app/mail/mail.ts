/** The contract with the post: what a mail is, and what every way of sending keeps. */

export interface Mail {
  /** Stays the same however often the mail is tried, so that a mailbox can tell the second copy from a second mail. */
  id: string;
  /** One bare address. */
  to: string;
  subject: string;
  /** Paragraphs with an empty line between them; a paragraph that is an address becomes a link. */
  text: string;
}

export interface Mailer {
  /** @throws MailRefused when it can never arrive, MailFailed when another try may help */
  send(mail: Mail): Promise<void>;
}

/** A mail that the outbox keeps instead of sending. */
export interface KeptMail {
  /** The name of its file and the end of its address; sorts by time. */
  name: string;
  from: string;
  to: string;
  subject: string;
  date: string;
  text: string;
}

/** Where mail lies to be read while no SMTP server is set up. */
export interface Outbox {
  /** Newest first; `after` is the name of the last one seen, and of the answer the name to go on from. */
  list(options: { after: string | null; size: number }): Promise<{ mails: KeptMail[]; after: string | null }>;
  read(name: string): Promise<KeptMail | null>;
}

export interface Sender {
  name: string;
  address: string;
}

/** The server will not take this mail, however often it is tried. The message holds no address and no text. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The mail is not delivered, or nobody knows whether it is. The message holds no address, text or password. */
export class MailFailed extends Error {
  override name = 'MailFailed';
}

const bareAddress = /^[^\s<>(),:;"@\p{Cc}]{1,64}@[^\s<>(),:;"@\p{Cc}]{1,253}$/u;

export const isBareAddress = (text: string) => bareAddress.test(text) && text.length <= 254;

/** Keeps headers to one line and letters to one reader, whatever came in by a name or an address.
 *  @throws MailRefused */
export function checkMail({ id, to, subject }: Mail) {
  if (!isBareAddress(to)) throw new MailRefused('The recipient is not one bare address');
  if (/\p{Cc}/u.test(subject) || subject.length > 200) throw new MailRefused('The subject is not one line');
  if (!/^[\w-]{1,80}$/.test(id)) throw new MailRefused('The id is not one word');
}
