import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '../../app/scope.ts';
import { reportTime } from '../support/report-time.ts';
import { type Asked, liveWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';

const world = liveWorld();
const html = { accept: 'text/html' };
let fan: Viewer;
let member = '';
let item = 0;
let key = '';
let creator = '';

beforeAll(async () => {
  const maker = await world.person();
  fan = await world.person();
  creator = maker.username;
  item = await world.item({ creator: maker.id, hasPicture: true });
  member = await world.signIn(fan);
  key = (await row<{ key: string }>(world.em())`select key from media where content_id = ${item}`)?.key ?? '';
  // The next so many writes to these tables are refused with a code; a sequence does not roll back.
  await row(world.em())`create table next_refusal (code text, times int)`;
  await row(world.em())`insert into next_refusal values ('40P01', 0)`;
  await row(world.em())`create sequence refused`;
  await row(world.em())`create function refuse_next() returns trigger language plpgsql as $$
    declare next next_refusal%rowtype;
    begin
      select * into next from next_refusal;
      if next.times > 0 and nextval('refused') <= next.times then
        raise exception 'a secret of the inside' using errcode = next.code;
      end if;
      return null;
    end $$`;
  for (const table of ['likes', 'ratings', 'follows', 'provider_events'])
    await world
      .em()
      .getConnection()
      .execute(
        `create trigger refuse_next after insert or update or delete on ${table} for each statement execute function refuse_next()`,
      );
}, 60_000);

async function refuse(code: string, times: number) {
  await row(world.em())`select setval('refused', 1, false)`;
  await row(world.em())`update next_refusal set code = ${code}, times = ${times}`;
}

/** Holds a table as a migration or `vacuum full` would, while `work` asks. */
async function whileLocked<Answer>(table: string, work: () => Promise<Answer>): Promise<Answer> {
  const em = world.em();
  await em.begin();
  try {
    await em.execute(`lock table ${table} in access exclusive mode`);
    return await work();
  } finally {
    await em.rollback();
  }
}

const like = (asked: Asked = {}) =>
  world.post(`/content/${item}/like`, { liked: '1', back: `/content/${item}` }, { as: member, ...asked });

/** Each way in which a member asks for a change. */
const changes: Record<string, () => ReturnType<typeof world.ask>> = {
  'a button by its form': () => like({ headers: html }),
  'a button by its script': () => like({ headers: { accept: 'application/json' } }),
  'a call': () =>
    world.ask(`/api/content/${item}/like`, { method: 'POST', json: { liked: true }, as: member }),
  'a form': () =>
    world.post(
      `/content/${item}/rate`,
      { rating: '4', review: 'A long text that took me an hour' },
      { as: member, headers: html },
    ),
  'a call in a transaction': () =>
    world.ask(`/api/creators/${creator}/follow`, { method: 'POST', json: { following: true }, as: member }),
};

const codes = ['55P03', '57014', '40P01', '40001', '53100', '53300', '57P01', '25006', '25P03', '08006'];

describe.each(codes)('the database refuses a write with %s', (code) => {
  test.each(Object.keys(changes))('%s is answered 503 with Retry-After, and writes nothing', async (name) => {
    await row(world.em())`delete from follows`;
    await refuse(code, 1_000);
    const answer = await changes[name]?.();
    await refuse(code, 0);
    expect([answer?.status, answer?.header('retry-after')]).toEqual([503, '5']);
    expect(answer?.header('cache-control')).toBe('private, no-store');
    expect(answer?.text).not.toMatch(/secret|sql|deadlock|at \w+ \(/i);
    const isPage = name === 'a form' || name === 'a button by its form';
    expect(answer?.header('content-type')).toContain(isPage ? 'text/html' : 'application/json');
    if (name === 'a form') expect(answer?.text).toContain('A long text that took me an hour');
    if (name === 'a button by its form') expect(answer?.text).toContain(`href="/content/${item}"`);
    const counts = [
      await world.countOf('likes'),
      await world.countOf('ratings'),
      await world.countOf('follows'),
    ];
    expect(counts).toEqual([0, 0, 0]);
  });
});

describe.each(['40P01', '40001'])('a write that lost once with %s', (code) => {
  test.each(Object.keys(changes))('%s is run again, and takes effect once', async (name) => {
    for (const table of ['likes', 'ratings', 'follows'])
      await world.em().getConnection().execute(`delete from ${table}`);
    await row(world.em())`update content_stats set likes = 0, rating_sum = 0, rating_count = 0`;
    await refuse(code, 1);
    const answer = await changes[name]?.();
    await refuse(code, 0);
    expect([200, 303]).toContain(answer?.status);
    const counts = [
      await world.countOf('likes'),
      await world.countOf('ratings'),
      await world.countOf('follows'),
    ];
    expect(counts.reduce((sum, each) => sum + each)).toBe(1);
    for (const table of ['likes', 'ratings', 'follows'])
      await world.em().getConnection().execute(`delete from ${table}`);
    await row(world.em())`update content_stats set likes = 0, rating_sum = 0, rating_count = 0`;
  });
});

test('a locked table: pages, feeds, media and calls are answered 503 with Retry-After', async () => {
  const asked: [string, Asked?][] = [
    ['/discover?category=training', { headers: html }],
    [`/content/${item}`, { headers: html, as: member }],
    ['/studio/content', { headers: html, as: member }],
    ['/feed.xml'],
    ['/sitemap.xml'],
    [`/media/${key}/320.webp`],
    [`/api/content/${item}`],
    ['/api/my-likes', { as: member }],
    [`/api/content/${item}/like`, { method: 'POST', json: { liked: true }, as: member }],
  ];
  const began = performance.now();
  const answers = await whileLocked('content, media, likes', () =>
    Promise.all(asked.map(([path, how]) => world.ask(path, how))),
  );
  reportTime('Answers beside a locked table', performance.now() - began, 11_000);
  const messages = answers.map((answer, n) => [asked[n]?.[0], answer.status, answer.header('retry-after')]);
  expect(messages).toEqual(asked.map(([path]) => [path, 503, '5']));
  expect((await world.ask(`/content/${item}`, { headers: html, as: member })).status).toBe(200);
}, 60_000);

test('a locked table of sessions: members get an error page, visitors are served', async () => {
  const answers = await whileLocked('sessions', async () => {
    // What the site read of a member a moment ago serves for two seconds (ADR-061).
    await setTimeout(2_100);
    return Promise.all([
      world.ask('/discover', { headers: html, as: member }),
      world.ask('/api/user', { as: member }),
      world.ask('/discover', { headers: html }),
    ]);
  });
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
  expect(answers[0]?.header('retry-after')).toBe('5');
  expect(answers[0]?.text).toContain('Back in a moment');
}, 60_000);
