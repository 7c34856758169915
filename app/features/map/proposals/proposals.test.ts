import { beforeAll, describe, expect, test } from 'vitest';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { chooseLinks } from '../../library/map-links/choose.server.ts';
import { itemMap } from '../../library/map-links/link-view.server.ts';
import { techniqueMap } from '../graph/technique-map.server.ts';
import { findByName } from '../names/find-by-name.server.ts';
import * as positionCall from '../screens/position.api.ts';
import * as positionPage from '../screens/position.page.tsx';
import * as positionsCall from '../screens/positions.api.ts';
import { countWaiting, proposalQueue } from './lists.server.ts';
import { readThing, thingText } from './map-thing.ts';
import { languageOf, oneLine } from './name-rules.ts';
import * as ownPage from './own-proposal.page.tsx';
import * as call from './proposals.api.ts';
import * as proposePage from './propose.page.tsx';
import { describeProposal, mostWaiting, propose } from './propose.server.ts';
import * as proposedPage from './proposed.page.tsx';

const world = testWorld();
const map = linkedMap(world);
const at = {} as Record<'half' | 'mount', number>;
let member: Viewer;
let curator: Viewer;

beforeAll(async () => {
  at.half = await map.position('half guard');
  at.mount = await map.position('mount');
  member = await world.person({ plan: 'vip' });
  curator = await world.person({ isCurator: true });
});

const place = (thing: string) => ({ thing });

