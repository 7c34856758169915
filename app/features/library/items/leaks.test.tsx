import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  everythingSaidTo,
  type GuardedItem,
  guardedItem,
  serves,
  storedVariants,
} from '../../../../tests/support/exposure.tsx';
import { row } from '../../../../tests/support/sql.ts';
import { secret, testWorld } from '../../../../tests/support/world.ts';
import { type Tier, tiers } from '../../../domain/tiers.ts';
import { signedAddress } from '../../../media/addresses.server.ts';
import type { Variant } from '../../../media/media.ts';
import type { Viewer } from '../../../scope.ts';
import { findCard } from '../catalog/cards.server.ts';
import { findItem } from './item.server.ts';

const world = testWorld();

/** The table this test exists for, written out by hand: who may open which tier. */
const opens: Record<string, readonly Tier[]> = {
  visitor: ['free'],
  free: ['free'],
  premium: ['free', 'premium'],
  vip: ['free', 'premium', 'vip'],
  buyer: ['free', 'premium', 'vip'],
  owner: ['free', 'premium', 'vip'],
  admin: ['free', 'premium', 'vip'],
};
const cases = Object.keys(opens).flatMap((who) =>
  tiers.map((tier) => [who, tier, opens[who]?.includes(tier)] as const),
);

const items = {} as Record<Tier, GuardedItem>;
const people: Record<string, Viewer | null> = { visitor: null };
let creator: Viewer;

beforeAll(async () => {
  for (const plan of tiers) people[plan] = await world.person({ plan });
  const buyer = await world.person();
  creator = await world.person({ username: 'the_owner' });
  Object.assign(people, { buyer, owner: creator, admin: await world.person({ isAdmin: true }) });
  for (const tier of tiers) items[tier] = await guardedItem(world, { creator, tier, buyer });
  await row(world.em())`insert into follows (follower_id, creator_id)
    select id, ${creator.id} from users where id <> ${creator.id}`;
});

