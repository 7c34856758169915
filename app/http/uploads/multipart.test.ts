import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refused } from '../../errors.ts';
import { type MultipartLimits, multipartLimits, readMultipart, sweepTemp } from './multipart.server.ts';

const KB = 1000;
const boundary = '----summa';
const type = `multipart/form-data; boundary=${boundary}`;
const limits: MultipartLimits = { ...multipartLimits, fileBytes: () => 50 * KB };
let tempDir = '';
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'summa-multipart-'));
});
afterEach(() => rm(tempDir, { recursive: true, force: true }));

const text = (name: string, value: string | Buffer) =>
  part(`name="${name}"`, typeof value === 'string' ? Buffer.from(value) : value);
const file = (name: string, fileName: string, bytes: string | Buffer, mime = 'image/png') =>
  part(`name="${name}"; filename="${fileName}"\r\nContent-Type: ${mime}`, Buffer.from(bytes));
const part = (head: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    body,
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from(`--${boundary}--\r\n`);

function post(parts: Iterable<Buffer> | AsyncIterable<Buffer>, contentType = type, headers = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': contentType, ...headers },
    body: createReadableStreamFromReadable(Readable.from(parts)),
    duplex: 'half',
  };
  return new Request('http://localhost/upload', init as RequestInit);
}
const read = (parts: Iterable<Buffer> | AsyncIterable<Buffer>, over: Partial<MultipartLimits> = {}) =>
  readMultipart(post(parts), { ...limits, ...over }, tempDir);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refused ? error.status : error),
  );
/** The limits of a form without texts, so that they do not depend on texts. */
const noWords = { fields: 1, fieldBytes: 1 };
const leftovers = () => readdir(tempDir);

