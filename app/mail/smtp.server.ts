import { createTransport } from 'nodemailer';
import { htmlOf } from './html.ts';
import { checkMail, type Mailer, MailFailed, MailRefused, offHeaders, type Sender } from './mail.ts';
import type { SmtpServer } from './settings.server.ts';

interface SmtpOptions {
  server: SmtpServer;
  from: Sender;
  timeoutMs?: number;
}

/** Sends each email on a connection of its own: the site sends few, and pooled connections go stale. */
export function smtpMailer({ server, from, timeoutMs = 20_000 }: SmtpOptions): Mailer {
  const { host, port, isSecure, login } = server;
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    // A password is never sent unencrypted, except inside this machine.
    requireTLS: login !== null && !isLoopback(host),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    tls: { minVersion: 'TLSv1.2' },
    dnsTimeout: timeoutMs / 2,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  return {
    async send(mail) {
      checkMail(mail);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          envelope: { from: from.address, to: [mail.to] },
          messageId: `<${mail.id}@${domain}>`,
          subject: mail.subject,
          text: mail.text,
          html: htmlOf(mail.text),
          headers: { 'Auto-Submitted': 'auto-generated', ...offHeaders(mail) },
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        throw translated(error);
      }
    },
  };
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);

interface SmtpError {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  permanent?: unknown;
}

/** The server's message may hold the receiver's address, so only its codes are kept. */
function translated(error: unknown) {
  const { code, command, responseCode, permanent } = (error ?? {}) as SmtpError;
  const what = [code, command, responseCode].filter((each) => /^[\w ]{1,30}$/.test(String(each ?? '')));
  const message = `The mail server did not take a mail: ${what.join(', ') || 'no answer'}`;
  // A refused login or sender is a wrong setting that can be corrected; a refused receiver or text is final.
  const isForGood = permanent === true && (command === 'RCPT TO' || code === 'EMESSAGE');
  return isForGood ? new MailRefused(message) : new MailFailed(message);
}
