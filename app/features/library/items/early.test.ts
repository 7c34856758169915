import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { type AccessFacts, canView } from '../../../domain/can-view.ts';
import { tierNow } from '../../../domain/early.ts';
import { type Tier, tiers } from '../../../domain/tiers.ts';
import type { Viewer } from '../../../scope.ts';
import { mayServe } from '../../core/media/media-gate.server.ts';
import { filtersOf } from '../catalog/filters.schema.ts';
import { listContent } from '../catalog/lists.server.ts';
import * as siteFeed from '../feeds/site-feed.api.ts';

const world = testWorld();
const start = world.clock.at.getTime();

interface Drawn {
  tier: Tier;
  /** ms before or after the start; null without early access. */
  early: number | null;
  isBought: boolean;
}

async function makeAnew(creator: Viewer, buyer: Viewer, drawn: Drawn[]) {
  for (const table of ['purchases', 'media', 'content']) {
    await world.em().getConnection().execute(`delete from ${table}`);
  }
  const made = new Map<number, AccessFacts>();
  for (const { tier, early, isBought } of drawn) {
    const earlyUntil = early === null ? null : new Date(start + early);
    const id = await world.item({ creator: creator.id, tier, earlyUntil, hasPicture: true });
    if (isBought) await world.bought(buyer, id);
    made.set(id, { creatorId: creator.id, status: 'published', tier, earlyUntil, bought: isBought });
  }
  return made;
}

const listed = async (viewer: Viewer | null, query: Record<string, string> = {}) => {
  const filters = filtersOf(new URLSearchParams(query));
  return (await listContent(world.scope(viewer), { filters, size: 48 })).items;
};

/** Which items' pictures the gate gives out, with an address signed for the viewer, and whether to all. */
async function served(viewer: Viewer | null) {
  const scope = world.scope(viewer);
  const media = { ...scope.media, localPath: async () => '/somewhere' };
  const keys = await rows<{ id: number; key: string }>(scope.em)`select content_id as id, key from media`;
  const answers = keys.map(async ({ id, key }) => {
    const file = await mayServe({ ...scope, media }, { key, variant: '320.jpg', isSigned: true });
    return [id, file && { isPublic: file.isPublic }] as const;
  });
  return new Map(await Promise.all(answers));
}

test('lists, filters, the feed and the media addresses follow the access rule, whatever the tier, date and clock', async () => {
  const [creator, buyer] = [await world.person(), await world.person()];
  const members = await Promise.all(tiers.map((plan) => world.person({ plan })));
  const viewers = [null, ...members, creator, buyer, await world.person({ isAdmin: true })];
  const moment = fc.constantFrom(-60_000, -1000, -1, 0, 1, 999, 1000, 60_000);
  const item = fc.record({
    tier: fc.constantFrom(...tiers),
    early: fc.option(moment),
    isBought: fc.boolean(),
  });
  const all = fc.array(item, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(all, moment, async (drawn, clock) => {
      world.clock.at = new Date(start + clock);
      const now = world.clock.at;
      const made = await makeAnew(creator, buyer, drawn);
      for (const viewer of viewers) {
        const may = [...made].filter(([, facts]) =>
          canView(viewer, { ...facts, bought: facts.bought && viewer === buyer }, now),
        );
        const open = (await listed(viewer)).filter(({ mediaAccess }) => mediaAccess !== 'locked');
        const ids = may.map(([id]) => id).sort();
        expect(open.map(({ id }) => id).sort()).toEqual(ids);
        const given = await served(viewer);
        expect([...made.keys()].filter((id) => given.get(id)).sort()).toEqual(ids);
        for (const [id, facts] of may) {
          expect(given.get(id)).toEqual({ isPublic: tierNow(facts, now) === 'free' });
        }
      }
      const wanted = (tier: Tier) =>
        [...made].filter(([, facts]) => tierNow(facts, now) === tier).map(([id]) => id);
      for (const tier of tiers) {
        expect((await listed(null, { tier })).map(({ id }) => id).sort()).toEqual(wanted(tier).sort());
      }
      const feed = await (await world.send(siteFeed.loader, null, '/feed.xml')).text();
      const fed = [...feed.matchAll(/<link>[^<]*\/content\/(\d+)<\/link>/g)].map(([, id]) => Number(id));
      expect(fed.sort()).toEqual(wanted('free').sort());
    }),
    { numRuns: 20 },
  );
}, 60_000);