describe('a proposal', () => {
  test('is made by the form and by the call, and is the same when it is sent again', async () => {
    const fields = {
      kind: 'transition',
      name: 'Lasso sweep',
      from: 'Half-Guard',
      to: `mount #${at.mount}`,
      actor: 'bottom',
      ruleset: 'gi',
      source: 'A book',
    };
    const sent = await world.send(proposePage.action, member, '/map/propose', {}, formPost(fields));
    expect(sent.status).toBe(303);
    const thing = sent.headers.get('location')?.split('/').pop() ?? '';
    expect(
      await row(world.em())`select name, state, from_id, to_id, actor, ruleset, source, proposed_by
        from map_transitions where id = ${readThing(thing).id}`,
    ).toEqual({
      name: 'Lasso sweep',
      state: 'proposed',
      from_id: at.half,
      to_id: at.mount,
      actor: 'bottom',
      ruleset: 'gi',
      source: 'A book',
      proposed_by: member.id,
    });
    const again = await world.send(call.action, member, '/api/map/proposals', {}, jsonCall('POST', fields));
    expect([again.status, await again.json()]).toEqual([201, { proposal: thing, id: readThing(thing).id }]);
    const page = await (await world.send(ownPage.loader, member, '/x', place(thing))).json();
    expect(page.values).toMatchObject({ from: `half guard #${at.half}`, actor: 'bottom', ruleset: 'gi' });
  });

  test('is shown on the item of its proposer and nowhere else', async () => {
    const item = await world.item({ creator: member.id });
    const asked = { startsIn: 'Secret lasso guard' };
    for (const choices of [{}, { startsIn: 'new' }])
      await chooseLinks(world.member(member), item, { asked, choices });
    const found = await row<{ id: number }>(world.em())`
      select id from map_positions where name = 'Secret lasso guard'`;
    const id = found?.id ?? 0;
    expect((await itemMap(world.scope(), item)).startsIn).toMatchObject({ id, path: null });
    const names = await findByName(world.scope(), 'secret lasso guard');
    expect([...names.positions, ...names.terms]).toEqual([]);
    expect((await techniqueMap(world.scope())).positions.has(id)).toBe(false);
    const other = await world.person();
    for (const viewer of [null, other, member, curator]) {
      expect(
        (await world.send(positionPage.loader, viewer, `/map/p/${id}`, { place: String(id) })).status,
      ).toBe(404);
      expect(
        (await world.send(positionCall.loader, viewer, `/api/map/positions/${id}`, { id: String(id) }))
          .status,
      ).toBe(404);
      const listed = await world.send(positionsCall.loader, viewer, '/api/map/positions?search=secret+lasso');
      expect(await listed.text()).not.toContain('Secret');
    }
    // Its own pages answer others as if it were not there.
    for (const [viewer, status] of [
      [null, 303],
      [other, 404],
      [curator, 404],
      [member, 200],
    ] as const)
      expect((await world.send(ownPage.loader, viewer, '/x', place(`p${id}`))).status).toBe(status);
    await expect(
      describeProposal(world.member(other), { kind: 'position', id }, { name: 'Mine' }),
    ).rejects.toThrow('Not found');
    const list = async (viewer: Viewer) =>
      (await world.send(call.loader, viewer, '/api/map/proposals')).text();
    expect(await list(member)).toContain('Secret lasso guard');
    expect(await list(other)).toBe('[]');
    const own = await (await world.send(proposedPage.loader, member, '/map/proposed')).json();
    expect(own.proposals.map(({ name }: { name: string }) => name)).toContain('Secret lasso guard');
  });

  test('can be described better by its proposer until it is decided', async () => {
    const thing = await propose(world.member(member), { kind: 'position', name: 'Lazy guard' });
    const fields = { name: 'Lazy half guard', looksLike: 'half guard', source: 'A coach' };
    const saved = await world.send(ownPage.action, member, '/x', place(thingText(thing)), formPost(fields));
    expect(saved.status).toBe(303);
    const read = () =>
      row(world.em())`select name, slug, looks_like, source from map_positions where id = ${thing.id}`;
    const described = {
      name: 'Lazy half guard',
      slug: 'lazy-half-guard',
      looks_like: at.half,
      source: 'A coach',
    };
    expect(await read()).toEqual(described);
    await row(
      world.em(),
    )`update map_positions set state = 'accepted', decided_at = now() where id = ${thing.id}`;
    const late = await world.send(
      ownPage.action,
      member,
      '/x',
      place(thingText(thing)),
      formPost({ name: 'Late' }),
    );
    expect(late.status).toBe(409);
    expect(await read()).toEqual(described);
  });

  test('names of every script are taken; marks that turn or hide text are not', async () => {
    for (const name of ['半蔵ガード', 'نصف الحارس', 'Полугвардия', '반 가드', 'ฮาล์ฟการ์ด', 'meia-guarda ç']) {
      const { id } = await propose(world.member(await world.person()), { kind: 'position', name });
      expect(await row(world.em())`select name from map_positions where id = ${id}`).toEqual({
        name: name.normalize('NFC'),
      });
    }
    expect(oneLine('a\u202eb\u0000\u200b c\n\u2066d')).toBe('a b c d');
    expect(['半ガード', 'meia-guarda à brasileira', 'lasso'].map(languageOf)).toEqual(['ja', 'pt', 'en']);
    for (const name of ['', '   ', '\u202e\u200b', '!!!', '\u0301', 'x'.repeat(101)]) {
      const answer = await world.send(
        call.action,
        member,
        '/api/map/proposals',
        {},
        jsonCall('POST', { kind: 'position', name }),
      );
      expect(answer.status, JSON.stringify(name)).toBe(422);
      expect(Object.keys((await answer.json()).errors)).toEqual(['name']);
    }
  });

  test('ends that mean nothing or several things are asked for again, with their numbers', async () => {
    const errors = async (fields: Record<string, string>) => {
      const sent = await world.send(
        proposePage.action,
        member,
        '/x',
        {},
        formPost({ kind: 'transition', name: 'Lost', ...fields }),
      );
      expect(sent.status).toBe(422);
      return (await sent.json()).form.error;
    };
    expect(Object.keys(await errors({}))).toEqual(['from', 'to']);
    expect(await errors({ from: 'zzzzqqqq', to: 'mount' })).toEqual({
      from: ['The map has nothing of that name.'],
    });
    const twin = await map.position('mount');
    expect((await errors({ from: 'half guard', to: 'mount' })).to[0]).toContain(`mount #${twin}`);
    await row(world.em())`delete from map_names where position_id = ${twin}`;
    const proposed = await propose(world.member(member), { kind: 'position', name: 'Not yet' });
    expect(Object.keys(await errors({ from: String(proposed.id), to: 'mount' }))).toEqual(['from']);
  });

  test('at most some of a member wait, however many are sent at once, and twenty a day are made', async () => {
    const eager = world.member(await world.person());
    await row(world.em())`insert into map_positions (slug, name, family, state, proposed_by)
      select 'x', 'Number ' || n, 'other', 'proposed', ${eager.viewer.id} from generate_series(3, ${mostWaiting}) n`;
    const tries = [1, 2, 3, 4].map((n) =>
      propose(world.member(eager.viewer), { kind: 'position', name: `More ${n}` }).then(
        () => 'made',
        (error: Error) => error.message,
      ),
    );
    const results = await Promise.all(tries);
    expect(results.filter((each) => each === 'made')).toHaveLength(2);
    expect(results.find((each) => each !== 'made')).toMatch(/^You have 50 proposals waiting/);
    world.rates.scale = 1;
    const busy = world.member(await world.person());
    for (let n = 0; n < 20; n += 1) await propose(busy, { kind: 'position', name: 'The same' });
    await expect(propose(busy, { kind: 'position', name: 'The same' })).rejects.toMatchObject({
      status: 429,
    });
    world.rates.scale = 10_000;
  });
});