describe('a form with files', () => {
  test('gives texts and files, each file once on disk until it is deleted', async () => {
    const picture = Buffer.alloc(20 * KB, 7);
    const received = await read([
      text('title', 'Guarda fechada – línea\r\ntwo'),
      text('tags', 'a'),
      text('tags', 'b'),
      file('files', 'Пас ガード.png', picture),
      file('files', '', '', 'application/octet-stream'),
      end,
    ]);
    expect(received.fields.get('title')).toBe('Guarda fechada – línea\ntwo');
    expect(received.fields.getAll('tags')).toEqual(['a', 'b']);
    expect(received.files).toMatchObject([
      { field: 'files', name: 'Пас ガード.png', bytes: picture.length, tooLarge: false },
    ]);
    expect(await readFile(received.files[0]!.path)).toEqual(picture);
    await received.dispose();
    expect(await leftovers()).toEqual([]);
  });

  test('is read right however the bytes are split', async () => {
    const whole = Buffer.concat([text('title', 'Knee cut'), file('files', 'a.png', 'PNG\r\n--'), end]);
    await using received = await read(Array.from(whole, (byte) => Buffer.from([byte])));
    expect(received.fields.get('title')).toBe('Knee cut');
    expect(await readFile(received.files[0]!.path, 'utf8')).toBe('PNG\r\n--');
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\Users\\\\me\\\\roll.jpg', 'roll.jpg'],
    ['..', 'file'],
    ['evil\u202egnp.exe', 'evilgnp.exe'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('never lets the name %j become a path', async (sent, shown) => {
    await using received = await read([file('files', sent, 'abc'), end]);
    const [kept] = received.files;
    expect(kept?.name).toBe(shown);
    expect(kept?.path.startsWith(`${received.folder}/sent-`)).toBe(true);
  });

  test('keeps the good files when one is too large or there are too many', async () => {
    await using received = await read(
      [
        file('files', 'big.png', Buffer.alloc(60 * KB)),
        file('files', 'good.png', 'abc'),
        file('files', 'third.png', 'abc'),
        text('title', 'after the files'),
        end,
      ],
      { files: 2 },
    );
    expect(received.files.map(({ name, bytes, tooLarge }) => [name, bytes, tooLarge])).toEqual([
      ['big.png', 60 * KB, true],
      ['good.png', 3, false],
    ]);
    expect(received.surplus).toBe(1);
    expect(received.fields.get('title')).toBe('after the files');
    expect(await readdir(received.folder)).toEqual(['sent-1']);
  });

  test('chooses the limit by the first bytes, also when they come one by one', async () => {
    const heads: string[] = [];
    const fileBytes = (head: Uint8Array) => {
      heads.push(Buffer.from(head).toString());
      return head.length < 12 ? 1_000 : 5;
    };
    const whole = Buffer.concat([file('files', 'a.png', 'abcdefghijklmnop'), end]);
    await using received = await read(
      Array.from(whole, (byte) => Buffer.from([byte])),
      { fileBytes },
    );
    expect(heads.at(-1)).toBe('abcdefghijkl');
    expect(received.files[0]).toMatchObject({ tooLarge: true, bytes: 16, limitBytes: 5 });
  });
});

describe('leaves nothing behind when it is refused', () => {
  const manyFields = Array.from({ length: 20_000 }, (_, at) => text(`f${at}`, 'x'));
  test.each<[string, () => Promise<unknown>, number]>([
    ['20,000 fields', () => read([...manyFields, end]), 413],
    ['a text of more than 100 kB', () => read([text('title', 'x'.repeat(100_001)), end]), 413],
    ['hundreds of parts', () => read([...Array.from({ length: 300 }, () => file('f', 'a', 'b')), end]), 413],
    [
      'more than the request may have',
      () => read([file('f', 'a', 'x'.repeat(5 * KB)), end], { requestBytes: KB }),
      413,
    ],
    [
      'an announced length beyond it',
      () => readMultipart(post([end], type, { 'content-length': '9e15' }), limits, tempDir),
      413,
    ],
    [
      'far more than its file may have',
      () => read([file('f', 'a', Buffer.alloc(90 * KB)), end], { ...noWords, surplusBytes: 30 * KB }),
      413,
    ],
    [
      'far more in files beyond their number',
      () =>
        read([file('f', 'a', Buffer.alloc(40 * KB)), end], { ...noWords, files: 0, surplusBytes: 30 * KB }),
      413,
    ],
    ['no end', () => read([text('title', 'x'), file('files', 'a.png', 'half')]), 400],
    ['no end of a file beyond the limit', () => read([file('files', 'a.png', 'half')], { files: 0 }), 400],
    [
      'an end inside a header',
      () => read([text('title', 'x'), Buffer.from(`--${boundary}\r\nContent-Disp`)]),
      400,
    ],
    [
      'a malformed header',
      () => read([Buffer.from(`--${boundary}\r\n\x00\x01: x\r\n\r\nabc\r\n`), end]),
      400,
    ],
    ['an endless header', () => read([part(`name="${'x'.repeat(20 * KB)}"`, Buffer.from('x')), end]), 400],
    ['a long field name', () => read([text('x'.repeat(61), 'x'), end]), 400],
    ['no field name', () => read([part('nothing="x"', Buffer.from('x')), end]), 400],
    ['a NUL', () => read([file('files', 'a.png', 'abc'), text('title', 'a\0b'), end]), 400],
    ['broken UTF-8', () => read([text('title', Buffer.from([0x61, 0xff, 0xc0])), end]), 400],
    ['no boundary', () => readMultipart(post([end], 'multipart/form-data'), limits, tempDir), 400],
    ['no form', () => readMultipart(post([end], 'application/json'), limits, tempDir), 415],
    ['an empty body', () => read([]), 400],
  ])('%s', async (_, send, status) => {
    expect(await refusal(send())).toBe(status);
    expect(await leftovers()).toEqual([]);
  });

  test.each([
    ['a file', file('files', 'a.png', '').subarray(0, -2), 50 * KB],
    ['files beyond their number', Buffer.concat([file('f', 'a', ''), file('f', 'b', '').subarray(0, -2)]), 0],
    ['a text', text('title', '').subarray(0, -2), 0],
    ['bytes before the first part', Buffer.from('hello\r\n'), 0],
    ['bytes after the last part', Buffer.concat([text('title', 'x'), end]), 0],
  ])('a body that is far too large is refused while it arrives: %s', async (_, head, allowed) => {
    let sent = 0;
    let written = 0;
    async function* endless() {
      yield head;
      for (; sent < 10_000 * KB; sent += 10 * KB) {
        yield Buffer.alloc(10 * KB, 1);
        const names = (await readdir(tempDir, { recursive: true })).filter((name) => name.endsWith('sent-0'));
        for (const name of names) written = Math.max(written, (await stat(join(tempDir, name))).size);
      }
    }
    const few = { files: 1, fields: 2, fieldBytes: 10 * KB, surplusBytes: 100 * KB };
    expect(await refusal(read(endless(), few))).toBe(413);
    // What is allowed, and what was under way when it became too much.
    expect(sent).toBeGreaterThan(allowed + 90 * KB);
    expect(sent).toBeLessThan(allowed + 300 * KB);
    expect(written).toBeLessThanOrEqual(allowed);
    expect(await leftovers()).toEqual([]);
  });

  test('a disk that refuses the file is not reported as the sender’s fault', async () => {
    await writeFile(join(tempDir, 'taken'), '');
    const work = readMultipart(post([file('files', 'a.png', 'abc'), end]), limits, join(tempDir, 'taken'));
    expect(await refusal(work)).toBeInstanceOf(Error);
  });

  test('a body that stops arriving is ended', async () => {
    async function* stuck() {
      yield file('files', 'a.png', 'abc');
      await new Promise(() => {});
    }
    expect(await refusal(read(stuck(), { idleMs: 50 }))).toBe(400);
    expect(await leftovers()).toEqual([]);
  });
});

test('[C9.2] 100 MB pass through without being held in memory', async () => {
  setFlagsFromString('--expose_gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const block = Buffer.alloc(64 * 1024, 1);
  const held = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  };
  const before = held();
  let peak = 0;
  async function* video() {
    const whole = file('files', 'roll.mp4', '');
    yield whole.subarray(0, -2);
    for (let sent = 0; sent < 100 * 1024 ** 2; sent += block.length) {
      if (sent % (8 * 1024 ** 2) === 0) peak = Math.max(peak, held() - before);
      yield Buffer.from(block);
    }
    yield Buffer.from('\r\n');
    yield end;
  }
  await using received = await read(video(), { fileBytes: () => 100 * 1024 ** 2 });
  expect(received.files[0]).toMatchObject({ bytes: 100 * 1024 ** 2, tooLarge: false });
  expect((await stat(received.files[0]!.path)).size).toBe(100 * 1024 ** 2);
  expect(peak / 1024 ** 2).toBeLessThan(10);
});

test('a sender who disconnects in the middle leaves no file, and the server goes on', async () => {
  let outcome: Promise<unknown> = Promise.resolve();
  const server = createServer((incoming) => {
    const body = createReadableStreamFromReadable(incoming) as unknown as AsyncIterable<Buffer>;
    outcome = refusal(readMultipart(post(body), limits, tempDir));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n');
  socket.write(file('files', 'a.png', Buffer.alloc(200 * KB)));
  await expect.poll(leftovers).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => outcome).toBe(400);
  expect(await leftovers()).toEqual([]);
  server.close();
});

test('a new process removes the files of killed ones, and only those', async () => {
  const names = [
    `upload-${process.pid}-old`,
    'upload-999999999-old',
    `upload-${process.ppid}-busy`,
    'notes.txt',
  ];
  for (const name of names) await writeFile(join(tempDir, name), '');
  await sweepTemp(tempDir);
  expect((await leftovers()).sort()).toEqual(['notes.txt', `upload-${process.ppid}-busy`]);
  await sweepTemp(join(tempDir, 'not', 'yet'));
});
