import { describe, expect, test } from 'vitest';
import { contentTypes } from '../../app/domain/content-terms.ts';
import type { Viewer } from '../../app/scope.ts';
import { wholeSite } from '../support/site/site-harness.ts';
import { row } from '../support/sql.ts';
import { formPost, jsonCall, testWorld } from '../support/world.ts';

const world = testWorld();
const open = wholeSite(world);

const call = async (viewer: Viewer | null, path: string, init: RequestInit = {}) => {
  const { status, html } = await open(viewer, path, init);
  return { status, body: html ? JSON.parse(html) : null };
};
const keys = (text: string) => text.trim().split(/\s+/);

const userKeys =
  keys(`id email firstName lastName username profileImageUrl isAdmin subscriptionTier martialArt
  beltLevel bio acceptsRequests payoutEmail`);
const itemKeys = keys(`id userId title description imageUrl videoUrl contentType subscriptionTier category
  techniqueType difficultyLevel beltLevelRequired tags views likes averageRating totalRatings isForSale price
  salesCount locked creator createdAt`);

describe('the current user', () => {
  test('[E3.1] [E3.2] [E3.4] has its fields; a visitor gets no user', async () => {
    const viewer = await world.person();
    for (const path of ['/api/user', '/api/auth/user']) {
      const { status, body } = await call(viewer, path);
      expect(status).toBe(200);
      for (const key of userKeys) expect(body).toHaveProperty(key);
      expect(body).toMatchObject({ id: viewer.id, email: viewer.email, subscriptionTier: 'free' });
      expect((await call(null, path)).status).toBe(401);
    }
  });

  test('[E3.3] never contains a password, and takes one in the registration only', async () => {
    const fields = { firstName: 'Ana', lastName: 'Reis', username: 'ana', email: 'ana@example.com' };
    const passwords = { password: 'secret1', confirmPassword: 'secret1' };
    const made = await call(null, '/api/register', jsonCall('POST', { ...fields, ...passwords }));
    expect(made.status).toBe(201);
    const viewer = await world.person();
    const hash = () => row(world.em())`select password_hash from users where id = ${viewer.id}`;
    const before = await hash();
    await call(viewer, '/api/profile', jsonCall('PATCH', { bio: 'Guard.', password: 'secret2' }));
    expect(await hash()).toEqual(before);
    for (const body of [made.body, (await call(viewer, '/api/user')).body]) {
      expect(JSON.stringify(body)).not.toMatch(/password|secret|argon/i);
    }
  });
});

describe('an item', () => {
  test('[E3.5] [E3.6] has its fields; description and video may be missing', async () => {
    const viewer = await world.person({ plan: 'vip' });
    const id = await world.item({ tier: 'vip', priceCents: 499, hasPicture: true });
    const { body } = await call(viewer, `/api/content/${id}`);
    for (const key of itemKeys) expect(body).toHaveProperty(key);
    expect(body).toMatchObject({
      id,
      price: 4.99,
      isForSale: true,
      locked: false,
      subscriptionTier: 'vip',
      description: null,
      videoUrl: null,
    });
    const [listed] = (await call(viewer, '/api/content')).body;
    expect(Object.keys(listed)).toEqual(expect.arrayContaining(itemKeys));
  });

  test('[E3.7] [E3.8] [E3.9] is image, video or mixed, and of three tiers by either name', async () => {
    for (const contentType of contentTypes) {
      const id = await world.item({ contentType });
      const { body } = await call(null, `/api/content/${id}`);
      expect(body).toMatchObject({ contentType, beltLevelRequired: 'white' });
    }
    expect([...contentTypes]).toEqual(['image', 'video', 'mixed']);
    const wrong = row(world.em())`update content set content_type = 'sound'`;
    await expect(wrong).rejects.toThrow();
    await world.item({ tier: 'premium' });
    const found = async (query: string) =>
      (await call(null, `/api/content?${query}`)).body.map(
        (each: { subscriptionTier: string }) => each.subscriptionTier,
      );
    expect(await found('subscriptionTier=premium')).toEqual(['premium']);
    expect(await found('tier=PREMIUM')).toEqual(['premium']);
  });
});

describe('likes', () => {
  test('[E3.17] [E4.6] [E4.7] the answer says liked; my-likes and the item follow', async () => {
    const viewer = await world.person();
    const id = await world.item();
    const state = async () => ({
      mine: (await call(viewer, '/api/my-likes')).body,
      likes: (await call(viewer, `/api/content/${id}`)).body.likes,
      pressed: /\/like"[\s\S]*?aria-pressed="(\w+)"/.exec((await open(viewer, `/content/${id}`)).html)?.[1],
    });
    expect(await state()).toEqual({ mine: [], likes: 0, pressed: 'false' });
    const like = () => call(viewer, `/api/content/${id}/like`, { method: 'POST' });
    expect((await like()).body).toMatchObject({ liked: true });
    expect(await state()).toEqual({ mine: [id], likes: 1, pressed: 'true' });
    expect((await like()).body).toMatchObject({ liked: false });
    expect(await state()).toEqual({ mine: [], likes: 0, pressed: 'false' });
  });

  test('[E6.5] a member likes, and rates only what they can view', async () => {
    const viewer = await world.person();
    const [free, vip] = [await world.item(), await world.item({ tier: 'vip' })];
    const rate = async (id: number) =>
      (await call(viewer, `/api/content/${id}/rating`, jsonCall('POST', { rating: 5 }))).status;
    expect([await rate(free), await rate(vip)]).toEqual([200, 403]);
    expect((await open(viewer, `/content/${free}/like`, formPost({ liked: '1' }))).status).toBe(303);
    expect((await call(viewer, '/api/my-likes')).body).toEqual([free]);
  });
});

test('[E9.9] a video may have 100MB, and not a byte more', async () => {
  const viewer = await world.person();
  const begin = (bytes: number) =>
    call(
      viewer,
      '/api/uploads',
      jsonCall('POST', { name: 'roll.webm', bytes, head: '1a45dfa30000000000000000' }),
    );
  const most = 100 * 1024 ** 2;
  expect((await begin(most)).status).toBe(201);
  const refused = await begin(most + 1);
  expect(refused.status).toBe(422);
  expect(refused.body.errors.files).toEqual([
    'File Too Large: Please select a file smaller than 100MB (roll.webm has 104.9 MB).',
  ]);
});

test('[E5.30] a script on a phone gets the phone’s words', async () => {
  const viewer = await world.person();
  const begin = async (more: object) => {
    const facts = {
      name: 'mat.png',
      bytes: 10 * 1024 ** 2 + 1,
      head: '89504e470d0a1a0a0000000d',
      onPhone: true,
    };
    return (await call(viewer, '/api/uploads', jsonCall('POST', { ...facts, ...more }))).body.errors.files[0];
  };
  expect(await begin({})).toMatch(/^File too large: Please select files smaller than 10MB/);
  expect(await begin({ bytes: 9, head: '25504446' })).toMatch(
    /^Invalid file type: Please select image files only/,
  );
});
