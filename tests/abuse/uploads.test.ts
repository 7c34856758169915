import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Viewer } from '../../app/scope.ts';
import { form, type Part, picture } from '../support/media/upload-form.ts';
import { reportTime } from '../support/report-time.ts';
import { liveWorld } from '../support/site/live.ts';
import { row, rows } from '../support/sql.ts';

const world = liveWorld();
let viewer: Viewer;
let member = '';
beforeAll(async () => {
  viewer = await world.person({ plan: 'vip' });
  member = await world.signIn(viewer);
});

const words: Part[] = [
  ['title', 'A sweep'],
  ['category', 'training'],
  ['tier', 'free'],
];
const send = (parts: Part[], as = member, path = '/api/content') =>
  world.ask(path, { method: 'POST', body: form([...words, ...parts]).body as FormData, as });
const bytes = (text: string) => new Blob([text]);
const png = async () => Buffer.from(await (await picture()).arrayBuffer());
const items = () => world.countOf('content');
const incoming = () => readdirSync(join(world.site.folder, 'incoming'));
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>';

/** A PNG whose header does not match its bytes. */
async function promising(width: number, height: number) {
  const made = await png();
  made.writeUInt32BE(width, 16);
  made.writeUInt32BE(height, 20);
  return new Blob([new Uint8Array(made)]);
}

