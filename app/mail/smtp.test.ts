import { afterEach, expect, test } from 'vitest';
import { fakeSmtp } from '../../tests/support/people/fake-smtp.ts';
import { type Mail, MailFailed, MailRefused } from './mail.ts';
import { smtpMailer } from './smtp.server.ts';

const from = { name: 'Summa', address: 'no-reply@summa.example' };
const mail: Mail = {
  id: 'one-mail',
  to: 'nova@example.com',
  subject: 'Straße & more',
  text: 'Hello Nova,\n\nhere it is:\n\nhttps://summa.example/auth/reset/s3cret-token',
};
const fakes: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of fakes.splice(0)) await each.close();
});

type Whims = Parameters<typeof fakeSmtp>[0];

async function server(whims?: Whims, extensions?: string[]) {
  const made = await fakeSmtp(whims, extensions);
  fakes.push(made);
  return made;
}

const mailer = (
  port: number,
  { host = '127.0.0.1', login = null as { user: string; password: string } | null } = {},
) => smtpMailer({ server: { host, port, isSecure: false, login }, from, timeoutMs: 600 });

const outcome = (sending: Promise<void>) =>
  sending.then(
    () => null,
    (error: Error) => error,
  );

test('an email arrives once, as text and as HTML, from and to the right addresses', async () => {
  const { port, received } = await server();
  await mailer(port).send(mail);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ from: 'no-reply@summa.example', to: ['nova@example.com'] });
  const message = received[0]?.message ?? '';
  expect(message).toContain('From: Summa <no-reply@summa.example>');
  expect(message).toContain('To: nova@example.com');
  expect(message).toContain('Message-ID: <one-mail@summa.example>');
  expect(message).toContain('Auto-Submitted: auto-generated');
  expect(message).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
  expect(message).toContain('href=3D"https://summa.example/auth/reset/s3cret-token"');
});

test('only an email that comes again until its receiver says no has a way to stop it, in the form of RFC 8058', async () => {
  const { port, received } = await server();
  await mailer(port).send(mail);
  const offAddress = `https://summa.example/emails/off/${'t0ken_-'.repeat(6)}`;
  await mailer(port).send({ ...mail, offAddress });
  const [plain, stoppable] = received.map(({ message }) => message.replaceAll(/\r?\n[ \t]+/g, ' '));
  expect(plain).not.toContain('List-Unsubscribe');
  expect(stoppable).toContain(`List-Unsubscribe: <${offAddress}>`);
  expect(stoppable).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(stoppable).toContain('Auto-Submitted: auto-generated');
});

test.each([
  ['a@example.com, b@example.com'],
  ['a@example.com\r\nBcc: b@example.com'],
  ['Ann <a@example.com>'],
  ['"a b"@example.com'],
  ['a@example.com>'],
  ['nobody'],
])('%j is refused as a recipient', async (to) => {
  const { port, heard } = await server();
  expect(await outcome(mailer(port).send({ ...mail, to }))).toBeInstanceOf(MailRefused);
  expect(heard).toEqual([]);
});

test('a subject or an id of two lines is refused', async () => {
  const { port, heard } = await server();
  for (const bad of [{ subject: 'Hi\r\nBcc: b@example.com' }, { id: 'x>\r\nBcc: b@example.com' }]) {
    expect(await outcome(mailer(port).send({ ...mail, ...bad }))).toBeInstanceOf(MailRefused);
  }
  expect(heard).toEqual([]);
});

test('when no server listens, another try may help', async () => {
  const { port, close } = await fakeSmtp();
  await close();
  expect(await outcome(mailer(port).send(mail))).toBeInstanceOf(MailFailed);
});

test.each<[string, Whims]>([
  ['says nothing at all', { greeting: 'silence' }],
  ['falls silent at the recipient', { RCPT: 'silence' }],
  ['falls silent after the text', { end: 'silence' }],
])('a server that %s is given up soon', async (_, whims) => {
  const { port } = await server(whims);
  expect(await outcome(mailer(port).send(mail))).toBeInstanceOf(MailFailed);
});

test.each<[string, Whims, typeof MailFailed]>([
  ['is full for the moment', { RCPT: '452 4.2.2 nova@example.com is full' }, MailFailed],
  ['does not know the recipient', { RCPT: '550 5.1.1 nova@example.com unknown' }, MailRefused],
  ['is busy', { greeting: '421 4.3.2 come back later' }, MailFailed],
  ['wants no text now', { DATA: '451 4.3.0 later' }, MailFailed],
  ['likes the text later', { end: '451 4.7.1 greylisted' }, MailFailed],
  ['calls it spam', { end: '554 5.7.1 nova@example.com wants no s3cret-token' }, MailRefused],
  ['hangs up after the text', { end: 'hang up' }, MailFailed],
  ['hangs up before it', { RCPT: 'hang up' }, MailFailed],
])('a server that %s', async (_, whims, kind) => {
  const { port } = await server(whims);
  const error = await outcome(mailer(port).send(mail));
  expect(error).toBeInstanceOf(kind);
  expect(`${error?.message} ${error?.stack} ${JSON.stringify(error)}`).not.toMatch(/nova@|s3cret|spam/);
  expect(error?.cause).toBeUndefined();
});

test('an email that the server may have accepted keeps its id at the next try', async () => {
  const { port, received } = await server({ end: 'hang up' });
  await outcome(mailer(port).send(mail));
  await outcome(mailer(port).send(mail));
  const ids = received.map(({ message }) => /^Message-ID: .*$/m.exec(message)?.[0]);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

test('a password is sent on this machine or under TLS only; a wrong one is in no error', async () => {
  const login = { user: 'summa', password: 'pa55 w0rd' };
  const { port, heard } = await server({ AUTH: '535 5.7.8 not you, pa55 w0rd' }, ['AUTH PLAIN LOGIN']);
  const wrong = await outcome(mailer(port, { login }).send(mail));
  expect(wrong).toBeInstanceOf(MailFailed);
  expect(wrong?.message).toContain('535');
  expect(wrong?.message).not.toContain('pa55');
  const linesBefore = heard.length;
  // The same server by a name that is not this machine's: no TLS, no password.
  const elsewhere = await outcome(mailer(port, { host: '0.0.0.0', login }).send(mail));
  expect(elsewhere).toBeInstanceOf(MailFailed);
  expect(heard.slice(linesBefore).filter((line) => /^AUTH/i.test(line))).toEqual([]);
});
