import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { secret, testWorld } from '../../../tests/support/world.ts';
import { row } from '../../db/sql.server.ts';
import { isSignedFor, signedAddress } from '../../media/addresses.server.ts';
import type { Variant } from '../../media/media.ts';
import type { Viewer } from '../../scope.ts';
import * as creatorPage from '../creators/creator.page.tsx';
import * as featuredCall from '../featured/featured.api.ts';
import { listFeatured } from '../featured/featured.server.ts';
import * as creatorFeed from '../feeds/creator-feed.api.ts';
import * as siteFeed from '../feeds/site-feed.api.ts';
import * as dashboard from '../site/dashboard.page.tsx';
import { mayServe } from '../uploads/media-gate.server.ts';
import * as listCall from './content.api.ts';
import * as itemPage from './content.page.tsx';
import * as discover from './discover.page.tsx';
import * as itemCall from './item.api.ts';
import { ItemFacts } from './item-facts.tsx';
import { FirstMedia, MoreMedia } from './item-media.tsx';
import type { ItemView } from './item-view.server.ts';
import { shareTags } from './share-tags.ts';
import { type Tier, tiers } from './words.ts';

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

interface Guarded {
  id: number;
  picture: string;
  film: string;
  step: string;
}
const items = {} as Record<Tier, Guarded>;
const people: Record<string, Viewer | null> = { visitor: null };
const stored: Variant[] = ['320.avif', '640.jpg', 'teaser.webp', 'video.mp4'];

beforeAll(async () => {
  for (const plan of tiers) people[plan] = await world.person({ plan });
  people.buyer = await world.person();
  people.owner = await world.person({ username: 'the_owner' });
  people.admin = await world.person({ isAdmin: true });
  for (const tier of tiers) items[tier] = await guardedItem(tier);
  await row(world.em())`insert into follows (follower_id, creator_id)
    select id, ${people.owner.id} from users where id <> ${people.owner.id}`;
});

async function guardedItem(tier: Tier): Promise<Guarded> {
  const [picture, film] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const creator = people.owner?.id ?? 0;
  const id = await world.item({
    creator,
    tier,
    contentType: 'mixed',
    priceCents: 500,
    techniqueType: 'guard',
  });
  const step = `secret step of ${tier} ${picture.slice(0, 6)}`;
  await row(world.em())`update content set steps = ${[step]}::text[] where id = ${id}`;
  const scope = world.scope();
  await mkdir(scope.tempDir, { recursive: true });
  for (const [position, key] of [picture, film].entries()) {
    const [kind, mime] = position === 0 ? ['image', 'image/png'] : ['video', 'video/mp4'];
    await row(world.em())`
      insert into media (key, owner_id, content_id, position, kind, status, mime, width, height, bytes, color, widths)
      values (${key}, ${creator}, ${id}, ${position}, ${kind}, 'ready', ${mime}, 640, 480, 9, '#aabbcc', '{320,640}')`;
    for (const variant of stored) {
      await writeFile(`${scope.tempDir}/${key}`, `${variant} of ${key}`);
      await scope.media.put(key, variant, `${scope.tempDir}/${key}`);
    }
  }
  await row(
    world.em(),
  )`insert into featured (title, creator, content_id) values (${`Featured ${tier}`}, 'X', ${id})`;
  if (people.buyer) await world.bought(people.buyer, id);
  return { id, picture, film, step };
}

/** Every address of the site that speaks of items, as text, for one viewer. */
async function everythingSaidTo(viewer: Viewer | null): Promise<Record<string, string>> {
  const text = async (...asked: Parameters<typeof world.send>) => (await world.send(...asked)).text();
  const said: Record<string, string> = {
    'list as JSON': await text(listCall.loader, viewer, '/api/content'),
    'search as JSON': await text(listCall.loader, viewer, '/api/content?search=item&sort=popular'),
    Discover: await text(discover.loader, viewer, '/discover'),
    "the creator's page": await text(creatorPage.loader, viewer, '/creators/the_owner', {
      username: 'the_owner',
    }),
    'the feed': await text(siteFeed.loader, viewer, '/feed.xml'),
    "the creator's feed": await text(creatorFeed.loader, viewer, '/creators/the_owner/feed.xml', {
      username: 'the_owner',
    }),
    'featured as JSON': await text(featuredCall.loader, viewer, '/api/featured-content'),
    'landing cards': JSON.stringify(await listFeatured(world.scope(viewer), 9)),
  };
  if (viewer) {
    said.dashboard = await text(dashboard.loader, viewer, '/dashboard');
    said['following feed'] = await text(dashboard.loader, viewer, '/dashboard?feed=following');
  }
  for (const tier of tiers) {
    const id = String(items[tier].id);
    said[`${tier} item as JSON`] = await text(itemCall.loader, viewer, `/api/content/${id}`, { id });
    const data = await (await world.send(itemPage.loader, viewer, `/content/${id}`, { id })).json();
    const view = data.item as ItemView;
    said[`${tier} item's page`] = JSON.stringify(data);
    said[`${tier} item's markup`] = renderToStaticMarkup(
      <ItemFacts item={view}>
        <FirstMedia item={view} />
        <MoreMedia item={view} />
      </ItemFacts>,
    );
    said[`${tier} item's share tags`] = JSON.stringify(shareTags(view));
  }
  return said;
}

