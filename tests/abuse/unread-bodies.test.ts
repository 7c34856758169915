import { beforeAll, describe, expect, test } from 'vitest';
import { reportTime } from '../support/report-time.ts';
import { liveWorld } from '../support/site/live.ts';
import { type RawRequest, sendWhole } from '../support/site/raw-request.ts';
import { row } from '../support/sql.ts';

const world = liveWorld();
let [member, limited] = ['', ''];
beforeAll(async () => {
  member = await world.signIn(await world.person({ plan: 'vip' }));
  const often = await world.person();
  limited = await world.signIn(often);
  await row(world.em())`insert into rate_limits (key, until)
    values (${`upload member:${often.id}`}, now() + interval '2 hours')`;
});

const megabyte = 1024 ** 2;
const multipart = 'Content-Type: multipart/form-data; boundary=b';
const urlencoded = 'Content-Type: application/x-www-form-urlencoded';
const piece = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n';
const bodyOf = (bytes: number) => {
  const body = Buffer.alloc(bytes, 'x');
  body.write(piece);
  body.write('\r\n--b--\r\n', bytes - 9);
  return body;
};

/** Every status that is given before a body was read, each with a request that gets it. */
const answers: [number, string, string, () => string[]][] = [
  [303, 'a form whose session ended', 'POST /upload', () => [multipart]],
  [401, 'a call without a session', 'POST /api/content', () => [multipart]],
  [403, 'a form of another site', 'POST /upload', () => [multipart, 'Origin: https://evil.example']],
  [404, 'an address that is none', 'POST /nowhere', () => [multipart]],
  [405, 'a verb that is none', 'PUT /discover', () => [multipart]],
  [413, 'more than a form may have', 'POST /auth', () => [urlencoded]],
  [415, 'another type', 'POST /api/content', () => [`Cookie: ${member}`, 'Content-Type: text/plain']],
  [429, 'too often', 'POST /upload', () => [multipart, `Cookie: ${limited}`]],
];
const ways: [string, (line: string, headers: string[]) => Omit<RawRequest, 'body'>][] = [
  ['with a length', (line, headers) => ({ head: [`${line} HTTP/1.1`, ...headers] })],
  ['in chunks', (line, headers) => ({ head: [`${line} HTTP/1.1`, ...headers], isChunked: true })],
  ['by HTTP/1.0', (line, headers) => ({ head: [`${line} HTTP/1.0`, ...headers] })],
  [
    'that asks before it sends',
    (line, headers) => ({ head: [`${line} HTTP/1.1`, ...headers, 'Expect: 100-continue'] }),
  ],
];

const send = (way: Omit<RawRequest, 'body'>, bytes: number, slowly?: RawRequest['slowly']) =>
  sendWhole(world.site.address, {
    ...way,
    head: [...way.head, `Host: ${new URL(world.site.address).host}`],
    body: bodyOf(bytes),
    slowly,
  });

describe.each(answers)('%i for %s', (status, _what, line, headers) => {
  test.each(ways)(
    'a body %s is read to its end, so that the client sees the answer and the connection ends cleanly',
    async (_way, wayOf) => {
      for (const bytes of [300_000, 8 * megabyte]) {
        const answer = await send(wayOf(line, headers()), bytes);
        expect(answer).toMatchObject({ status, isReset: false, isClosed: true });
        expect(answer.received).toMatch(/^connection: close/im);
        reportTime('A body that is not read', answer.ms, 5_500);
      }
    },
    120_000,
  );
});

test('417 for an unknown expectation', async () => {
  const answer = await send({ head: ['POST /upload HTTP/1.1', multipart, 'Expect: wonders'] }, 8 * megabyte);
  expect(answer).toMatchObject({ status: 417, isReset: false, isClosed: true });
}, 20_000);

test('the answer does not wait for the body', async () => {
  const way = { head: ['POST /upload HTTP/1.1', multipart] };
  const answer = await send(way, 400_000, { bytes: 20_000, everyMs: 200 });
  expect(answer).toMatchObject({ status: 303, isReset: false, isClosed: true });
  expect(answer.answeredAfter).toBeLessThan(0.7);
}, 20_000);

const next = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

test('a request after a body that was not read is not carried out', async () => {
  const head = ['POST /upload HTTP/1.1', 'Host: localhost', multipart];
  const { received, isClosed } = await sendWhole(world.site.address, { head, body: bodyOf(300_000), next });
  expect(statuses(received)).toEqual([303]);
  expect(isClosed).toBe(true);
});

test('a request after a body that was read is answered at once', async () => {
  const head = ['POST /auth HTTP/1.1', 'Host: localhost', urlencoded];
  const { received } = await sendWhole(
    world.site.address,
    { head, body: Buffer.from('email=x'), next },
    1_500,
  );
  expect(statuses(received)).toEqual([422, 200]);
});
