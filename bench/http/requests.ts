import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import type { Site } from './stacks.ts';
import type { Known, Target } from './targets.ts';

/** So many people send the requests that none of them meets a limit, and each is new to the server at first. */
export const addresses = 20_000;

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** The cookies of members, and what is known of a site before it is measured. */
export interface People {
  readers: string[];
  likers: { cookie: string; id: number }[];
}

const password = 'jiujitsu';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The request number `n` for a target, from the address number `n`. */
export function requestFor(target: Target, known: Known, { readers, likers }: People, n: number): Sent {
  const session = {
    visitor: null,
    reader: readers[n % readers.length],
    liker: likers[n % likers.length]?.cookie,
  };
  const cookie = session[target.as];
  const post = { 'content-type': 'application/json', 'content-length': String(target.post?.length) };
  return {
    method: target.post === undefined ? 'GET' : 'POST',
    path: target.path(known, n),
    headers: {
      'user-agent': browser,
      accept: 'text/html',
      'accept-encoding': 'br',
      'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      ...(cookie && { cookie: `visit=1; zone=Europe/Berlin; ${cookie}` }),
      ...(target.post !== undefined && post),
      ...target.headers?.(known),
    },
    body: target.post ?? '',
  };
}

/** The bytes that a client sends. */
export function bytesOf({ method, path, headers, body }: Sent, port: number): string {
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
  /** The length of the whole answer, about. */
  bytes: number;
}

export function send({ method, path, headers, body }: Sent, port: number): Promise<Received> {
  return new Promise((done, fail) => {
    const asked = { host: '127.0.0.1', port, method, path, agent: false };
    request({ ...asked, headers: { host: `localhost:${port}`, ...headers } }, async (response) => {
      const { statusCode: status = 0, headers, rawHeaders } = response;
      const body = Buffer.concat(await response.toArray());
      const isCompressed = headers['content-encoding'] === 'br' && body.length > 0;
      const text = (isCompressed ? brotliDecompressSync(body) : body).toString();
      done({ status, headers, body, text, bytes: rawHeaders.join(': ').length + body.length });
    })
      .on('error', fail)
      .end(body);
  });
}

async function call(port: number, path: string, json?: object, cookie = ''): Promise<Received> {
  const body = json ? JSON.stringify(json) : '';
  const headers = { cookie, 'content-type': 'application/json', 'content-length': String(body.length) };
  const received = await send({ method: json ? 'POST' : 'GET', path, headers, body }, port);
  if (received.status >= 300) throw new Error(`${path} was answered ${received.status}: ${received.text}`);
  return received;
}

const cookieOf = ({ headers }: Received): string =>
  /[\w-]*summa=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';

/** Signs the demo's members in, on twelve devices each, and registers others who like. */
export async function openPeople({ port }: Site, hasDemo: boolean): Promise<People> {
  const count = 48;
  const likers: People['likers'] = [];
  for (let n = 0; n < count; n += 1) {
    const names = {
      firstName: 'Ann',
      lastName: 'Lee',
      username: `bench_${n}`,
      email: `bench_${n}@example.com`,
    };
    const account = { ...names, password: 'open guard 22', confirmPassword: 'open guard 22' };
    const cookie = cookieOf(await call(port, '/api/register', account));
    likers.push({ cookie, id: JSON.parse((await call(port, '/api/user', undefined, cookie)).text).id });
  }
  if (!hasDemo) return { likers, readers: likers.map(({ cookie }) => cookie) };
  const readers: string[] = [];
  const roles = ['free', 'premium', 'vip', 'creator'];
  for (let n = 0; n < count; n += 1) {
    const email = `${roles[n % roles.length]}@example.com`;
    readers.push(cookieOf(await call(port, '/api/login', { email, password })));
  }
  return { likers, readers };
}

export async function knownOf({ port }: Site): Promise<Known> {
  const list = await call(port, '/api/content?limit=48');
  const visitor = { 'user-agent': browser, accept: 'text/html', 'accept-encoding': 'br', cookie: 'visit=1' };
  const page = await send({ method: 'GET', path: '/discover', headers: visitor, body: '' }, port);
  return {
    items: (JSON.parse(list.text) as { id: number }[]).map(({ id }) => id),
    css: /href="(\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? '',
    etag: page.headers.etag ?? '',
  };
}