/** What the door of the bytes does with an address that this viewer asks for. */
async function serves(viewer: Viewer | null, address: string): Promise<boolean> {
  const scope = world.scope(viewer);
  const url = new URL(address, scope.origin);
  const [, , key = '', name] = url.pathname.split('/');
  const variant = name as Variant;
  const viewerId = viewer ? String(viewer.id) : null;
  const isSigned = isSignedFor(secret, { key, variant, query: url.searchParams, viewerId, now: scope.now() });
  return (await mayServe(scope, { key, variant, isSigned })) !== null;
}

describe.each(Object.keys(opens))('what is said to %s', (who) => {
  let said: Record<string, string>;
  beforeAll(async () => {
    said = await everythingSaidTo(people[who] ?? null);
  });

  test.each(tiers)('about a %s item holds no more than they may open', (tier) => {
    const { id, picture, film, step } = items[tier];
    const isOpen = opens[who]?.includes(tier);
    for (const [where, text] of Object.entries(said)) {
      const addresses = text.match(new RegExp(`/media/${picture}/[^"\\s\\\\]+`, 'g')) ?? [];
      if (isOpen && !where.endsWith('share tags')) continue;
      expect(text, where).not.toContain(film);
      expect(text, where).not.toContain(step);
      const allowed = tier === 'free' ? /\/640\.jpg$/ : /\/teaser\.webp$/;
      for (const address of addresses) expect(address, where).toMatch(allowed);
      expect(text.split(picture).length - 1, where).toBe(addresses.length);
    }
    const page = said[`${tier} item's page`] ?? '';
    expect(page.includes(film) && page.includes(step)).toBe(isOpen);
    const json = JSON.parse(said[`${tier} item as JSON`] ?? '{}');
    expect(json).toMatchObject({ id, locked: !isOpen });
    expect(json.videoUrl === null).toBe(!isOpen);
  });

  test('of what they may open, every address is theirs and works', async () => {
    const viewer = people[who] ?? null;
    const all = Object.values(said).join('\n').replaceAll('&amp;', '&');
    const addresses = [...new Set(all.match(/\/media\/[0-9a-f]{32}\/[^"\s\\,]+/g))];
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses.filter((each) => stored.some((variant) => each.includes(variant)))) {
      expect(await serves(viewer, address), address).toBe(true);
    }
  });
});

describe('bytes', () => {
  test.each(cases)('%s and a %s item: open is %s', async (who, tier, isOpen) => {
    const viewer = people[who] ?? null;
    const signed = (key: string, variant: Variant, viewerId: string) =>
      signedAddress(secret, { key, variant, viewerId, now: world.clock.at });
    for (const key of [items[tier].picture, items[tier].film]) {
      expect(await serves(viewer, `/media/${key}/teaser.webp`)).toBe(true);
      for (const variant of ['320.avif', '640.jpg', 'video.mp4'] as const) {
        // Even an address signed for this very viewer, as one kept from better days, opens nothing locked.
        expect(await serves(viewer, signed(key, variant, String(viewer?.id ?? 0)))).toBe(isOpen);
        expect(await serves(viewer, signed(key, variant, '999'))).toBe(tier === 'free');
        expect(await serves(viewer, `/media/${key}/${variant}`)).toBe(tier === 'free');
      }
    }
  });

  test.each(['draft', 'withdrawn'] as const)('of a %s item not even the teaser is public', async (status) => {
    const { id, picture } = await guardedItem('free');
    await row(world.em())`update content set status = ${status} where id = ${id}`;
    for (const variant of stored) {
      expect(await serves(null, `/media/${picture}/${variant}`)).toBe(false);
      expect(await serves(people.vip ?? null, `/media/${picture}/${variant}`)).toBe(false);
    }
  });
});
