import { beforeAll, describe, expect, test } from 'vitest';
import {
  everythingSaidTo,
  type GuardedItem,
  guardedItem,
  serves,
} from '../../../../tests/support/exposure.tsx';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, secret, testWorld } from '../../../../tests/support/world.ts';
import { signedAddress } from '../../../media/addresses.server.ts';
import type { Viewer } from '../../../scope.ts';
import * as ratePage from '../../community/ratings/rate.page.tsx';
import * as listCall from '../catalog/content.api.ts';
import * as siteFeed from '../feeds/site-feed.api.ts';

const world = testWorld();
const opening = new Date(world.clock.at.getTime() + 3_600_000);
const tiers = ['free', 'premium'] as const;

/** Who may open what, a second before the date of early access and from its second on. */
const opens: Record<string, { before: readonly string[]; after: readonly string[] }> = {
  visitor: { before: [], after: ['free'] },
  free: { before: [], after: ['free'] },
  premium: { before: [], after: ['free', 'premium'] },
  vip: { before: tiers, after: tiers },
  buyer: { before: tiers, after: tiers },
  owner: { before: tiers, after: tiers },
  admin: { before: tiers, after: tiers },
};
const feeds = ['the feed', "the creator's feed"];
const moments = { before: -1000, after: 0 } as const;
const items = {} as Record<(typeof tiers)[number], GuardedItem>;
const people: Record<string, Viewer | null> = { visitor: null };
let creator: Viewer;

beforeAll(async () => {
  for (const plan of ['free', 'premium', 'vip'] as const) people[plan] = await world.person({ plan });
  const buyer = await world.person();
  creator = await world.person({ username: 'the_owner' });
  Object.assign(people, { buyer, owner: creator, admin: await world.person({ isAdmin: true }) });
  for (const tier of tiers) {
    items[tier] = await guardedItem(world, { creator, tier, buyer, earlyUntil: opening });
  }
  await row(world.em())`insert into follows (follower_id, creator_id)
    select id, ${creator.id} from users where id <> ${creator.id}`;
});

describe.each(Object.keys(moments) as (keyof typeof moments)[])('the second %s the date', (moment) => {
  beforeAll(() => {
    world.clock.at = new Date(opening.getTime() + moments[moment]);
  });

  describe.each(Object.keys(opens))('to %s', (who) => {
    let said: Record<string, string>;
    beforeAll(async () => {
      said = await everythingSaidTo(world, people[who] ?? null, { creator, items });
    });
    const mayOpen = (tier: string) => opens[who]?.[moment].includes(tier) ?? false;

    test.each(tiers)('no answer holds anything of a %s item that they may not open', async (tier) => {
      const viewer = people[who] ?? null;
      const { id, picture, video, step } = items[tier];
      const isOpen = mayOpen(tier);
      const isPublic = moment === 'after' && tier === 'free';
      for (const [where, text] of Object.entries(said)) {
        const isShared = where.endsWith('share tags') || feeds.includes(where);
        if (isOpen && !isShared) continue;
        expect(text, where).not.toContain(video);
        expect(text, where).not.toContain(step);
        for (const address of text.match(new RegExp(`/media/${picture}/[^"\\s\\\\<]+`, 'g')) ?? []) {
          expect(address, where).toMatch(isPublic ? /\/640\.jpg$/ : /\/teaser\.webp$/);
        }
      }
      const page = said[`${tier} item's page`] ?? '';
      expect(page.includes(video) && page.includes(step)).toBe(isOpen);
      expect(JSON.parse(said[`${tier} item as JSON`] ?? '{}')).toMatchObject({
        id,
        locked: !isOpen,
        subscriptionTier: moment === 'before' ? 'vip' : tier,
        earlyUntil: moment === 'before' ? opening.toISOString() : null,
      });
      const markup = said[`${tier} item's markup`] ?? '';
      expect(markup.includes('What unlocks this')).toBe(!isOpen);
      expect(markup.includes('VIP first until')).toBe(moment === 'before');
      for (const feed of feeds) {
        expect(said[feed]?.includes(`/content/${id}<`), feed).toBe(isPublic);
      }
      for (const key of [picture, video]) {
        for (const variant of ['320.avif', '640.jpg', 'video.mp4'] as const) {
          const address = (viewerId: number) =>
            signedAddress(secret, { key, variant, viewerId: String(viewerId), now: world.clock.at });
          expect(await serves(world, viewer, address(viewer?.id ?? 0))).toBe(isOpen);
          expect(await serves(world, viewer, `/media/${key}/${variant}`)).toBe(isPublic);
        }
      }
    });

    test('filters and ratings follow the same rule', async () => {
      const viewer = people[who] ?? null;
      for (const tier of ['free', 'premium', 'vip']) {
        const answer = await world.send(listCall.loader, viewer, `/api/content?tier=${tier}&search=item`);
        const ids = ((await answer.json()) as { id: number }[]).map(({ id }) => id);
        const wanted =
          moment === 'before' ? (tier === 'vip' ? tiers : []) : tiers.filter((one) => one === tier);
        expect(ids.toSorted(), tier).toEqual(wanted.map((each) => items[each].id).toSorted());
      }
      if (!viewer || viewer === creator) return;
      for (const tier of tiers) {
        const id = String(items[tier].id);
        const rated = await world.send(
          ratePage.action,
          viewer,
          `/content/${id}/rate`,
          { id },
          formPost({ rating: '4' }),
        );
        expect(rated.status, tier).toBe(mayOpen(tier) ? 303 : 403);
      }
    });
  });
});

test('no feed is cached beyond the moment at which an item opens', async () => {
  const kept = async () =>
    (await world.send(siteFeed.loader, null, '/feed.xml')).headers.get('cache-control');
  for (const [ms, seconds] of [
    [-3_600_000, 300],
    [-42_500, 42],
    [-1, 0],
    [0, 300],
  ] as const) {
    world.clock.at = new Date(opening.getTime() + ms);
    expect(await kept()).toBe(`public, max-age=${seconds}`);
  }
});
