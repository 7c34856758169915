import { beforeAll, describe, expect, test } from 'vitest';
import { fillTables, vacuum } from '../../../../tests/support/database/bulk-data.ts';
import { watched } from '../../../../tests/support/database/plans.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { MemberScope, Scope, Viewer } from '../../../scope.ts';
import { itemsOfPosition, itemsOfTransition } from './items-of.server.ts';
import { itemMap } from './link-view.server.ts';
import { taughtPositions, taughtTransitions, transitionOpenings } from './taught.server.ts';

const world = testWorld();
/** TAUGHT_LINKS=1000000 is the size that the site promises. */
const links = Number(process.env.TAUGHT_LINKS || 200_000);
const [transitions, positions] = [1_500, 700];
let viewer: Viewer;

/** The viewer has made all linked items. Half of those of position 7 are not published, and they are the newest. */
beforeAll(async () => {
  viewer = await world.person({ plan: 'premium' });
  await fillTables(world.em(), ['content', 'content_stats', 'content_map_links'], async (em) => {
    await row(em)`insert into map_positions (slug, name, family)
      select 'p' || n, 'position ' || n, 'other' from generate_series(1, ${positions}::int) n`;
    await row(em)`insert into map_transitions (slug, name, from_id, to_id)
      select 't' || n, 'transition ' || n, 1 + n % ${positions}::int, 1 + (n + 1) % ${positions}::int
      from generate_series(1, ${transitions}::int) n`;
    await row(
      em,
    )`insert into map_terms (slug, kind) select 'm' || n, 'action' from generate_series(1, 100) n`;
    await row(em)`insert into content (id, creator_id, title, category, tier, content_type, published_at)
      select n, ${viewer.id}::int, 'n', 'training', 'vip', 'image', now() - n * interval '1 second'
      from generate_series(1, ${links}::int) n where n % 20 = 0 or n % ${positions}::int = 7`;
    await row(em)`insert into content_stats (content_id, creator_id, is_published)
      select id, creator_id, true from content`;
    await row(em)`insert into content_map_links
        (content_id, starts_id, transition_id, term_id, ends_id, is_published, tier, price_cents)
      select n, 1 + n % ${positions}::int, 1 + n % ${transitions}::int, 1 + n % 100, 1 + (n + 1) % ${positions}::int,
        n % ${positions}::int <> 6 or n < ${links / 2}::int, (array['vip', 'vip', 'premium'])[1 + n % 3],
        case when n % 9 = 0 then 100 + n % 5000 end
      from generate_series(1, ${links}::int) n`;
  });
  await vacuum(world.database.url);
}, 300_000);

/** What one reading may discard or gather; a page has 12 items. */
async function costOf(read: (scope: MemberScope) => Promise<unknown>, most = 100) {
  const { scope, plans } = watched(world.scope(viewer));
  await read(scope as MemberScope);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(
      plan.scanned.filter((table) => /content|media/.test(table)),
      plan.sql,
    ).toEqual([]);
    expect(plan.wasted, plan.sql).toBeLessThan(most);
    expect(plan.gathered, plan.sql).toBeLessThan(most);
  }
}

describe(`with ${links} linked items`, () => {
  const page = { size: 12, after: null };
  test.each<[string, (scope: Scope) => Promise<{ items: unknown[]; after: string | null }>]>([
    ['items of a transition', (scope) => itemsOfTransition(scope, 80, page)],
    ['items of a position', (scope) => itemsOfPosition(scope, 20, page)],
    ['items of a position whose newest are drafts', (scope) => itemsOfPosition(scope, 7, page)],
  ])('%s: a page reads its own rows, the first and a later one', async (_, list) => {
    await costOf(list);
  });

  test('the question what is taught costs a few probes for each transition', async () => {
    const taught = await taughtTransitions(world.scope());
    expect(taught.size).toBe(transitions);
    expect([taught.get(1), taught.get(3)]).toEqual([
      { tier: 'vip', priceCents: expect.any(Number) },
      { tier: 'premium', priceCents: null },
    ]);
    expect((await taughtPositions(world.scope())).size).toBe(positions);
    const most = 2 * transitions;
    for (const read of [taughtTransitions, taughtPositions]) await costOf(read, most);
    await costOf(transitionOpenings, most);
  });

  test('what an item shows is read by ids', () => costOf((scope) => itemMap(scope, 20)));
});