describe('the queue of curators', () => {
  test('has positions and transitions in one order, oldest first, and pages do not overlap', async () => {
    await row(world.em())`delete from content_map_links`;
    await row(world.em())`delete from map_transitions where state = 'proposed'`;
    await row(world.em())`delete from map_positions where state = 'proposed'`;
    for (const [n, kind] of (
      ['position', 'transition', 'transition', 'position', 'position'] as const
    ).entries()) {
      // Two of the same moment.
      world.clock.at = new Date(Date.UTC(2026, 6, 1, 0, n === 2 ? 1 : n));
      await propose(world.member(member), { kind, name: `Nr ${n}`, from: 'half guard', to: 'mount' });
    }
    const scope = world.member(curator);
    const names: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await proposalQueue(scope, 'waiting', { size: 2, after });
      names.push(...page.items.map(({ name }) => name));
      after = page.after;
      if (!after) break;
    }
    expect([...names].sort()).toEqual(['Nr 0', 'Nr 1', 'Nr 2', 'Nr 3', 'Nr 4']);
    expect([names[0], names[3], names[4]]).toEqual(['Nr 0', 'Nr 3', 'Nr 4']);
    expect(await countWaiting(scope)).toEqual({ proposals: 5, corrections: 0 });
    const listed = await world.send(call.loader, curator, '/api/map/proposals?show=waiting&limit=2');
    expect((await listed.json()).map(({ name }: { name: string }) => name)).toEqual(names.slice(0, 2));
    expect(listed.headers.get('link')).toMatch(/cursor=.*rel="next"/);
    for (const [viewer, status] of [
      [null, 401],
      [member, 403],
      [await world.person({ isAdmin: true }), 200],
    ] as const)
      expect((await world.send(call.loader, viewer, '/api/map/proposals?show=waiting')).status).toBe(status);
  });

  test('reads a page of ten thousand by its indexes', async () => {
    await row(world.em())`insert into map_positions (slug, name, family, state, proposed_by, created_at)
      select 'x', 'Many ' || n, 'other', 'proposed', ${member.id}, '2026-07-02'::timestamptz + n * interval '1 s'
      from generate_series(1, 10000) n`;
    await row(world.em())`analyze map_positions`;
    const plans = await world.em().transactional(async (em) => {
      const at = await rows<{ 'QUERY PLAN': string }>(em)`explain select id from map_positions thing
        where state = 'proposed' and (created_at, id) > ('2026-07-02 01:00:00Z', 5) order by created_at, id limit 25`;
      return at.map((line) => line['QUERY PLAN']).join('\n');
    });
    expect(plans).toContain('map_positions_proposed');
    const first = await proposalQueue(world.member(curator), 'waiting', { size: 24, after: null });
    expect(first.items).toHaveLength(24);
    expect(await countWaiting(world.member(curator))).toEqual({ proposals: 1_002, corrections: 0 });
  });
});
