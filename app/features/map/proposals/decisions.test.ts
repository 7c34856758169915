import { beforeAll, describe, expect, test } from 'vitest';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { testProposals } from '../../../../tests/support/map/test-proposals.ts';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { setPositionFollow } from '../../community/position-follows/position-follows.server.ts';
import { chooseLinks } from '../../library/map-links/choose.server.ts';
import { itemMap } from '../../library/map-links/link-view.server.ts';
import { findLinks } from '../../library/map-links/links.server.ts';
import { techniqueMap } from '../graph/technique-map.server.ts';
import { findByName } from '../names/find-by-name.server.ts';
import * as positionPage from '../screens/position.page.tsx';
import { thingText } from './map-thing.ts';
import * as ownPage from './own-proposal.page.tsx';

const world = testWorld();
const map = linkedMap(world);
const { people, position, transition, decide, again, stateOf } = testProposals(world);
const at = {} as Record<'half' | 'mount' | 'side', number>;
let member: Viewer;
let curator: Viewer;
let other: Viewer;

beforeAll(async () => {
  at.half = await map.position('half guard');
  at.mount = await map.position('mount');
  at.side = await map.position('side control');
  ({ member, curator } = await people());
  other = await world.person({ isCurator: true, username: 'otto' });
});

const notices = testNotifications(world);
async function notified(): Promise<string[]> {
  await notices.notifyAll();
  return notices.texts(member);
}
const addressOf = (id: number) =>
  world.send(positionPage.loader, null, `/map/p/${id}-x`, { place: `${id}-x` });

describe('accepted', () => {
  test('it is on the map under the right name, found by both names, with an entry and news', async () => {
    const { id, name } = await position('Lazo gard');
    const { version } = await techniqueMap(world.scope());
    const decision = {
      outcome: 'accept',
      name: 'Lasso guard',
      family: 'half-guard',
      looksLike: 'half guard',
    };
    await decide({ kind: 'position', id }, decision);
    const now = await techniqueMap(world.scope());
    expect(now.version).not.toBe(version);
    expect(now.positions.get(id)).toMatchObject({
      name: 'Lasso guard',
      slug: 'lasso-guard',
      family: 'half-guard',
      looksLike: at.half,
    });
    for (const text of ['lasso guard', 'lazo gard'])
      expect((await findByName(world.scope(), text)).positions[0]?.id, text).toBe(id);
    expect(await auditEntriesAbout(world.em(), 'proposal', `p${id}`)).toMatchObject([
      {
        by: curator.id,
        verb: 'accepted',
        name,
        before: { name, state: 'proposed', family: 'other' },
        after: { name: 'Lasso guard', state: 'accepted', family: 'half-guard' },
      },
    ]);
    expect(await notified()).toContain(`Your proposal “${name}” is on the map now`);
    expect((await addressOf(id)).headers.get('location')).toBe(`/map/p/${id}-lasso-guard`);
  });

  test('a transition needs ends that are on the map, and gets what the curator corrects', async () => {
    const start = await position();
    const item = await world.item({ creator: member.id });
    const asked = { startsIn: start.name, endsIn: 'mount', does: 'Odd move' };
    for (const choices of [{}, { startsIn: 'new', does: 'new' }])
      await chooseLinks(world.member(member), item, { asked, choices });
    const move = { kind: 'transition' as const, id: (await findLinks(world.em(), item)).transitionId ?? 0 };
    await expect(decide(move, { outcome: 'accept' })).rejects.toThrow(/is not on the map/);
    expect(await stateOf(move)).toBe('proposed');
    const facts = { from: 'half guard', actor: 'bottom', ruleset: 'gi', roles: 'change', directions: 'both' };
    await decide(move, { outcome: 'accept', name: 'Odd sweep', ...facts });
    expect((await techniqueMap(world.scope())).transitions.get(move.id)).toMatchObject({
      name: 'Odd sweep',
      fromId: at.half,
      toId: at.mount,
      actor: 'bottom',
      ruleset: 'gi',
      changesRole: true,
      bothWays: true,
    });
    expect((await itemMap(world.scope(), item)).does).toMatchObject({
      name: 'Odd sweep',
      path: expect.any(String),
    });
  });
});

