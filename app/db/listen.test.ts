import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase } from '../../tests/support/database/database.ts';
import { failingDatabase } from '../../tests/support/site/failing-database.ts';
import { row } from '../../tests/support/sql.ts';
import { type Listener, openListener } from './listen.server.ts';

const database = testDatabase();
let between: Awaited<ReturnType<typeof failingDatabase>>;
let listener: Listener;
const heard: string[] = [];
let losses = 0;
let begins = 0;
beforeAll(async () => {
  between = await failingDatabase(database.url);
  listener = openListener({ url: between.url, proveMs: 50, firstPauseMs: 20 });
  listener.on('news', (text) => heard.push(text));
  listener.onLost(() => {
    losses += 1;
  });
  listener.onListening(() => {
    begins += 1;
  });
});
afterAll(async () => {
  await listener.close();
  await between.close();
});

const listening = () => vi.waitFor(() => expect(listener.isListening).toBe(true), { timeout: 20_000 });
const say = (text: string) => row(database.orm.em.fork())`select pg_notify('news', ${text})`;

test('what a transaction says is heard once it commits, and never if it does not', async () => {
  await listening();
  const em = database.orm.em.fork();
  await em.begin();
  await row(em)`select pg_notify('news', 'taken back')`;
  await em.rollback();
  await say('one');
  await say('two');
  await expect.poll(() => heard).toEqual(['one', 'two']);
});

test('a channel that is added later is heard, too, and one that ended is not', async () => {
  await listening();
  const late: string[] = [];
  const end = listener.on('later news', (text) => late.push(text));
  await listening();
  await row(database.orm.em.fork())`select pg_notify('later news', 'here')`;
  await expect.poll(() => late).toEqual(['here']);
  end();
  await row(database.orm.em.fork())`select pg_notify('later news', 'again')`;
  heard.length = 0;
  await say('after it');
  await expect.poll(() => heard).toEqual(['after it']);
  expect(late).toEqual(['here']);
});

test('a lost connection is known as lost, and made again', async () => {
  await listening();
  const before = losses;
  const begun = begins;
  expect(begun).toBeGreaterThan(0);
  await between.becomes('gone');
  await expect.poll(() => losses).toBe(before + 1);
  expect(listener.isListening).toBe(false);
  await between.becomes('none');
  await listening();
  expect(begins).toBe(begun + 1);
  listener.onListening(() => {
    begins += 10;
  });
  expect(begins).toBe(begun + 11);
  heard.length = 0;
  await say('back');
  await expect.poll(() => heard).toEqual(['back']);
});