describe.each(Object.keys(opens))('what %s gets', (who) => {
  let said: Record<string, string>;
  beforeAll(async () => {
    said = await everythingSaidTo(world, people[who] ?? null, { creator, items });
  });

  test.each(tiers)('about a %s item is no more than they may open', (tier) => {
    const { id, picture, video, second, clip, first, step } = items[tier];
    const isOpen = opens[who]?.includes(tier);
    for (const [where, text] of Object.entries(said)) {
      const addresses = text.match(new RegExp(`/media/${picture}/[^"\\s\\\\]+`, 'g')) ?? [];
      if (isOpen && !where.endsWith('share tags')) continue;
      expect(text, where).not.toContain(video);
      expect(text, where).not.toContain(second);
      expect(text, where).not.toContain(clip);
      expect(text, where).not.toContain(step);
      const allowed = tier === 'free' ? /\/640\.jpg$/ : /\/teaser\.webp$/;
      for (const address of addresses) expect(address, where).toMatch(allowed);
      expect(text.split(picture).length - 1, where).toBe(addresses.length);
    }
    const page = said[`${tier} item's page`] ?? '';
    expect(page.includes(video) && page.includes(step)).toBe(isOpen);
    expect(page).toContain(first);
    for (const where of [`${tier} item's loop`, `${tier} item's clip as JSON`])
      expect(said[where]?.includes(`/media/${clip}/clip.mp4`), where).toBe(isOpen);
    for (const where of ['Discover', 'landing cards'])
      expect(said[where]?.includes(`/media/${second}/320.avif`), where).toBe(isOpen);
    // Who may save it has its bytes in packs, and who may not does not.
    const saves = isOpen && who !== 'visitor' && who !== 'free';
    for (const where of [`${tier} item's pack`, `${tier} item in a pack`]) {
      expect(said[where]?.includes(step), where).toBe(isOpen);
      for (const key of [picture, video, second]) expect(said[where]?.includes(key), where).toBe(saves);
    }
    for (const where of [`${tier} item's comments`, `${tier} item's comments as JSON`])
      expect(said[where]?.includes(step), where).toBe(isOpen);
    for (const where of [`${tier} item's sheet`, `${tier} item's sheet as JSON`]) {
      expect(said[where]?.includes(step), where).toBe(isOpen);
      expect(said[where]).toContain(first);
    }
    const json = JSON.parse(said[`${tier} item as JSON`] ?? '{}');
    expect(json).toMatchObject({ id, locked: !isOpen });
    expect(json.videoUrl === null).toBe(!isOpen);
  });

  test('includes a working address of their own for all they may open', async () => {
    const viewer = people[who] ?? null;
    const all = Object.values(said).join('\n').replaceAll('&amp;', '&');
    const addresses = [...new Set(all.match(/\/media\/[0-9a-f]{32}\/[^"\s\\,]+/g))];
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses.filter((each) =>
      [...storedVariants, 'clip.mp4'].some((variant) => each.includes(variant)),
    )) {
      expect(await serves(world, viewer, address), address).toBe(true);
    }
  });
});

describe('the loop of a video', () => {
  beforeAll(() => row(world.em())`update media set has_loop = true where kind = 'video'`);
  afterAll(() => row(world.em())`update media set has_loop = false where kind = 'video'`);

  test.each(cases)('on the cards that %s gets, %s items: moves is %s', async (who, tier, isOpen) => {
    const viewer = people[who] ?? null;
    const said = await everythingSaidTo(world, viewer, { creator, items });
    const { video, second } = items[tier];
    for (const where of ['Discover', "the creator's page", 'landing cards']) {
      const [address] = said[where]?.match(new RegExp(`/media/${video}/loop\\.avif[^"\\s]*`)) ?? [];
      expect(address !== undefined, where).toBe(isOpen);
      expect(said[where], where).not.toContain(second);
      if (address) expect(await serves(world, viewer, address), where).toBe(true);
    }
  });
});

test('a clip of an item whose tier was raised is closed to those who had its address', async () => {
  const { id, clip } = await guardedItem(world, { creator, tier: 'free' });
  expect(await serves(world, null, `/media/${clip}/clip.mp4`)).toBe(true);
  await row(world.em())`update content set tier = 'vip' where id = ${id}`;
  expect(await serves(world, null, `/media/${clip}/clip.mp4`)).toBe(false);
  expect(await serves(world, people.premium ?? null, `/media/${clip}/clip.mp4`)).toBe(false);
});

describe('bytes', () => {
  test.each(cases)('%s and a %s item: open is %s', async (who, tier, isOpen) => {
    const viewer = people[who] ?? null;
    const signed = (key: string, variant: Variant, viewerId: string) =>
      signedAddress(secret, { key, variant, viewerId, now: world.clock.at });
    for (const key of [items[tier].picture, items[tier].video, items[tier].second]) {
      expect(await serves(world, viewer, `/media/${key}/teaser.webp`)).toBe(true);
      for (const variant of ['320.avif', '640.jpg', 'loop.avif', 'video.mp4'] as const) {
        // Even an address signed for this viewer, kept from before, opens nothing locked.
        expect(await serves(world, viewer, signed(key, variant, String(viewer?.id ?? 0)))).toBe(isOpen);
        expect(await serves(world, viewer, signed(key, variant, '999'))).toBe(tier === 'free');
        expect(await serves(world, viewer, `/media/${key}/${variant}`)).toBe(tier === 'free');
      }
    }
  });

  test.each(cases)('of a clip: %s and a %s item: open is %s', async (who, tier, isOpen) => {
    const viewer = people[who] ?? null;
    const { clip, video } = items[tier];
    const signed = (key: string, variant: Variant, viewerId: string) =>
      signedAddress(secret, { key, variant, viewerId, now: world.clock.at });
    const own = String(viewer?.id ?? 0);
    expect(await serves(world, viewer, signed(clip, 'clip.mp4', own))).toBe(isOpen);
    expect(await serves(world, viewer, signed(clip, 'clip.mp4', '999'))).toBe(tier === 'free');
    expect(await serves(world, viewer, `/media/${clip}/clip.mp4`)).toBe(tier === 'free');
    // Each key opens its own files alone.
    for (const [key, variant] of [
      [clip, 'video.mp4'],
      [clip, 'teaser.webp'],
      [video, 'clip.mp4'],
    ] as const)
      expect(await serves(world, viewer, signed(key, variant, own))).toBe(false);
  });

  test.each(['draft', 'withdrawn'] as const)('of a %s item not even the teaser is public', async (status) => {
    const { id, picture, clip } = await guardedItem(world, { creator, tier: 'free' });
    await row(world.em())`update content set status = ${status} where id = ${id}`;
    for (const viewer of [null, people.vip ?? null])
      expect(await serves(world, viewer, `/media/${clip}/clip.mp4`)).toBe(false);
    for (const variant of storedVariants) {
      expect(await serves(world, null, `/media/${picture}/${variant}`)).toBe(false);
      expect(await serves(world, people.vip ?? null, `/media/${picture}/${variant}`)).toBe(false);
    }
  });

  test.each(['removed', 'uploading'] as const)(
    'of a medium that is %s are closed to every viewer',
    async (status) => {
      const { picture, video, clip } = await guardedItem(world, { creator, tier: 'free' });
      const addresses = [`/media/${picture}/640.jpg`, `/media/${clip}/clip.mp4`];
      for (const address of addresses) expect(await serves(world, null, address)).toBe(true);
      await row(world.em())`update media set status = ${status} where key in (${picture}, ${video})`;
      for (const viewer of [null, creator])
        for (const address of addresses) expect(await serves(world, viewer, address)).toBe(false);
    },
  );
});

test.each(['pending', 'cancelled', 'failed', 'review', 'refunded', 'disputed'])(
  'a purchase that is %s opens no bytes, also not by an address that was signed before',
  async (status) => {
    const buyer = await world.person();
    const { id, picture, clip } = await guardedItem(world, { creator, tier: 'vip', buyer });
    const { media, now } = world.scope(buyer);
    const asked = { viewerId: String(buyer.id), now: now(), isPublic: false };
    const signed = [
      media.address({ ...asked, key: picture, variant: '640.jpg' }),
      media.address({ ...asked, key: clip, variant: 'clip.mp4' }),
    ];
    for (const address of signed) expect(await serves(world, buyer, address)).toBe(true);
    await row(world.em())`update purchases set status = ${status} where content_id = ${id}`;
    for (const address of signed) expect(await serves(world, buyer, address)).toBe(false);
    expect(JSON.stringify(await findCard(world.scope(buyer), id))).toContain('"mediaAccess":"locked"');
  },
);

describe('the bytes of a suspended creator’s item', () => {
  beforeAll(() => row(world.em())`update content set status = 'suspended' where creator_id = ${creator.id}`);

  test.each(Object.keys(opens))('open to %s only as a buyer or an admin, in no variant', async (who) => {
    const viewer = people[who] ?? null;
    const { media, now } = world.scope(viewer);
    const isOpen = who === 'buyer' || who === 'admin';
    for (const tier of tiers)
      for (const variant of [...storedVariants, 'clip.mp4'] as const) {
        const { video, clip, picture } = items[tier];
        const key = variant === 'video.mp4' ? video : variant === 'clip.mp4' ? clip : picture;
        const asked = { key, variant, viewerId: viewer ? String(viewer.id) : null, now: now() };
        if (viewer) {
          const signed = media.address({ ...asked, isPublic: false });
          expect(await serves(world, viewer, signed), `${tier} ${variant}, signed`).toBe(isOpen);
        }
        const bare = media.address({ ...asked, isPublic: true });
        expect(await serves(world, viewer, bare), `${tier} ${variant}, bare`).toBe(false);
      }
  });
});

test('a locked item tells its first step and its numbers, but a single step stays hidden', async () => {
  const { id, first } = await guardedItem(world, { creator, tier: 'vip' });
  const seen = () => findItem(world.scope(), id);
  expect(await seen()).toMatchObject({
    steps: [first],
    stepCount: 2,
    pictureCount: 2,
    videoCount: 1,
    allMedia: [],
  });
  await row(world.em())`update content set steps = steps[1:1] where id = ${id}`;
  expect(await seen()).toMatchObject({ steps: [], stepCount: 1 });
});
