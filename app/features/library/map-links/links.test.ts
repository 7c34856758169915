import { beforeAll, describe, expect, test } from 'vitest';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as itemCall from '../items/item.api.ts';
import { chooseLinks } from './choose.server.ts';
import * as page from './did-you-mean.page.tsx';
import { type Asked, noLinks } from './link-questions.ts';
import { itemMap, linkTexts } from './link-view.server.ts';
import { findLinks, resolveLinks } from './links.server.ts';
import * as mapCall from './map.api.ts';

const world = testWorld();
const map = linkedMap(world);
const at = {} as Record<
  'half' | 'shield' | 'lockdown' | 'side' | 'mount' | 'cut' | 'cutMount' | 'armbar' | 'term' | 'family',
  number
>;
let creator: Viewer;

beforeAll(async () => {
  creator = await world.person();
  at.half = await map.position('half guard');
  at.shield = await map.position('knee shield');
  at.lockdown = await map.position('lockdown');
  at.side = await map.position('side control');
  at.mount = await map.position('mount');
  at.cut = await map.transition('knee slice', at.half, at.side);
  at.cutMount = await map.transition('knee slice', at.half, at.mount);
  await map.transition('knee slice', at.shield, at.side);
  at.armbar = await map.transition('spin to armbar', at.mount, at.side);
  at.family = await map.term(
    { en: 'bottom half', pt: 'meia-guarda' },
    { positions: [at.half, at.shield, at.lockdown] },
  );
  at.term = await map.term(
    { en: 'juji gatame', pt: 'chave de braço', ja: '十字固' },
    { transitions: [at.armbar] },
  );
});

const resolved = (asked: Asked) => resolveLinks(world.em(), asked);

describe('what a name means', () => {
  test('a name that one position has, in any spelling, or its number, is linked', async () => {
    for (const text of [
      'half guard',
      ' Half-Guard ',
      'HALFGUARD',
      `${at.half}`,
      `/map/p/${at.half}-old-slug`,
      `anything #${at.half}`,
    ]) {
      expect(await resolved({ startsIn: text }), text).toEqual({ ...noLinks, startsId: at.half });
    }
  });

  test('a name that several positions share, or none has, waits as it was written', async () => {
    for (const text of ['meia guarda', 'no such place', '½ guard 🤷', '#999999', 'x #999999'])
      expect(await resolved({ endsIn: text }), text).toEqual({ ...noLinks, endsAs: text });
  });

  test('between two ends the transition from one to the other is meant', async () => {
    const links = await resolved({ startsIn: 'half guard', does: 'knee slice', endsIn: 'mount' });
    expect(links).toEqual({ ...noLinks, startsId: at.half, transitionId: at.cutMount, endsId: at.mount });
  });

  test('without ends a transition that is the only one of its name brings its own', async () => {
    expect(await resolved({ does: 'spin to armbar' })).toEqual({
      ...noLinks,
      startsId: at.mount,
      transitionId: at.armbar,
      endsId: at.side,
    });
  });

  test('a technique that many ways share is linked as such, by a name in any language', async () => {
    for (const text of ['juji gatame', 'Chave de Braço', '十字固'])
      expect(await resolved({ does: text }), text).toEqual({ ...noLinks, termId: at.term });
  });

  test('several transitions of one name wait for a choice', async () => {
    expect(await resolved({ startsIn: 'half guard', does: 'knee slice' })).toMatchObject({
      startsId: at.half,
      doesAs: 'knee slice',
      transitionId: null,
    });
  });

  test('what was not asked stays, an empty text removes it, and the texts of the form mean the same again', async () => {
    const links = await resolved({ startsIn: 'half guard', does: 'knee slice', endsIn: 'mount' });
    expect(await resolveLinks(world.em(), {}, links)).toEqual(links);
    const texts = await linkTexts(world.em(), links);
    expect(texts).toMatchObject({ startsIn: `Half guard #${at.half}`, does: `Knee slice #${at.cutMount}` });
    expect(await resolveLinks(world.em(), texts, links)).toEqual(links);
    expect(await resolved(texts)).toEqual(links);
    expect(await resolveLinks(world.em(), { endsIn: '' }, links)).toEqual({ ...links, endsId: null });
  });
});

const waiting = async (asked: Asked, by = creator) => {
  const id = await world.item({ creator: by.id });
  await chooseLinks(world.member(by), id, { asked, choices: {} });
  return id;
};
const linksOf = (id: number) => findLinks(world.em(), id);

