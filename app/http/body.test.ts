import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { check } from './api.server.ts';
import { readForm, readObject } from './body.server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A body of which only the beginning comes, and a letter now and then. */
function dripping(type: string) {
  let drip: ReturnType<typeof setInterval>;
  const body = new ReadableStream({
    start(stream) {
      drip = setInterval(() => stream.enqueue(Buffer.from('-')), 1_000);
    },
    cancel: () => clearInterval(drip),
  });
  const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' };
  return new Request('http://localhost/auth', init as RequestInit);
}

test('a form is a form however its type is written', async () => {
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

test.each([
  ['application/x-www-form-urlencoded', readForm],
  ['multipart/form-data; boundary=x', readForm],
  ['multipart/form-data; boundary=x', readObject],
  ['application/offset+octet-stream', readObject],
])('a body without files (%s) has ten seconds to arrive', async (type, read) => {
  const reading = expect(read(dripping(type))).rejects.toMatchObject({ status: 400 });
  await vi.advanceTimersByTimeAsync(10_000);
  await reading;
});

test('a field is told each thing once, however often it is wrong in that way', () => {
  const schema = z.object({ password: z.string('It is missing.').min(1, 'It is missing.') });
  const told = () => check(schema, { password: [] });
  expect(told).toThrow(expect.objectContaining({ errors: { password: ['It is missing.'] } }));
});
