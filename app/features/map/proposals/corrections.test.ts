import { beforeAll, expect, test } from 'vitest';
import { rendered, textOf } from '../../../../tests/support/browser/rendered.tsx';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import { techniqueMap } from '../graph/technique-map.server.ts';
import { findByName } from '../names/find-by-name.server.ts';
import * as positionPage from '../screens/position.page.tsx';
import * as correctPage from './correct.page.tsx';
import * as correctionPage from './correction.page.tsx';
import { correctionDecisionSchema } from './correction.schema.ts';
import * as call from './corrections.api.ts';
import { correctionQueue, fileCorrection, findCorrection, mostOpen } from './corrections.server.ts';
import { decideCorrection } from './decide-correction.server.ts';
import { needsAnother } from './proposal.schema.ts';
import { propose } from './propose.server.ts';
import * as proposedPage from './proposed.page.tsx';

const world = testWorld();
const map = linkedMap(world);
const notices = testNotifications(world);
const at = {} as Record<'half' | 'mount' | 'cut', number>;
let member: Viewer;
let curator: Viewer;

beforeAll(async () => {
  at.half = await map.position('half gaurd');
  at.mount = await map.position('mount');
  at.cut = await map.transition('knee slice', at.half, at.mount);
  member = await world.person();
  curator = await world.person({ isCurator: true, username: 'carla' });
});

const half = () => ({ kind: 'position' as const, id: at.half });
const file = async (text: string, thing: Parameters<typeof fileCorrection>[1] = half()) =>
  (await fileCorrection(world.member(member), thing, { subject: 'name', text })).id;
const decide = async (id: number, decision: Record<string, string>, by = curator) =>
  decideCorrection(world.member(by), id, correctionDecisionSchema.parse(decision));