describe('files that are not what they claim', () => {
  test.each([
    ['a page', 'page.png', () => bytes('<!doctype html><script>alert(1)</script>')],
    ['a vector with a script', 'v.png', () => bytes(svg)],
    ['a vector by its own name', 'v.svg', () => bytes(svg)],
    ['a shell script', 's.jpg', () => bytes('#!/bin/sh\ntouch /tmp/owned')],
    ['PHP behind a GIF', 'x.php.gif', () => bytes('GIF89a<?php system($_GET[0]); ?>')],
    ['a program', 'x.mp4', () => new Blob([Buffer.from('7f454c46020101000000', 'hex')])],
    ['an archive', 'x.png', () => new Blob([Buffer.from('504b0304140000000800', 'hex')])],
    ['a PDF', 'x.jpg', () => bytes('%PDF-1.7\n1 0 obj')],
    ['a document of another time', 'x.tif', () => new Blob([Buffer.from('49492a0008000000', 'hex')])],
    ['a playlist that fetches', 'x.mp4', () => bytes('#EXTM3U\n#EXTINF:1,\nhttp://169.254.169.254/')],
    ['a list of files for a joiner', 'x.mp4', () => bytes("ffconcat version 1.0\nfile '/etc/passwd'")],
    [
      'ImageMagick’s own language',
      'x.png',
      () => bytes('push graphic-context\nfill url(https://evil.example)'),
    ],
    ['nothing', 'x.png', () => bytes('')],
    ['half a head', 'x.png', () => new Blob([Buffer.from('89504e47', 'hex')])],
    ['a head and rubbish', 'x.png', () => new Blob([Buffer.from('89504e470d0a1a0a', 'hex'), 'rubbish'])],
    ['a picture of a million million points', 'x.png', () => promising(1_000_000, 1_000_000)],
    ['a picture of thirty thousand by thirty thousand', 'x.png', () => promising(30_000, 30_000)],
    ['a picture of no width', 'x.png', () => promising(0, 100)],
  ])('%s (%s) is refused, and nothing of it stays', async (_name, fileName, made) => {
    const before = await items();
    const answer = await send([['files', await made(), fileName]]);
    expect(answer.status).toBe(422);
    expect(answer.text).not.toMatch(/node_modules|libvips|at \w+ \(|incoming/);
    expect(await items()).toBe(before);
    expect(incoming()).toEqual([]);
  });

  test('a picture with a page after its last byte is re-encoded without it', async () => {
    const both = new Blob([new Uint8Array(await png()), '<script>alert(1)</script>']);
    const answer = await send([['files', both, 'poly.png']]);
    expect(answer.status).toBe(201);
    const shown = await world.ask(answer.json().imageUrl.replace(world.site.address, ''));
    expect([shown.status, shown.header('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    expect(shown.bytes.includes('<script>')).toBe(false);
    expect(shown.header('x-content-type-options')).toBe('nosniff');
    expect(shown.header('content-security-policy')).toContain('sandbox');
  });

  test('the location of a picture is not passed on', async () => {
    const located = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a5' } })
      .withExif({
        IFD0: { Artist: 'Ann Secret' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
      })
      .jpeg()
      .toBuffer();
    expect(located.includes('Ann Secret')).toBe(true);
    const answer = await send([['files', new Blob([new Uint8Array(located)]), 'gps.jpg']]);
    const found = await rows<{ key: string }>(world.em())`
      select key from media where content_id = ${answer.json().id}`;
    for (const variant of ['320.jpg', '640.webp', 'teaser.webp']) {
      const shown = await world.ask(`/media/${found[0]?.key}/${variant}`);
      expect(shown.status).toBe(200);
      expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined();
    }
  });

  test.each([
    '../../../etc/cron.d/x.png',
    '..\\..\\x.png',
    '/etc/passwd',
    'x\0.png',
    'x\r\nX-Evil: 1.png',
    '<img src=x onerror=alert(1)>.png',
    `${'a'.repeat(5_000)}.png`,
    '.htaccess',
    'con.png',
    '\u202Egnp.exe',
    '$(id).png',
  ])('a file called %j is stored under a name of ours', async (fileName) => {
    const answer = await send([['files', await picture(), fileName]]);
    expect([201, 400]).toContain(answer.status);
    if (answer.status !== 201) return;
    const found = await row<{ key: string }>(
      world.em(),
    )`select key from media where content_id = ${answer.json().id}`;
    expect(found?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.headers['x-evil']).toBeUndefined();
  });
});

describe('invalid forms with files', () => {
  const type = 'multipart/form-data; boundary=b';
  const post = (body: string | Uint8Array, contentType = type, as = member) =>
    world.ask('/api/content', { method: 'POST', body, headers: { 'content-type': contentType }, as });
  const part = (head: string, body: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;

  test.each([
    ['no boundary', () => post('x', 'multipart/form-data'), [400]],
    ['an empty boundary', () => post('x', 'multipart/form-data; boundary='), [400]],
    ['another boundary', () => post('--c\r\n\r\nx\r\n--c--', type), [400, 422]],
    ['no end', () => post(part('name="title"', 'x')), [400]],
    ['half a part', () => post('--b\r\nContent-Disposition: form-data; name="ti'), [400]],
    ['no name', () => post(`${part('filename="x.png"', 'x')}--b--\r\n`), [400, 422]],
    ['a name of a kilobyte', () => post(`${part(`name="${'n'.repeat(1_000)}"`, 'x')}--b--\r\n`), [400]],
    ['a thousand fields', () => post(`${part('name="x"', 'x').repeat(1_000)}--b--\r\n`), [413]],
    ['a text of 200 kB', () => post(`${part('name="title"', 'x'.repeat(200_000))}--b--\r\n`), [413]],
    ['a NUL in a text', () => post(`${part('name="title"', 'a\0b')}--b--\r\n`), [400]],
    [
      'broken UTF-8',
      () => post(Buffer.from(`${part('name="title"', '\xff\xfe')}--b--\r\n`, 'latin1')),
      [400],
    ],
    [
      'prototype keys',
      () => post(`${part('name="__proto__"', 'x')}${part('name="constructor"', 'x')}--b--\r\n`),
      [400],
    ],
    ['JSON that calls itself a form', () => post('{"title":"x"}'), [400]],
    ['a body that ends before it began', () => post(''), [400, 422]],
    ['a visitor', () => post(`${part('name="title"', 'x')}--b--\r\n`, type, ''), [401]],
  ] as [string, () => ReturnType<typeof post>, number[]][])('%s', async (_name, ask, expected) => {
    const before = await items();
    const answer = await ask();
    expect(expected).toContain(answer.status);
    expect(await items()).toBe(before);
    expect(incoming()).toEqual([]);
  });

  test('one file more than twenty is refused', async () => {
    const one = await picture(64, 64);
    const parts = Array.from({ length: 21 }, (_, n): Part => ['files', one, `${n}.png`]);
    expect((await send(parts)).status).toBe(422);
  });

  test('a picture of eleven megabytes is too large', async () => {
    const answer = await send([
      ['files', new Blob([await picture(), new Uint8Array(11_000_000)]), 'big.png'],
    ]);
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(/10\s?MB/);
  });

  /** Announces a body of `bytes`, sends its beginning and reads the head of the answer. */
  const announce = (path: string, bytes: number) =>
    new Promise<string>((done) => {
      const socket = connect(Number(new URL(world.site.address).port), 'localhost');
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
        if (received.includes('\r\n\r\n')) socket.destroy();
      });
      socket.on('close', () => done(received));
      const headers = { host: 'localhost', cookie: member, 'content-type': type, 'content-length': bytes };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n--b\r\n`);
    });

  test.each([
    ['/api/content', 2 ** 31],
    ['/upload', 2 ** 31],
    ['/studio/upload', 10 ** 9],
    ['/profile/picture', 10 ** 9],
  ])('a form for %s that announces %i bytes is refused at once', async (path, bytes) => {
    const began = performance.now();
    expect(await announce(path, bytes)).toMatch(/^HTTP\/1\.1 413/);
    reportTime('A refusal of an announced size', performance.now() - began, 9_000);
  });

  test('a picture of a gigabyte is refused long before it has arrived', async () => {
    const head = [
      `POST /api/content HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${member}`,
      `Content-Type: ${type}`,
    ];
    const socket = connect(Number(new URL(world.site.address).port), 'localhost');
    let received = '';
    let sent = 0;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.write(`${head.join('\r\n')}\r\nContent-Length: 1000000000\r\n\r\n`);
    socket.write('--b\r\nContent-Disposition: form-data; name="files"; filename="x.png"\r\n\r\n');
    socket.write(await png());
    for (const block = Buffer.alloc(1_000_000); sent < 300_000_000 && received === ''; sent += block.length)
      await new Promise<void>((done) => socket.write(block, () => done()));
    expect(received).toMatch(/^HTTP\/1\.1 413/);
    expect(sent).toBeLessThan(200_000_000);
    socket.destroy();
    await vi.waitFor(() => expect(incoming()).toEqual([]), { timeout: 30_000 });
  }, 60_000);

  test('a client that disconnects in the middle leaves nothing, and its slot is free again', async () => {
    const socket = connect(Number(new URL(world.site.address).port), 'localhost');
    socket.on('error', () => {});
    const head = `POST /api/content HTTP/1.1\r\nHost: localhost\r\nCookie: ${member}\r\nContent-Type: ${type}\r\nContent-Length: 900000\r\n\r\n`;
    socket.write(
      `${head}--b\r\nContent-Disposition: form-data; name="files"; filename="x.png"\r\n\r\n${'x'.repeat(90_000)}`,
    );
    await vi.waitFor(() => expect(incoming()).toHaveLength(1), { timeout: 30_000 });
    const places = () => rows(world.em())`select key from rate_limits where key like 'upload under way%'`;
    expect(await places()).toHaveLength(1);
    socket.destroy();
    await vi.waitFor(() => expect(incoming()).toEqual([]), { timeout: 30_000 });
    await vi.waitFor(async () => expect(await places()).toEqual([]), { timeout: 30_000 });
  }, 120_000);
});
