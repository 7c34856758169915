import { createServer, type Socket } from 'node:net';

/** The server's answer to a command instead of its consent. 'silence' never answers; 'hang up' closes the
 *  connection. */
export type SmtpBehaviour = string | 'silence' | 'hang up';

export interface Received {
  from: string;
  to: string[];
  message: string;
}

/** A mail server in this process, which can be made to fail. */
export async function fakeSmtp(
  whims: Partial<Record<'greeting' | 'EHLO' | 'AUTH' | 'RCPT' | 'DATA' | 'end', SmtpBehaviour>> = {},
  extensions: string[] = [],
) {
  const received: Received[] = [];
  const heard: string[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const say = (line: string) => socket.write(`${line}\r\n`);
    /** Whether the ordered failure was used instead of the usual answer. */
    const odd = (step: keyof typeof whims) => {
      const whim = whims[step];
      if (whim === 'hang up') socket.destroy();
      else if (whim && whim !== 'silence') say(whim);
      return whim !== undefined;
    };
    let mail: Received = { from: '', to: [], message: '' };
    let isData = false;
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      for (;;) {
        const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
        if (end === -1) return;
        const piece = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          mail.message = piece;
          // The mail is accepted even when the answer says no, so it can come twice.
          received.push(mail);
          mail = { from: '', to: [], message: '' };
          if (!odd('end')) say('250 2.0.0 taken');
        } else answer(piece);
      }
    });
    function answer(line: string) {
      heard.push(line);
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (/^EHLO/i.test(line)) {
        if (!odd('EHLO'))
          say([...['here', ...extensions].map((each) => `250-${each}`), '250 HELP'].join('\r\n'));
      } else if (/^AUTH/i.test(line)) {
        if (!odd('AUTH')) say('235 2.7.0 welcome');
      } else if (/^MAIL FROM/i.test(line)) {
        mail.from = address;
        say('250 2.1.0 ok');
      } else if (/^RCPT TO/i.test(line)) {
        mail.to.push(address);
        if (!odd('RCPT')) say('250 2.1.5 ok');
      } else if (/^DATA/i.test(line)) {
        if (odd('DATA')) return;
        isData = true;
        say('354 go on');
      } else say('221 2.0.0 bye');
    }
    if (!odd('greeting')) say('220 fake ESMTP');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as { port: number }).port,
    received,
    heard,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
