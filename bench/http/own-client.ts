import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { type Answers, median } from './figures.ts';

/** The client where `wrk` is missing: `PORT FILE FIRST CONNECTIONS SECONDS`. Prints what it saw as JSON. */

const [port = '', file = '', first = '', connections = '', seconds = ''] = process.argv.slice(2);
const requests = readFileSync(file, 'latin1').split('\0');
const until = performance.now() + Number(seconds) * 1_000;
const times: number[] = [];
const seen = { bytes: 0, errors: 0 };
let next = Number(first);

/** The length of an answer that has come as a whole, else null. */
function wholeLength(answer: Buffer): number | null {
  const end = answer.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = answer.toString('latin1', 0, end);
  const body = end + 4;
  if (/^HTTP\/1.1 (204|304)/.test(head)) return body;
  if (/^transfer-encoding: chunked$/im.test(head))
    return answer.subarray(-7).equals(lastChunk) ? answer.length : null;
  const whole = body + Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  return answer.length >= whole ? whole : null;
}
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

function keepAsking() {
  return new Promise<void>((done) => {
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
    let began = 0;
    let received: Buffer = Buffer.alloc(0);
    const ask = () => {
      began = performance.now();
      received = Buffer.alloc(0);
      socket.write(requests[next % requests.length] ?? '', 'latin1');
      next += 1;
    };
    socket.on('connect', ask);
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = wholeLength(received);
      if (length === null) return;
      times.push(performance.now() - began);
      seen.bytes += length;
      if (!/^HTTP\/1.1 [23]/.test(received.toString('latin1', 0, 12))) seen.errors += 1;
      if (performance.now() < until) ask();
      else socket.end();
    });
    socket.on('error', () => {
      seen.errors += 1;
    });
    socket.on('close', () => {
      if (performance.now() >= until) return done();
      // The server may close a connection; the next request needs another.
      void keepAsking().then(done);
    });
  });
}

const began = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, keepAsking));
const took = (performance.now() - began) / 1_000;
const sorted = times.toSorted((a, b) => a - b);
const answers: Answers = {
  answers: times.length,
  perSecond: times.length / took,
  p50Ms: median(times),
  p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  ...seen,
};
process.stdout.write(JSON.stringify(answers));
