import { fileCorrection } from '../../../app/features/map/proposals/corrections.server.ts';
import { type MapThing, thingText } from '../../../app/features/map/proposals/map-thing.ts';
import { propose } from '../../../app/features/map/proposals/propose.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { row } from '../sql.ts';
import { fresh, type LiveWorld, type SampleRequests } from './sample-request.ts';

async function onMap(world: LiveWorld): Promise<MapThing> {
  const made = await row<{ id: number }>(world.em())`
    insert into map_positions (slug, name, family) values ('p', ${fresh('position')}, 'other') returning id`;
  return { kind: 'position', id: made?.id ?? 0 };
}

async function proposed(world: LiveWorld) {
  const [member, curator] = [await world.person(), await world.person({ isCurator: true })];
  const thing = await propose(world.member(member), { kind: 'position', name: fresh('Lasso guard ') });
  return { member, curator, thing };
}

async function corrected(world: LiveWorld) {
  const [member, curator] = [await world.person(), await world.person({ isCurator: true })];
  const { id } = await fileCorrection(world.member(member), await onMap(world), {
    subject: 'name',
    text: fresh('It is called '),
  });
  return { curator, id };
}

const proposalsOf = ({ id }: Viewer) => `select count(*) from map_positions where proposed_by = ${id}`;
const correctionsOf = ({ id }: Viewer) => `select count(*) from map_corrections where member_id = ${id}`;
/** Of decisions that arrive at once, one decides. */
const entriesOf = (kind: string, id: string) =>
  `select count(*) from audit_log where subject_kind = '${kind}' and subject_id = '${id}'`;

/** What members propose and correct, and what curators decide. */
export const mapRequests: SampleRequests = {
  'POST /map/propose': async (world) => {
    const member = await world.person();
    const fields = { kind: 'position', name: fresh('New guard ') };
    return { path: '/map/propose', as: member, fields, effect: [proposalsOf(member), 1] };
  },
  'POST /api/map/proposals': async (world) => {
    const member = await world.person();
    const json = { kind: 'position', name: fresh('New guard ') };
    return { path: '/api/map/proposals', as: member, json, effect: [proposalsOf(member), 1] };
  },
  'POST /map/proposed/:thing': async (world) => {
    const { member, thing } = await proposed(world);
    const effect = `select count(source) from map_positions where id = ${thing.id}`;
    const fields = { name: fresh('Better guard '), source: 'A book' };
    return { path: `/map/proposed/${thingText(thing)}`, as: member, fields, effect: [effect, 1] };
  },
  'POST /map/proposals/:thing': async (world) => {
    const { curator, thing } = await proposed(world);
    const id = thingText(thing);
    const fields = { outcome: 'accept', seen: 'proposed' };
    return { path: `/map/proposals/${id}`, as: curator, fields, effect: [entriesOf('proposal', id), 1] };
  },
  'POST /api/map/proposals/:proposal/decision': async (world) => {
    const { curator, thing } = await proposed(world);
    const id = thingText(thing);
    const path = `/api/map/proposals/${id}/decision`;
    const json = { outcome: 'decline', reason: 'It is a grip.' };
    return { path, as: curator, json, effect: [entriesOf('proposal', id), 1] };
  },
  'POST /map/correct/:thing': async (world) => {
    const [member, thing] = [await world.person(), await onMap(world)];
    const fields = { subject: 'name', text: fresh('It is called ') };
    const path = `/map/correct/${thingText(thing)}`;
    return { path, as: member, fields, effect: [correctionsOf(member), 1] };
  },
  'POST /api/map/corrections': async (world) => {
    const [member, thing] = [await world.person(), await onMap(world)];
    const json = { thing: thingText(thing), subject: 'name', text: fresh('It is called ') };
    return { path: '/api/map/corrections', as: member, json, effect: [correctionsOf(member), 1] };
  },
  'POST /map/corrections/:id': async (world) => {
    const { curator, id } = await corrected(world);
    const fields = { outcome: 'accept', name: fresh('Right guard ') };
    const effect = entriesOf('correction', String(id));
    return { path: `/map/corrections/${id}`, as: curator, fields, effect: [effect, 1] };
  },
};
