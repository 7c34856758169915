import { connect } from 'node:net';

/** An upload by call whose bytes a test sends when it likes. */
export function slowUpload(site: string, cookie: string, picture: Buffer) {
  const { port } = new URL(site);
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const words = field('title', 'Slow sweep') + field('category', 'training') + field('tier', 'free');
  const file = `--b\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(words + file), picture, Buffer.from('\r\n--b--\r\n')]);
  const half = Math.trunc(body.length / 2);
  const head = [
    'POST /api/content HTTP/1.1',
    `Host: localhost:${port}`,
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ].join('\r\n');
  const socket = connect(Number(port), 'localhost');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const ended = new Promise<string>((done) => {
    socket.on('close', () => done(received));
  });
  socket.write(`${head}\r\n\r\n`);
  socket.write(body.subarray(0, half));
  return {
    /** Sends the rest; resolves with the status, 0 for none. */
    async finish() {
      socket.write(body.subarray(half));
      return this.status();
    },
    status: async () => Number(/^HTTP\/1\.1 (\d+)/.exec(await ended)?.[1] ?? 0),
    vanish: () => socket.destroy(),
  };
}