describe('Did you mean…', () => {
  const shown = async (id: number, viewer = creator) => {
    const answer = await world.send(page.loader, viewer, `/content/${id}/map`, { id: `${id}` });
    return { status: answer.status, ...(answer.ok ? await answer.json() : {}) };
  };
  const post = (id: number, fields: Record<string, string>, viewer = creator) =>
    world.send(page.action, viewer, `/content/${id}/map`, { id: `${id}` }, formPost(fields));

  test('shows what a name may mean; the choice is linked and nothing waits any more', async () => {
    const id = await waiting({ startsIn: 'meia guarda', does: 'knee slice' });
    const { questions, seen } = await shown(id);
    const [starts, does] = questions;
    expect(starts.waiting.words).toBe('meia guarda');
    expect(starts.waiting.candidates.map((each: { id: number }) => each.id).toSorted()).toEqual(
      [at.half, at.shield, at.lockdown].toSorted(),
    );
    expect(does.waiting.candidates).toContainEqual({
      drawing: null,
      kind: 'transition',
      id: at.cutMount,
      name: 'knee slice',
      note: 'From half guard to mount',
    });
    const fields = { seen, startsIn: 'meia guarda', does: 'knee slice', endsIn: '' };
    const answer = await post(id, { ...fields, startsInIs: `p${at.half}`, doesIs: 'later' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/content/${id}`]);
    expect(await linksOf(id)).toMatchObject({ startsId: at.half, startsAs: null, doesAs: 'knee slice' });
    await post(id, { startsIn: `Half guard #${at.half}`, does: 'knee slice', doesIs: `m${at.term}` });
    expect(await linksOf(id)).toEqual({ ...noLinks, startsId: at.half, termId: at.term });
  });

  test('the ends that are chosen decide what a name of a movement means', async () => {
    const id = await waiting({ startsIn: 'meia guarda', does: 'knee slice' });
    await post(id, {
      startsIn: 'meia guarda',
      startsInIs: `p${at.shield}`,
      does: 'knee slice',
      doesIs: 'later',
    });
    expect(await linksOf(id)).toMatchObject({ startsId: at.shield, endsId: at.side, doesAs: null });
  });

  test('other words are looked for instead, and asked about again when they mean several things', async () => {
    const id = await waiting({ startsIn: 'meia guarda' });
    const again = await post(id, { startsIn: 'half', startsInIs: `p${at.half}` });
    expect(again.headers.get('location')).toBe(`/content/${id}/map`);
    expect(await linksOf(id)).toEqual({ ...noLinks, startsAs: 'half' });
    await post(id, { startsIn: 'side control', startsInIs: `p${at.half}` });
    expect(await linksOf(id)).toEqual({ ...noLinks, startsId: at.side });
  });

  test('none of these proposes the words: seen on this item, nowhere else, once', async () => {
    const id = await waiting({ startsIn: 'Guarda do tatu' });
    const proposal = { startsIn: 'Guarda do tatu', startsInIs: 'new' };
    await Promise.all([post(id, proposal), post(id, proposal)]);
    const { startsIn } = await itemMap(world.scope(), id);
    expect(startsIn).toMatchObject({ name: 'Guarda do tatu', path: null });
    const made = await row(
      world.em(),
    )`select state, proposed_by, slug from map_positions where name = 'Guarda do tatu'`;
    expect(made).toEqual({ state: 'proposed', proposed_by: creator.id, slug: 'guarda-do-tatu' });
    expect(
      await row(world.em())`select count(*)::int as n from map_positions where state = 'proposed'`,
    ).toEqual({ n: 1 });
    const other = await world.person();
    expect(await resolved({ startsIn: 'Guarda do tatu' })).toMatchObject({ startsAs: 'Guarda do tatu' });
    const theirs = await waiting({ startsIn: 'Guarda do tatu' }, other);
    const late = await post(theirs, { startsIn: 'Guarda do tatu', startsInIs: `p${startsIn?.id}` }, other);
    expect(late.status).toBe(422);
    // The form of the item holds the proposal, and saving it again keeps it.
    const texts = await linkTexts(world.em(), await linksOf(id));
    await post(id, texts);
    expect((await itemMap(world.scope(), id)).startsIn).toEqual(startsIn);
    await row(
      world.em(),
    )`update map_positions set state = 'declined', decline_reason = 'no' where id = ${startsIn?.id}`;
    expect((await itemMap(world.scope(), id)).startsIn).toBeNull();
  });

  test('a new movement needs its ends; then it is proposed between them', async () => {
    const id = await waiting({ does: 'Tatu bola' });
    const answer = await post(id, { does: 'Tatu bola', doesIs: 'new' });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(await answer.json())).toContain('choose where it starts');
    await post(id, { startsIn: 'half guard', does: 'Tatu bola', endsIn: 'mount', doesIs: 'new' });
    const { does } = await itemMap(world.scope(), id);
    expect(does).toMatchObject({ kind: 'transition', name: 'Tatu bola', path: null });
    expect(
      await row(world.em())`select from_id, to_id, state from map_transitions where id = ${does?.id}`,
    ).toEqual({
      from_id: at.half,
      to_id: at.mount,
      state: 'proposed',
    });
  });

  test('a choice that comes after another one is refused and changes nothing', async () => {
    const id = await waiting({ startsIn: 'meia guarda' });
    const { seen } = await shown(id);
    await post(id, { startsIn: 'meia guarda', startsInIs: `p${at.half}` });
    const late = await post(id, { seen, startsIn: 'meia guarda', startsInIs: `p${at.shield}` });
    expect(late.status).toBe(422);
    expect(await linksOf(id)).toMatchObject({ startsId: at.half });
    const edited = await post(id, { seen, startsIn: 'mount' });
    expect(edited.status).toBe(422);
    expect(JSON.stringify(await edited.json())).toContain('changed in the meantime');
  });

  test('its creator, curators and admins open it; the others and visitors do not', async () => {
    const id = await waiting({ startsIn: 'meia guarda' });
    const draft = await waiting({ startsIn: 'meia guarda' });
    await row(world.em())`update content set status = 'draft' where id = ${draft}`;
    const [curator, admin, member] = [
      await world.person({ isCurator: true }),
      await world.person({ isAdmin: true }),
      await world.person({ plan: 'vip' }),
    ];
    const statuses = async (item: number) =>
      Promise.all([creator, curator, admin, member].map(async (each) => (await shown(item, each)).status));
    expect(await statuses(id)).toEqual([200, 200, 200, 403]);
    expect(await statuses(draft)).toEqual([200, 404, 404, 404]);
    expect((await world.send(page.loader, null, `/content/${id}/map`, { id: `${id}` })).status).toBe(303);
    expect((await post(id, { startsIn: 'mount' }, member)).status).toBe(403);
    expect((await post(draft, { startsIn: 'mount' }, admin)).status).toBe(404);
    expect(await linksOf(id)).toMatchObject({ startsAs: 'meia guarda' });

    await post(id, { startsIn: 'mount' }, curator);
    expect(await linksOf(id)).toMatchObject({ startsId: at.mount });
    const entries = await auditEntriesAbout(world.em(), 'content', id);
    expect(entries).toMatchObject([{ by: curator.id, verb: 'put on the map', after: { startsIn: 'Mount' } }]);
  });
});

test('by call: what waits, with what it may mean; ids and names put it on the map', async () => {
  const id = await waiting({ startsIn: 'meia guarda' });
  const path = `/api/content/${id}/map`;
  const call = (body: object, viewer: Viewer | null = creator) =>
    world.send(mapCall.action, viewer, path, { id: `${id}` }, jsonCall('POST', body));
  const read = await world.send(mapCall.loader, creator, path, { id: `${id}` });
  expect(await read.json()).toMatchObject({ waiting: [{ question: 'startsIn', words: 'meia guarda' }] });
  const answer = await call({ startsInIs: `p${at.half}`, does: 'knee slice', endsIn: 'side control' });
  expect(await answer.json()).toMatchObject({
    map: {
      startsIn: { id: at.half, url: `http://localhost:3000/map/p/${at.half}-half-guard` },
      does: { id: at.cut },
    },
    waiting: [],
  });
  expect((await call({ startsIn: 7 })).status).toBe(422);
  expect((await call({ startsIn: 'a'.repeat(201) })).status).toBe(422);
  expect((await call({}, await world.person())).status).toBe(403);
  expect((await call({}, null)).status).toBe(401);
  const item = await world.send(itemCall.loader, null, `/api/content/${id}`, { id: `${id}` });
  expect((await item.json()).map).toMatchObject({
    endsIn: { id: at.side, kind: 'position', name: 'Side control' },
  });
});
