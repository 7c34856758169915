import { row } from '../sql.ts';
import { bodyOf, call, idIn, page, type Readings, status, titleOf } from './reading.ts';

const entryOf = (item: number) => (entries: { contentId: number; seconds: number }[]) =>
  entries.find(({ contentId }) => contentId === item);

/** A place in a video, at 0:12. */
const left: Readings[string] = async (world, sample) => {
  const item = idIn(sample);
  return [
    call(`/api/content/${item}/progress`, ({ seconds }) => seconds, 12),
    call('/api/history', (entries) => entryOf(item)(entries)?.seconds, 12),
    page('/history', `Continue at 0:12<span class="visually-hidden">: ${await titleOf(world, item)}`),
    page(`/content/${item}`, 't=12#'),
    page('/dashboard', `/content/${item}?t=12`),
  ];
};

const forgotten: Readings[string] = (_world, sample) => {
  // Without an id all items are meant.
  const [item] = /\d+/.exec(sample.path) ?? [];
  return [
    call('/api/history', (entries) => entries, []),
    page('/history', 'Nothing here yet'),
    page('/history', 'Continue at', false),
    ...(item ? [call(`/api/content/${item}/progress`, ({ seconds }) => seconds, null)] : []),
  ];
};

const idsOf = (things: { id: number }[]) => things.map(({ id }) => id);

async function aboutNote(world: Parameters<Exclude<Readings[string], string>>[0], id: number) {
  const found = await row<{ item: number }>(
    world.em(),
  )`select content_id as item from notes where id = ${id}`;
  return found?.item ?? 0;
}

/** Where members left videos, what they opened, notes and clips. */
export const studyReadings: Readings = {
  'PUT /api/content/:id/progress': left,
  'PUT /api/content/:id/progress (again)': left,
  'PUT /api/content/:id/progress (of another item)': left,
  'PATCH /api/content/:id/progress': (_world, sample) => {
    const item = idIn(sample);
    return [
      call(`/api/content/${item}/progress`, ({ seen }) => seen, true),
      page(`/content/${item}/study`, 'name="seen" value="0"'),
    ];
  },
  'PATCH /api/history': () => [
    page('/history', 'It is paused: what you open and watch is not kept.'),
    page('/history', 'name="paused" value="0"'),
  ],
  'DELETE /api/history': forgotten,
  'DELETE /api/history/:id': forgotten,
  'POST /api/content/:id/notes': (_world, sample) => {
    const item = idIn(sample);
    const texts = (notes: { text: string }[]) => notes.some(({ text }) => text === 'Pull');
    return [
      call(`/api/content/${item}/notes`, texts, true),
      call('/api/notes', texts, true),
      call(
        ({ id }) => `/api/notes/${id}`,
        ({ text }) => text,
        'Pull',
      ),
      page(`/content/${item}/study`, 'Pull'),
      page(`/content/${item}/sheet?notes=mine`, 'Pull'),
      page('/notebook', 'Pull'),
    ];
  },
  'PATCH /api/notes/:id': async (world, sample) => {
    const id = idIn(sample);
    const item = await aboutNote(world, id);
    return [
      call(`/api/notes/${id}`, ({ text }) => text, 'Changed'),
      call('/api/notes', ([{ text }]) => text, 'Changed'),
      call(`/api/content/${item}/notes`, ([{ text }]) => text, 'Changed'),
      page(`/content/${item}/study`, 'Changed'),
      page('/notebook', 'Changed'),
    ];
  },
  'DELETE /api/notes/:id': async (world, sample) => {
    const id = idIn(sample);
    const item = await aboutNote(world, id);
    return [
      status(`/api/notes/${id}`, 404),
      call('/api/notes', idsOf, []),
      call(`/api/content/${item}/notes`, idsOf, []),
      page(`/content/${item}/study`, 'Grip', false),
      page('/notebook', 'Grip', false),
    ];
  },
  'POST /api/content/:id/clips': (_world, sample) => {
    const loop = new URLSearchParams(
      Object.entries(bodyOf(sample)).map(([name, value]) => [name, `${value}`]),
    );
    return [status(`/api/content/${idIn(sample)}/clips?${loop}`, 200)];
  },
};

