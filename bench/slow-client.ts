import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Sent } from './http/requests.ts';

/** The client of `bin/bench overload --slow`: `PORT FILE SECONDS ATTACK`, where ATTACK is `none` or one of `attacks`. Members
 *  ask at a steady pace, a phone uploads a picture, and 400 slow connections come from 50 addresses. Prints what it saw as
 *  JSON. */

export type Kind = 'pages' | 'likes' | 'sign-ins';
export interface Slowly {
  ms: Record<Kind, number[]>;
  failed: number;
  phone: { status: number; seconds: number };
  /** Slow connections that were opened, and how they were answered. */
  opened: number;
  answers: Record<string, number>;
}

/** What is asked: requests of each kind, sent in turns, and the phone's upload. */
export type Asked = Record<Kind, Sent[]> & { phone: Sent };

const [port = '', file = '', seconds = '', attack = ''] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(file, 'utf8')) as Asked;
const perSecond: Record<Kind, number> = { pages: 8, likes: 4, 'sign-ins': 1.5 };
const kinds = Object.keys(perSecond) as Kind[];
const [slowConnections, slowAddresses] = [400, 50];
/** The slow ones are there before the members are measured. */
const settleMs = attack === 'none' ? 0 : 3_000;
const phoneBytesASecond = 20_000;

const seen: Slowly = {
  ms: { pages: [], likes: [], 'sign-ins': [] },
  failed: 0,
  phone: { status: 0, seconds: 0 },
  opened: 0,
  answers: {},
};
const agent = new Agent({ keepAlive: true });

const form = 'POST /auth/forgot HTTP/1.1';
const urlencoded = 'Content-Type: application/x-www-form-urlencoded';
/** How a slow connection begins, and what it sends every second. */
const attacks: Record<string, { lines: string[]; drip: string; isHead?: boolean; ends?: boolean }> = {
  bodies: { lines: [form, urlencoded, 'Content-Length: 4000'], drip: 'a' },
  parts: {
    lines: [form, 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 4000'],
    drip: '-',
  },
  chunks: { lines: [form, urlencoded, 'Transfer-Encoding: chunked'], drip: '1\r\na\r\n' },
  heads: { lines: ['GET / HTTP/1.1', 'X-Long: a'], drip: 'a', isHead: true },
  halves: { lines: [form, urlencoded, 'Content-Length: 4000'], drip: 'a', ends: true },
};
const slow = new Set<Socket>();

/** Sends on whatever is answered, and opens the connection again when it was closed, so that there are always as many. */
function openSlow(n: number) {
  const { lines, isHead, ends } = attacks[attack] ?? { lines: [] };
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  seen.opened += 1;
  socket.on('error', () => {});
  socket.once('data', (chunk: Buffer) => {
    const status = /^HTTP\/1.1 (\d+)/.exec(String(chunk))?.[1] ?? '';
    seen.answers[status] = (seen.answers[status] ?? 0) + 1;
  });
  socket.once('close', () => {
    slow.delete(socket);
    if (!isOver) setTimeout(openSlow, 100, n);
  });
  const head = [...lines, `Host: localhost:${port}`, `X-Forwarded-For: 10.9.0.${n % slowAddresses}`];
  socket.write(`${head.join('\r\n')}${isHead ? '' : '\r\n\r\na'}`);
  if (ends) socket.end();
  else slow.add(socket);
}

function send({ method, path, headers, body }: Sent): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  return new Promise((done) => {
    const over = (status: number) => done({ status, ms: performance.now() - began });
    request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
      response.resume().on('end', () => over(response.statusCode ?? 0));
    })
      .on('error', () => over(0))
      .end(body);
  });
}

const at: Record<Kind, number> = { pages: 0, likes: 0, 'sign-ins': 0 };
async function ask(kind: Kind) {
  const { status, ms } = await send(asked[kind][at[kind]++ % asked[kind].length] as Sent);
  seen.ms[kind].push(ms);
  if (status !== 200) seen.failed += 1;
}

function upload({ method, path, headers, body }: Sent): Promise<void> {
  const bytes = Buffer.from(body, 'latin1');
  const began = performance.now();
  return new Promise((done) => {
    const over = (status: number) => {
      clearInterval(sending);
      seen.phone = { status, seconds: (performance.now() - began) / 1_000 };
      done();
    };
    const sent = request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
      response.resume().on('end', () => over(response.statusCode ?? 0));
    }).on('error', () => over(0));
    let from = 0;
    const sending = setInterval(() => {
      const until = ((performance.now() - began) / 1_000) * phoneBytesASecond;
      sent.write(bytes.subarray(from, until));
      from = Math.floor(until);
      if (from < bytes.length) return;
      clearInterval(sending);
      sent.end();
    }, 100);
  });
}

let isOver = false;
if (attacks[attack]) for (let n = 0; n < slowConnections; n += 1) openSlow(n);
const dripping = setInterval(() => {
  for (const socket of slow) socket.write(attacks[attack]?.drip ?? '');
}, 1_000);
await new Promise((done) => setTimeout(done, settleMs));
const began = performance.now();
const work = kinds.map(
  (kind) =>
    new Promise((done) => {
      const open: Promise<void>[] = [];
      const timer = setInterval(() => {
        const passed = Math.min((performance.now() - began) / 1_000, Number(seconds));
        while (open.length < passed * perSecond[kind]) open.push(ask(kind));
        if (passed < Number(seconds)) return;
        clearInterval(timer);
        done(Promise.all(open));
      }, 5);
    }),
);
await Promise.all([...work, upload(asked.phone)]);
isOver = true;
clearInterval(dripping);
for (const socket of slow) socket.destroy();
agent.destroy();
process.stdout.write(JSON.stringify(seen), () => process.exit());
