import { row } from '../sql.ts';
import { testLists } from '../study-lists.ts';
import type { LiveWorld, SampleRequest, SampleRequests } from './sample-request.ts';

/** A list with two items, its version, and the entry of the second. */
async function listed(world: LiveWorld) {
  const owner = await world.person();
  const [one, two] = [await world.item(), await world.item()];
  const lists = testLists(world);
  const id = await lists.list(owner, { items: [one, two] });
  return { owner, id, one, two, entry: await lists.entryOf(id, two) };
}
const entriesOf = (id: number) => `select count(*) from list_entries where list_id = ${id}`;
const noted = (id: number) => `select count(note) from list_entries where list_id = ${id}`;
const listsOf = (id: number) => `select count(*) from lists where member_id = ${id}`;

async function moving(world: LiveWorld) {
  const made = await listed(world);
  const place = `select position from list_entries where id = ${made.entry}`;
  return { ...made, place, address: `/lists/${made.id}/entries/${made.entry}` };
}

async function following(world: LiveWorld) {
  const [owner, as] = [await world.person(), await world.person()];
  const id = await testLists(world).list(owner, { visibility: 'public' });
  const effect: SampleRequest['effect'] = [`select count(*) from list_follows where member_id = ${as.id}`, 1];
  return { id, as, effect };
}

/** A course without sections. */
async function course(world: LiveWorld) {
  const { owner: as, id } = await listed(world);
  const changed = await row<{ version: number }>(world.em())`
    update lists set kind = 'course' where id = ${id} returning version`;
  const effect: SampleRequest['effect'] = [`select count(*) from list_sections where list_id = ${id}`, 1];
  return { as, id, version: changed?.version ?? 0, effect };
}

/** What members do with their lists. */
export const listRequests: SampleRequests = {
  'POST /lists': async (world): Promise<SampleRequest> => {
    const as = await world.person();
    return { path: '/lists', as, fields: { title: 'Half guard' }, effect: [listsOf(as.id), 8] };
  },
  'POST /api/lists': async (world) => {
    const as = await world.person();
    return { path: '/api/lists', as, json: { title: 'Half guard' }, effect: [listsOf(as.id), 8] };
  },
  'POST /lists/:id/edit': async (world) => {
    const { owner: as, id } = await listed(world);
    const effect = `select count(*) from lists where id = ${id} and title = 'Renamed'`;
    return { path: `/lists/${id}/edit`, as, fields: { title: 'Renamed' }, effect: [effect, 1] };
  },
  'PATCH /api/lists/:id': async (world) => {
    const { owner: as, id } = await listed(world);
    const effect = `select count(link_key) from lists where id = ${id}`;
    return { path: `/api/lists/${id}`, as, json: { visibility: 'link' }, effect: [effect, 1] };
  },
  'POST /lists/:id/delete': async (world) => {
    const { owner: as, id } = await listed(world);
    return { path: `/lists/${id}/delete`, as, fields: {}, effect: [listsOf(as.id), -1] };
  },
  'DELETE /api/lists/:id': async (world) => {
    const { owner: as, id } = await listed(world);
    return { path: `/api/lists/${id}`, as, effect: [listsOf(as.id), -1] };
  },
  'POST /lists/:id/follow': async (world) => {
    const { id, as, effect } = await following(world);
    return { path: `/lists/${id}/follow`, as, fields: { following: '1' }, effect };
  },
  'POST /api/lists/:id/follow': async (world) => {
    const { id, as, effect } = await following(world);
    return { path: `/api/lists/${id}/follow`, as, json: { following: true }, effect };
  },
  'POST /lists/of-items': async (world) => {
    const as = await world.person();
    const fields = { title: 'From mount to back', items: `${await world.item()},${await world.item()}` };
    return { path: '/lists/of-items', as, fields, effect: [listsOf(as.id), 8] };
  },
  'POST /lists/:id/copy': async (world) => {
    const { owner: as, id } = await listed(world);
    return { path: `/lists/${id}/copy`, as, fields: {}, effect: [listsOf(as.id), 8] };
  },
  'POST /api/lists/:id/copy': async (world) => {
    const { owner: as, id } = await listed(world);
    return { path: `/api/lists/${id}/copy`, as, json: {}, effect: [listsOf(as.id), 8] };
  },
  'POST /api/lists/:id/entries': async (world) => {
    const { owner: as, id } = await listed(world);
    const json = { contentId: await world.item() };
    return { path: `/api/lists/${id}/entries`, as, json, effect: [entriesOf(id), 1] };
  },
  'POST /api/lists/:id/entries (again)': async (world) => {
    const { owner: as, id, one } = await listed(world);
    const json = { contentId: one, note: 'Elbow in at 1:20.' };
    return { path: `/api/lists/${id}/entries`, as, json, effect: [noted(id), 1] };
  },
  'POST /content/:id/lists': async (world) => {
    const { owner: as, id } = await listed(world);
    const item = await world.item();
    return { path: `/content/${item}/lists`, as, fields: { on: String(id) }, effect: [entriesOf(id), 1] };
  },
  'POST /lists/:id/sections': async (world) => {
    const { as, id, version, effect } = await course(world);
    const fields = { titles: 'First week', version: String(version) };
    return { path: `/lists/${id}/sections`, as, fields, effect };
  },
  'PUT /api/lists/:id/sections': async (world) => {
    const { as, id, effect } = await course(world);
    return { path: `/api/lists/${id}/sections`, as, json: { sections: [{ title: 'First week' }] }, effect };
  },
  'POST /lists/:id/entries/:entryId': async (world) => {
    const { owner: as, id, address: path } = await moving(world);
    return { path, as, fields: { note: 'Elbow in' }, effect: [noted(id), 1] };
  },
  'PATCH /api/lists/:id/entries/:entryId': async (world) => {
    const { owner: as, address, place } = await moving(world);
    return { path: `/api${address}`, as, json: { position: 1 }, effect: [place, -1] };
  },
  'POST /lists/:id/entries/:entryId/move': async (world) => {
    const { owner: as, address, place } = await moving(world);
    return { path: `${address}/move`, as, fields: { step: 'up' }, effect: [place, -1] };
  },
  'POST /lists/:id/entries/:entryId/remove': async (world) => {
    const { owner: as, id, address } = await moving(world);
    return { path: `${address}/remove`, as, fields: {}, effect: [entriesOf(id), -1] };
  },
  'DELETE /api/lists/:id/entries/:entryId': async (world) => {
    const { owner: as, id, address } = await moving(world);
    return { path: `/api${address}`, as, effect: [entriesOf(id), -1] };
  },
};
