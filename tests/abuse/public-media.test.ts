import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { form, picture } from '../support/media/upload-form.ts';
import { sharedWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';

/** How caches may store media that are public now. */
const world = sharedWorld();
let [owner, key] = ['', ''];
let [item, creatorId] = [0, 0];

beforeAll(async () => {
  const creator = await world.person({ plan: 'vip' });
  creatorId = creator.id;
  owner = await world.signIn(creator);
  const words = { title: 'Free sweep', category: 'training', tier: 'free' };
  const { body } = form([
    ...Object.entries(words).map(([name, value]) => [name, value] as [string, string]),
    ['files', await picture(1400, 900), 'one.png'],
  ]);
  const made = await world.ask('/api/content', { method: 'POST', body: body as FormData, as: owner });
  item = made.json().id;
  const found = await row<{ key: string }>(world.em())`select key from media where content_id = ${item}`;
  key = found?.key ?? '';
}, 60_000);
beforeEach(async () => {
  await row(world.em())`update content set status = 'published', tier = 'free', early_until = null
    where id = ${item}`;
});

const get = (variant: string, headers: Record<string, string> = {}) =>
  world.ask(`/media/${key}/${variant}`, { headers });

describe('public media', () => {
  test('are cached for a bounded time, and revalidated without their bytes', async () => {
    for (const variant of ['640.webp', '1280.avif', 'teaser.webp']) {
      const first = await get(variant);
      const [, ...times] =
        /^public, max-age=(\d+), s-maxage=(\d+), stale-while-revalidate=(\d+)$/.exec(
          first.header('cache-control'),
        ) ?? [];
      const [browser = 0, shared = 0, stale = 0] = times.map(Number);
      expect([first.status, browser <= 3_600, shared <= 300, stale <= 86_400]).toEqual([
        200,
        true,
        true,
        true,
      ]);
      // Long enough that no image is fetched twice in one visit.
      expect(Math.min(browser, shared, stale)).toBeGreaterThanOrEqual(300);
      const again = await get(variant, { 'if-none-match': first.header('etag') });
      expect([again.status, again.bytes.length, again.header('cache-control')]).toEqual([
        304,
        0,
        first.header('cache-control'),
      ]);
    }
  });

  const after: [string, boolean, () => Promise<unknown>][] = [
    [
      'was taken down',
      true,
      () => row(world.em())`update content set status = 'suspended' where id = ${item}`,
    ],
    [
      'was withdrawn',
      true,
      () => row(world.em())`update content set status = 'withdrawn' where id = ${item}`,
    ],
    ['became a draft', true, () => row(world.em())`update content set status = 'draft' where id = ${item}`],
    ['became paid', false, () => row(world.em())`update content set tier = 'vip' where id = ${item}`],
    [
      'is for VIPs first',
      false,
      () => row(world.em())`update content set early_until = now() + interval '1 day' where id = ${item}`,
    ],
  ];
  test.each(after)('of an item that %s are closed at the next request', async (_what, alsoTeaser, change) => {
    const known = await Promise.all(['640.webp', '640.jpg', 'teaser.webp'].map((variant) => get(variant)));
    expect(known.map(({ status }) => status)).toEqual([200, 200, 200]);
    await change();
    const since = known[0]?.header('last-modified') ?? '';
    for (const [at, variant] of ['640.webp', '640.jpg', 'teaser.webp'].entries()) {
      if (variant === 'teaser.webp' && !alsoTeaser) continue;
      const tag = { 'if-none-match': known[at]?.header('etag') ?? '' };
      for (const condition of [{}, tag, { 'if-modified-since': since }, { 'if-none-match': '*' }]) {
        const answer = await get(variant, condition as Record<string, string>);
        expect([variant, answer.status, answer.bytes.length, answer.header('cache-control')]).toEqual([
          variant,
          404,
          0,
          'private, no-store',
        ]);
        expect(answer.headers.etag).toBeUndefined();
      }
    }
  });

  test('of a member who is suspended or deleted are closed at the next request', async () => {
    const suspend = (to: string) =>
      row(world.em())`update users set status = ${to}, profile_image_key = ${key} where id = ${creatorId}`;
    await row(world.em())`update content set status = 'draft' where id = ${item}`;
    await suspend('active');
    const picture = await get('320.webp');
    expect(picture.status).toBe(200);
    const tag = { 'if-none-match': picture.header('etag') };
    expect((await get('320.webp', tag)).status).toBe(304);
    await suspend('suspended');
    expect((await get('320.webp', tag)).status).toBe(404);
    await suspend('active');
  });
});