const listOf = (id: number) => (lists: { id: number; entryCount: number }[]) =>
  lists.find((list) => list.id === id);

/** Lists and courses. */
export const listReadings: Readings = {
  'POST /api/lists': () => [
    call('/api/lists', ([list]) => list?.title, 'Half guard'),
    call(
      ({ id }) => `/api/lists/${id}`,
      ({ title }) => title,
      'Half guard',
    ),
    page('/lists', 'Half guard'),
    page(({ id }) => `/lists/${id}`, 'Half guard'),
  ],
  'PATCH /api/lists/:id': (_world, sample) => {
    const id = idIn(sample);
    return [
      call(`/api/lists/${id}`, ({ visibility }) => visibility, 'link'),
      call('/api/lists', (lists) => lists[0].visibility, 'link'),
      page(`/lists/${id}`, '?key='),
    ];
  },
  'DELETE /api/lists/:id': (_world, sample) => [
    status(`/api/lists/${idIn(sample)}`, 404),
    status(`/lists/${idIn(sample)}`, 404),
    call('/api/lists', idsOf, []),
    page('/lists', `/lists/${idIn(sample)}`, false),
  ],
  'POST /api/lists/:id/follow': (_world, sample) => {
    const id = idIn(sample);
    return [
      call('/api/lists?show=followed', idsOf, [id]),
      page('/lists?show=followed', `/lists/${id}`),
      page(`/lists/${id}`, 'name="following" value="0"'),
    ];
  },
  'POST /api/lists/:id/copy': () => [
    call('/api/lists', (lists) => lists.length, 2),
    call(
      ({ id }) => `/api/lists/${id}`,
      ({ entryCount }) => entryCount,
      2,
    ),
    page(({ id }) => `/lists/${id}`, 'Half guard'),
  ],
  'POST /api/lists/:id/entries': async (world, sample) => {
    const [id, item] = [idIn(sample), bodyOf(sample).contentId];
    const title = await titleOf(world, item);
    return [
      call(`/api/lists/${id}`, ({ entries }) => entries.at(-1).item?.id, item),
      call('/api/lists', (lists) => listOf(id)(lists)?.entryCount, 3),
      page(`/lists/${id}`, title),
      page(`/content/${item}/lists`, `name="was" value="${id}"`),
    ];
  },
  'POST /api/lists/:id/entries (again)': (_world, sample) => [
    call(`/api/lists/${idIn(sample)}`, ({ entries }) => entries[0].note, 'Elbow in at 1:20.'),
    page(`/lists/${idIn(sample)}`, 'Elbow in at 1:20.'),
  ],
  'PATCH /api/lists/:id/entries/:entryId': (_world, sample) => {
    const [, id, entry] = /lists\/(\d+)\/entries\/(\d+)/.exec(sample.path) ?? [];
    return [
      call(`/api/lists/${id}`, ({ entries }) => entries[0].id, Number(entry)),
      {
        path: `/lists/${id}`,
        of: ({ text }) => /\/lists\/\d+\/entries\/(\d+)/.exec(text)?.[1],
        is: entry,
      },
    ];
  },
  'DELETE /api/lists/:id/entries/:entryId': async (world, sample) => {
    const [, id, entry] = /lists\/(\d+)\/entries\/(\d+)/.exec(sample.path) ?? [];
    const on = await row<{ item: number }>(world.em())`
      select content_id as item from list_entries where id = ${Number(entry)}`;
    return [
      call(`/api/lists/${id}`, ({ entries }) => entries.length, 1),
      call('/api/lists', ([list]) => list.entryCount, 1),
      page(`/lists/${id}`, await titleOf(world, on?.item ?? 0), false),
      page(`/content/${on?.item}/lists`, 'name="was"', false),
    ];
  },
  'PUT /api/lists/:id/sections': (_world, sample) => [
    call(`/api/lists/${idIn(sample)}`, ({ sections }) => sections.length, 1),
    page(`/lists/${idIn(sample)}/sections`, 'First week'),
  ],
};
