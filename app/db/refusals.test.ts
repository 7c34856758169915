import { expect, test } from 'vitest';
import { databaseRefusal } from './refusals.server.ts';
import { ConflictError } from './retry-on-conflict.server.ts';

const refusedWith = (code: string) => Object.assign(new Error('refused'), { code });

const expected: Record<string, string[]> = {
  conflict: ['40001', '40P01', '40000'],
  busy: ['55P03', '57014', '55006', '25P04'],
  away: [
    ...['08000', '08001', '08003', '08004', '08006', '08P01', '40003'],
    ...['53000', '53100', '53200', '53300', '53400', '58030'],
    ...['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25006', '28P01', '28000', '3D000'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
  ],
};

test.each(Object.entries(expected))('%s', (refusal, codes) => {
  for (const code of codes) {
    expect([code, databaseRefusal(refusedWith(code))]).toEqual([code, refusal]);
    const behind = new Error('Query failed', { cause: refusedWith(code) });
    expect([code, databaseRefusal(behind)]).toEqual([code, refusal]);
  }
});

test('an error that a driver describes only in its message is recognised', () => {
  for (const text of [
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])
    expect([text, databaseRefusal(new Error(text))]).toEqual([text, 'away']);
});

test('a socket that is gone or full is a database that is away; a file that is missing is not', () => {
  for (const code of ['ENOENT', 'EAGAIN']) {
    const refused = refusedWith(code);
    expect([code, databaseRefusal(Object.assign(refused, { syscall: 'open' }))]).toEqual([code, null]);
    expect([code, databaseRefusal(Object.assign(refused, { syscall: 'connect' }))]).toEqual([code, 'away']);
  }
});

test('a conflict that was lost at every try counts as a conflict, whatever its cause', () => {
  expect(databaseRefusal(new ConflictError())).toBe('conflict');
  expect(databaseRefusal(new ConflictError(undefined, { cause: refusedWith('23505') }))).toBe('conflict');
});

test('programming errors are not turned into refusals', () => {
  for (const code of ['23505', '23503', '23514', '42601', '42P01', '22P02', '25P02', 'ENOENT', 'EBUSY'])
    expect([code, databaseRefusal(refusedWith(code))]).toEqual([code, null]);
  for (const error of [new Error('x'), new TypeError('x'), null, undefined, 'text', { code: '57014' }])
    expect(databaseRefusal(error)).toBeNull();
});