describe('merged', () => {
  test('its items, followers, transitions, names and old address lead to the other', async () => {
    const old = await position('Meia guarda profunda');
    const item = await world.item({ creator: member.id });
    await map.link(item, { starts: old.id, ends: old.id });
    await decide(old, { outcome: 'accept', language: 'pt' });
    const move = await transition(String(old.id), 'mount');
    await decide(move, { outcome: 'accept' });
    const [fan, both] = [await world.person(), await world.person()];
    await setPositionFollow(world.member(fan), old.id, true);
    for (const id of [old.id, at.half]) await setPositionFollow(world.member(both), id, true);
    await again(old, { outcome: 'merge', into: 'half guard' });
    expect(await findLinks(world.em(), item)).toMatchObject({ startsId: at.half, endsId: at.half });
    expect(
      await rows(world.em())`select member_id, position_id from position_follows order by member_id`,
    ).toEqual([
      { member_id: fan.id, position_id: at.half },
      { member_id: both.id, position_id: at.half },
    ]);
    expect(
      await row(world.em())`select followers from position_follow_counts where position_id = ${at.half}`,
    ).toEqual({ followers: 2 });
    expect((await techniqueMap(world.scope())).transitions.get(move.id)?.fromId).toBe(at.half);
    expect((await findByName(world.scope(), 'meia guarda profunda')).positions[0]?.id).toBe(at.half);
    expect(
      await row(world.em())`select language, source from map_names where text = 'Meia guarda profunda'`,
    ).toEqual({ language: 'pt', source: 'member' });
    const answer = await addressOf(old.id);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `/map/p/${at.half}-half-guard`]);
    expect(await notified()).toContain(
      'Your proposal “Meia guarda profunda” was merged into a name that the map had',
    );
    const own = await (await world.send(ownPage.loader, member, '/x', { thing: `p${old.id}` })).json();
    expect(own.into).toEqual({ path: `/map/p/${at.half}`, name: 'half guard' });
  });

  test('what was merged into a merged one leads to the last; a circle and itself are refused; it is final', async () => {
    const [a, b, c] = [await position(), await position(), await position()];
    for (const thing of [b, c]) await decide(thing, { outcome: 'accept' });
    await expect(decide(a, { outcome: 'merge', into: `p/${a.id}` })).rejects.toThrow();
    await decide(a, { outcome: 'merge', into: `p/${b.id}` });
    await again(b, { outcome: 'merge', into: `p/${c.id}` });
    await expect(again(c, { outcome: 'merge', into: `p/${c.id}` })).rejects.toThrow(/into itself/);
    // Both names lead to itself by now.
    await expect(again(c, { outcome: 'merge', into: `p/${a.id}` })).rejects.toThrow(/into itself/);
    expect((await addressOf(a.id)).headers.get('location')).toMatch(`/map/p/${c.id}-`);
    await expect(again(a, { outcome: 'decline', reason: 'No' })).rejects.toMatchObject({ status: 409 });
    const item = await world.item({ creator: member.id });
    await map.link(item, { starts: a.id });
    expect((await findLinks(world.em(), item)).startsId).toBe(c.id);
  });

  test('two that are merged into each other at once do not lead in a circle', async () => {
    for (let n = 0; n < 4; n += 1) {
      const [a, b] = [await position(), await position()];
      for (const thing of [a, b]) await decide(thing, { outcome: 'accept' });
      const results = await Promise.allSettled([
        again(a, { outcome: 'merge', into: `p/${b.id}` }),
        again(b, { outcome: 'merge', into: `p/${a.id}` }, other),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await Promise.all([a, b].map(stateOf))).sort()).toEqual(['accepted', 'merged']);
    }
  });

  test('an item that is saved or deleted at the same moment is never left with what is gone', async () => {
    for (let n = 0; n < 6; n += 1) {
      const old = await position();
      await decide(old, { outcome: 'accept' });
      const [edited, deleted] = [
        await world.item({ creator: member.id }),
        await world.item({ creator: member.id }),
      ];
      await map.link(deleted, { starts: old.id });
      await map.link(edited, { starts: at.mount });
      const results = await Promise.allSettled([
        chooseLinks(world.member(member), edited, {
          asked: { startsIn: `p/${old.id}`, endsIn: `p/${old.id}` },
          choices: {},
        }),
        row(world.em())`delete from content where id = ${deleted}`,
        again(old, { outcome: 'merge', into: `p/${at.side}` }),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
      expect(
        await rows(
          world.em(),
        )`select 1 from content_map_links where starts_id = ${old.id} or ends_id = ${old.id}`,
      ).toEqual([]);
      expect(await findLinks(world.em(), edited)).toMatchObject({ startsId: at.side, endsId: at.side });
    }
  }, 30_000);
});

describe('declined', () => {
  test('the proposer reads why, the item works without it, and it may be accepted later', async () => {
    const thing = await position('Guard of nothing');
    const item = await world.item({ creator: member.id });
    await map.link(item, { starts: thing.id });
    await expect(decide(thing, { outcome: 'decline' })).rejects.toThrow(/tell the proposer why/);
    await decide(thing, { outcome: 'decline', reason: 'It is a grip.' });
    expect((await itemMap(world.scope(), item)).startsIn).toBe(null);
    const own = await (await world.send(ownPage.loader, member, '/x', { thing: `p${thing.id}` })).json();
    expect(own).toMatchObject({ state: 'declined', reason: 'It is a grip.' });
    expect((await auditEntriesAbout(world.em(), 'proposal', thingText(thing)))[0]).toMatchObject({
      verb: 'declined',
      note: 'It is a grip.',
    });
    expect(await notified()).toContain('Your proposal “Guard of nothing” was declined; see why');
    await again(thing, { outcome: 'accept' });
    expect((await itemMap(world.scope(), item)).startsIn?.path).toMatch(`/map/p/${thing.id}-`);
    expect(await row(world.em())`select decline_reason from map_positions where id = ${thing.id}`).toEqual({
      decline_reason: null,
    });
  });

  test('a position that transitions of the map need stays, until they are gone', async () => {
    const thing = await position();
    await decide(thing, { outcome: 'accept' });
    const move = await transition(String(thing.id), String(at.mount));
    await decide(move, { outcome: 'accept' });
    await expect(again(thing, { outcome: 'decline', reason: 'No' })).rejects.toMatchObject({ status: 409 });
    await again(move, { outcome: 'decline', reason: 'No' });
    await again(thing, { outcome: 'decline', reason: 'No' });
    expect((await findByName(world.scope(), thing.name)).positions.map(({ id }) => id)).not.toContain(
      thing.id,
    );
  });
});
