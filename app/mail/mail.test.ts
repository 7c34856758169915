import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { htmlOf } from './html.ts';
import { openMail } from './index.server.ts';
import { MailRefused } from './mail.ts';
import { outboxMailer } from './outbox.server.ts';
import { readSender, readSmtpUrl } from './settings.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'summa-mail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the settings', () => {
  test.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isSecure: false, login: null }],
    [
      'smtps://u%40x:p%3A%2F@mail.example.com',
      { port: 465, isSecure: true, login: { user: 'u@x', password: 'p:/' } },
    ],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
  ])('%s', (url, server) => {
    expect(readSmtpUrl(url)).toMatchObject(server);
  });

  test.each([
    'mail.example.com',
    'http://u:hush@mail.example.com',
    'smtp://',
    'smtp://u:hush%zz@mail.example.com',
  ])('%s stops the start, naming the variable and not its value', (url) => {
    expect(() => readSmtpUrl(url)).toThrow(/^SMTP_URL /);
    expect(() => readSmtpUrl(url)).not.toThrow(/hush/);
  });

  test.each([
    [undefined, 'https://summa.example', { name: 'Summa', address: 'no-reply@summa.example' }],
    [undefined, 'http://localhost:3000', { name: 'Summa', address: 'no-reply@localhost' }],
    ['hello@summa.example', 'https://x.example', { name: 'Summa', address: 'hello@summa.example' }],
    [
      'The Dojo <hello@summa.example>',
      'https://x.example',
      { name: 'The Dojo', address: 'hello@summa.example' },
    ],
  ])('MAIL_FROM %s at %s', (text, origin, sender) => {
    expect(readSender(text, origin)).toEqual(sender);
  });

  test.each([
    'nobody',
    'A <a@x.example>, B <b@x.example>',
    'a@x.example\nBcc: b@x.example',
    'A\r\nB <a@x.example>',
  ])('MAIL_FROM %j is refused as a sender', (text) =>
    expect(() => readSender(text, 'https://x.example')).toThrow(/^MAIL_FROM /),
  );

  test('the outbox is readable outside production and without a mail server only', async () => {
    const settings = { smtpUrl: undefined, mailFrom: undefined, origin: 'https://x.example', folder };
    const smtpUrl = 'smtp://mail.example.com';
    expect((await openMail({ ...settings, isProduction: false })).outbox).not.toBeNull();
    expect(await openMail({ ...settings, isProduction: true })).toMatchObject({
      outbox: null,
      isSent: false,
    });
    expect(await openMail({ ...settings, smtpUrl, isProduction: false })).toMatchObject({
      outbox: null,
      isSent: true,
    });
  });
});

describe('the outbox', () => {
  const clock = { at: new Date('2026-06-01T12:00:00Z') };
  const own = join(folder, 'outbox');
  const from = { name: 'Summa', address: 'no-reply@localhost' };
  const outbox = outboxMailer({ folder: own, from, now: () => clock.at });
  const send = (subject: string, text = 'Hello\n\nSubject: not a header') => {
    clock.at = new Date(clock.at.getTime() + 1_000);
    return outbox.send({ id: 'x', to: 'nova@example.com', subject, text });
  };

  test('keeps emails as files of its owner, newest first, and reads them back', async () => {
    expect(await outbox.list({ after: null, size: 2 })).toEqual({ mails: [], after: null });
    for (const subject of ['One', 'Two', 'Drei €']) await send(subject);
    const first = await outbox.list({ after: null, size: 2 });
    expect(first.mails.map(({ subject }) => subject)).toEqual(['Drei €', 'Two']);
    const rest = await outbox.list({ after: first.after, size: 2 });
    expect([rest.mails.map(({ subject }) => subject), rest.after]).toEqual([['One'], null]);
    expect(await outbox.read(first.mails[0]?.name ?? '')).toEqual({
      name: first.mails[0]?.name,
      from: 'Summa <no-reply@localhost>',
      to: 'nova@example.com',
      subject: 'Drei €',
      date: clock.at.toISOString(),
      text: 'Hello\n\nSubject: not a header',
    });
    const file = join(own, readdirSync(own)[0] ?? '');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^From: Summa <no-reply@localhost>\nTo: nova@example.com\n/);
  });

  test('reads only its own files', async () => {
    writeFileSync(join(folder, 'secret.eml'), 'Subject: x\n\nsecret');
    writeFileSync(join(own, 'notes.eml'), 'x');
    for (const name of ['../secret', 'notes', '..%2Fsecret', '', '20260601T120001000Z-0000000g']) {
      expect(await outbox.read(name)).toBeNull();
    }
    expect((await outbox.list({ after: '../', size: 9 })).mails).toEqual([]);
  });

  test('takes no second recipient and no second header', async () => {
    const bad = { id: 'x', to: 'nova@example.com', subject: 'Hi\nBcc: eve@example.com', text: '' };
    await expect(outbox.send(bad)).rejects.toThrow(MailRefused);
    await expect(outbox.send({ ...bad, subject: 'Hi', to: 'a@x.example,b@x.example' })).rejects.toThrow(
      MailRefused,
    );
  });
});

test('the HTML part has the same words as the text part, and no others', () => {
  const html = htmlOf('Hello <b>Ann</b> & "co",\n\nhttps://summa.example/a?b=1&c=2\n\nBye,\nSumma');
  expect(html).toContain('Hello &lt;b&gt;Ann&lt;/b&gt; &amp; &quot;co&quot;,');
  expect(html).toContain(
    '<a href="https://summa.example/a?b=1&amp;c=2">https://summa.example/a?b=1&amp;c=2</a>',
  );
  expect(html).toContain('Bye,<br>Summa');
});
