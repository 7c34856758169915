import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseInput } from '../parse.ts';
import { readForm, readObject } from './body.server.ts';

test('a form is recognised however its type is written', async () => {
  for (const type of [
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-Urlencoded; charset=UTF-8',
  ]) {
    const request = () =>
      new Request('http://localhost/auth', {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'a=1',
      });
    expect((await readForm(request())).get('a')).toBe('1');
    expect(await readObject(request())).toEqual({ a: '1' });
  }
});

test('a field gets each error once, however often it is wrong in that way', () => {
  const schema = z.object({ password: z.string('It is missing.').min(1, 'It is missing.') });
  const received = () => parseInput(schema, { password: [] });
  expect(received).toThrow(expect.objectContaining({ errors: { password: ['It is missing.'] } }));
});

describe('a body is refused before it costs time', () => {
  const post = (body: string, type = 'application/x-www-form-urlencoded') =>
    new Request('http://localhost/auth', { method: 'POST', headers: { 'content-type': type }, body });
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
  const multipart = 'multipart/form-data; boundary=x';
  const odd = ['email[4294967290]', 'a.b', '__intent__', '__proto__', '[]', ' email', 'a'.repeat(61)];

  test.each(odd)('a form with a field called %j, in both encodings', async (name) => {
    const urlencoded = `${encodeURIComponent(name)}=1`;
    for (const read of [readForm, readObject]) {
      await expect(read(post(urlencoded))).rejects.toMatchObject({ status: 400 });
      await expect(read(post(`${part(name)}--x--\r\n`, multipart))).rejects.toMatchObject({ status: 400 });
    }
  });

  test('a part without a name; in the other encoding, as lynx sends it, it is ignored', async () => {
    expect([...(await readForm(post('=Search&email=a')))]).toEqual([['email', 'a']]);
    await expect(readForm(post(`${part('')}--x--\r\n`, multipart))).rejects.toMatchObject({ status: 400 });
  });

  test('a form with more fields than allowed', async () => {
    const many = Array.from({ length: 201 }, (_, at) => `f${at}`);
    for (const body of [many.map((name) => `${name}=1`).join('&'), '&'.repeat(200_000)]) {
      await expect(readForm(post(body))).rejects.toMatchObject({ status: 413 });
    }
    const text = `${many.map(part).join('')}--x--\r\n`;
    for (const type of [multipart, 'multipart/form-data; boundary="x"']) {
      await expect(readForm(post(text, type))).rejects.toMatchObject({ status: 413 });
    }
    // The parser would read another boundary than the one that was counted.
    for (const type of [
      'multipart/form-data; x-boundary=zzz; boundary=x',
      'multipart/form-data; foo="boundary=zzz"; boundary=x',
      'multipart/form-data; boundary="\\x"',
      'multipart/form-data; boundary=',
    ]) {
      await expect(readForm(post(text, type))).rejects.toMatchObject({ status: 400 });
    }
    const most = many.slice(1);
    expect([...(await readForm(post(`${most.map(part).join('')}--x--\r\n`, multipart)))]).toHaveLength(200);
    expect([...(await readForm(post(most.map((name) => `${name}=1`).join('&'))))]).toHaveLength(200);
  });

  test('a body that is announced as too long, or is too long unannounced', async () => {
    let sent = 0;
    const sends = (headers: Record<string, string>) => {
      sent = 0;
      const body = new ReadableStream(
        {
          pull(stream) {
            if (sent >= 1_000_000) return stream.close();
            sent += 100_000;
            stream.enqueue(Buffer.alloc(100_000, 'a'));
          },
        },
        { highWaterMark: 0 },
      );
      const init = { method: 'POST', headers, body, duplex: 'half' };
      return readForm(new Request('http://localhost/auth', init as RequestInit));
    };
    await expect(sends({ 'content-length': '262145' })).rejects.toMatchObject({ status: 413 });
    expect(sent).toBe(0);
    await expect(sends({})).rejects.toMatchObject({ status: 413 });
    expect(sent).toBe(300_000);
  });

  const json = (body: string) => readObject(post(body, 'application/json'));

  test('a NUL in a text of a form or of JSON, however deep', async () => {
    for (const body of ['title=a%00b', 'title=%00'])
      await expect(readForm(post(body))).rejects.toMatchObject({ status: 400 });
    for (const value of ['a\0b', ['a', 'a\0'], { deep: { down: 'a\0b' } }])
      await expect(json(JSON.stringify({ value }))).rejects.toMatchObject({ status: 400 });
  });

  test('JSON with more values than any call takes, or nested too deeply', async () => {
    const list = (length: number) => JSON.stringify({ ids: Array.from({ length }, () => '') });
    const members = (length: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length }, (_, at) => [`f${at}`, 1])));
    await expect(json(list(998))).resolves.toMatchObject({ ids: expect.any(Array) });
    for (const body of [list(999), list(80_000), members(1_000)]) {
      await expect(json(body)).rejects.toMatchObject({ status: 413 });
    }
    for (const deep of [21, 100_000]) {
      const body = `{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`;
      await expect(json(body)).rejects.toMatchObject({ status: 400 });
    }
  });
});