test('is sent by the form and by the call, once, and is seen by its member and by curators', async () => {
  const fields = { subject: 'name', text: 'It is spelt guard.', source: 'Any book' };
  const sent = await world.send(correctPage.action, member, '/x', { thing: `p${at.half}` }, formPost(fields));
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/map/p/${at.half}-half-gaurd`]);
  const again = await world.send(
    call.action,
    member,
    '/api/map/corrections',
    {},
    jsonCall('POST', { ...fields, thing: `p${at.half}` }),
  );
  expect([again.status, (await again.json()).isNew]).toEqual([200, false]);
  const queue = await correctionQueue(world.member(curator), { size: 24, after: null });
  expect(queue.items).toMatchObject([
    { ...fields, member: member.username, name: 'half gaurd', state: 'open' },
  ]);
  const own = async (viewer: Viewer) =>
    (await (await world.send(proposedPage.loader, viewer, '/map/proposed?show=corrections')).json())
      .corrections;
  expect(await own(member)).toHaveLength(1);
  expect(await own(await world.person())).toEqual([]);
});

test('an empty, a long or an unknown one is refused, and one about what is not on the map', async () => {
  const status = async (body: Record<string, string>) =>
    (await world.send(call.action, member, '/api/map/corrections', {}, jsonCall('POST', body))).status;
  const good = { subject: 'name', text: 'x', thing: `p${at.half}` };
  expect(await status({ ...good, text: '  ' })).toBe(422);
  expect(await status({ ...good, text: 'x'.repeat(2_001) })).toBe(422);
  expect(await status({ ...good, subject: 'colour' })).toBe(422);
  expect(await status({ ...good, thing: 'p0' })).toBe(422);
  expect(await status({ ...good, thing: 'p999999999' })).toBe(404);
  const { id } = await propose(world.member(member), { kind: 'position', name: 'Not yet' });
  expect(await status({ ...good, thing: `p${id}` })).toBe(404);
  expect((await world.send(correctPage.loader, null, '/x', { thing: `p${at.half}` })).status).toBe(303);
});

test('an accepted name is shown, the old one and its address still lead there, and the member hears of it', async () => {
  const id = await file('half guard, please');
  const { version } = await techniqueMap(world.scope());
  await decide(id, { outcome: 'accept', name: 'Half guard', use: 'shown' });
  await decide(await file('In Portuguese: meia-guarda'), {
    outcome: 'accept',
    name: 'Meia-guarda',
    language: 'pt',
    use: 'another',
  });
  const now = await techniqueMap(world.scope());
  expect(now.version).not.toBe(version);
  expect(now.positions.get(at.half)).toMatchObject({ name: 'Half guard', slug: 'half-guard' });
  for (const text of ['half gaurd', 'half guard', 'meia guarda'])
    expect((await findByName(world.scope(), text)).positions[0]?.id, text).toBe(at.half);
  const old = `${at.half}-half-gaurd`;
  const answer = await world.send(positionPage.loader, null, `/map/p/${old}`, { place: old });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, `/map/p/${at.half}-half-guard`]);
  expect(await auditEntriesAbout(world.em(), 'correction', id)).toMatchObject([
    {
      by: curator.id,
      verb: 'accepted',
      name: 'half gaurd',
      before: { name: 'half gaurd', names: ['half gaurd'] },
      after: { name: 'Half guard', names: ['half gaurd', 'Half guard'] },
    },
  ]);
  await notices.notifyAll();
  expect(await notices.texts(member)).toContain('Thank you: your correction of “half gaurd” was accepted');
});

test('who acts and gi or no-gi of a transition are corrected, of a position they are not', async () => {
  const move = { kind: 'transition' as const, id: at.cut };
  await decide(await file('Only in the gi', move), { outcome: 'accept', actor: 'top', ruleset: 'gi' });
  expect((await techniqueMap(world.scope())).transitions.get(at.cut)).toMatchObject({
    name: 'knee slice',
    actor: 'top',
    ruleset: 'gi',
  });
  await decide(await file('Both act', move), { outcome: 'accept', actor: 'both' });
  expect((await techniqueMap(world.scope())).transitions.get(at.cut)).toMatchObject({
    actor: null,
    ruleset: 'gi',
  });
  const id = await file('The gi');
  await expect(decide(id, { outcome: 'accept', ruleset: 'gi' })).rejects.toThrow(
    'Only transitions have this.',
  );
  expect((await findCorrection(world.scope(), id)).state).toBe('open');
});

test('a declined one needs a reason, which its member reads', async () => {
  const id = await file('Call it Bob');
  await expect(decide(id, { outcome: 'decline' })).rejects.toThrow(/tell the member why/);
  const place = { id: String(id) };
  const fields = { outcome: 'decline', reason: 'Nobody says so.' };
  expect((await world.send(correctionPage.action, curator, '/x', place, formPost(fields))).status).toBe(303);
  const own = await (await world.send(proposedPage.loader, member, '/map/proposed?show=corrections')).json();
  expect(own.corrections[0]).toMatchObject({ state: 'declined', reason: 'Nobody says so.' });
});

test('a curator does not accept their own; another does, or it is taken back', async () => {
  const write = async (text: string) =>
    (await fileCorrection(world.member(curator), half(), { subject: 'name', text })).id;
  const id = await write('My own finding');
  await expect(decide(id, { outcome: 'accept', name: 'Mine' })).rejects.toThrow(needsAnother);
  const place = { id: String(id) };
  const sent = await world.send(correctionPage.action, curator, '/x', place, formPost({ outcome: 'accept' }));
  expect([sent.status, await sent.text()]).toEqual([403, expect.stringContaining(needsAnother)]);
  const { html } = await rendered(world, correctionPage, curator, '/x', { params: place });
  expect(textOf(html)).toContain(needsAnother);
  expect(html).not.toContain('value="accept"');
  await decide(id, { outcome: 'accept' }, await world.person({ isAdmin: true }));
  await decide(await write('A mistake'), { outcome: 'decline', reason: 'I was wrong' });
});

test('of two curators one decides; members and visitors do not', async () => {
  const other = await world.person({ isAdmin: true, username: 'otto' });
  const id = await file('Twice');
  const results = await Promise.allSettled([
    decide(id, { outcome: 'accept', name: 'Carla’s name' }),
    decide(id, { outcome: 'accept', name: 'Otto’s name' }, other),
  ]);
  const [lost] = results.filter((each) => each.status === 'rejected');
  expect(lost?.reason).toMatchObject({
    status: 409,
    message: expect.stringMatching(/accepted by @(carla|otto)/),
  });
  expect(await row(world.em())`select count(*)::int as n from map_names where text like '%’s name'`).toEqual({
    n: 1,
  });
  const open = await file('Mine');
  await expect(decide(open, { outcome: 'accept' }, member)).rejects.toThrow(/^Only curators/);
  for (const [viewer, to] of [
    [null, '/auth'],
    [member, '/'],
  ] as const) {
    const place = { id: String(open) };
    const sent = await world.send(
      correctionPage.action,
      viewer,
      '/x',
      place,
      formPost({ outcome: 'accept' }),
    );
    expect([sent.status, sent.headers.get('location')?.split('?')[0]]).toEqual([303, to]);
    expect((await world.send(correctionPage.loader, viewer, '/x', place)).status).toBe(303);
  }
});

test('at most some of a member wait, and twenty a day are sent', async () => {
  const eager = await world.person();
  await row(world.em())`insert into map_corrections (member_id, position_id, subject, text)
    select ${eager.id}, ${at.half}, 'other', n::text from generate_series(2, ${mostOpen}) n`;
  const send = (text: string) => fileCorrection(world.member(eager), half(), { subject: 'other', text });
  const results = await Promise.allSettled([send('a'), send('b'), send('c')]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  world.rates.scale = 1;
  const busy = await world.person();
  for (let n = 0; n < 20; n += 1)
    await fileCorrection(world.member(busy), half(), { subject: 'other', text: 'same' });
  await expect(
    fileCorrection(world.member(busy), half(), { subject: 'other', text: 'same' }),
  ).rejects.toMatchObject({ status: 429 });
  world.rates.scale = 10_000;
});

test('a member who leaves takes corrections along; what was proposed and decided stays without a name', async () => {
  const leaver = await world.person({ isCurator: true });
  const { id } = await propose(world.member(leaver), { kind: 'position', name: 'Left behind' });
  await fileCorrection(world.member(leaver), half(), { subject: 'other', text: 'Mine' });
  await decide(await file('Theirs'), { outcome: 'accept' }, leaver);
  await world.em().transactional((em) => anonymise(em, leaver.id, world.clock.at));
  expect(
    await row(world.em())`select
      (select proposed_by from map_positions where id = ${id}) as proposer,
      (select count(*)::int from map_corrections where member_id = ${leaver.id}) as own,
      (select count(*)::int from map_corrections where decided_by = ${leaver.id}) as decided,
      (select is_curator from users where id = ${leaver.id}) as curator`,
  ).toEqual({ proposer: null, own: 0, decided: 0, curator: false });
});
