import { addNote } from '../../../app/features/study/notes/add-note.server.ts';
import { setProgress } from '../../../app/features/study/progress/progress.server.ts';
import { canConvert } from '../../../app/media/ffmpeg.server.ts';
import { addVideo } from '../media/video-row.ts';
import { row } from '../sql.ts';
import { fresh, type LiveWorld, type SampleRequests } from './sample-request.ts';

/** A member and a technique with a video. */
async function studied(world: LiveWorld) {
  const [member, creator] = [await world.person(), await world.person()];
  const item = await world.item({ contentType: 'video', creator: creator.id });
  await addVideo(world.em(), item, { seconds: 100 });
  const watched = (what: string) =>
    `select count(*) from watched where user_id = ${member.id} and content_id = ${item} and ${what}`;
  return { member, creator, item, watched };
}

async function noted(world: LiveWorld) {
  const made = await studied(world);
  const note = await addNote(world.member(made.member), made.item, { seconds: 3, text: 'Grip' });
  const count = (what: string) =>
    `select count(*) from notes where member_id = ${made.member.id} and ${what}`;
  return { ...made, note, count };
}

/** A loop of a video. Without ffmpeg its clip is there already, because none can be cut. */
async function looped(world: LiveWorld) {
  const made = await studied(world);
  const video = await row<{ id: number }>(world.em())`select id from media where content_id = ${made.item}`;
  const id = video?.id ?? 0;
  if (!canConvert())
    await row(world.em())`
      insert into clips (key, media_id, from_ms, to_ms, slowdown, asked_at, last_used_at)
      values (${fresh('clip')}, ${id}, 2000, 4000, 1, now(), now())`;
  // One is cut at a time. While another one is, the worker does not take the new clip, whose video has no file: it
  // would remove the clip before it is counted.
  else
    await row(world.em())`
      insert into clips (key, from_ms, to_ms, slowdown, state, tries, cut_at, asked_at, last_used_at)
      values (${fresh('clip')}, 0, 2000, 1, 'cutting', 1, now() + interval '1 minute', now(), now())`;
  const effect: [string, number] = [
    `select count(*) from clips where media_id = ${id}`,
    canConvert() ? 1 : 0,
  ];
  return { ...made, loop: { mediaId: id, from: 2, to: 4, speed: 1 }, effect };
}

/** Progress, history, notes, chapters and clips. */
export const studyRequests: SampleRequests = {
  'PUT /api/content/:id/progress': async (world) => {
    const { member, item, watched } = await studied(world);
    const json = { seconds: 12 };
    return { path: `/api/content/${item}/progress`, as: member, json, effect: [watched('seconds = 12'), 1] };
  },
  'PUT /api/content/:id/progress (again)': async (world) => {
    const { member, item, watched } = await studied(world);
    const path = `/api/content/${item}/progress`;
    const as = await world.signIn(member);
    await world.ask(path, { method: 'PUT', json: { seconds: 5 }, as });
    return { path, as: member, json: { seconds: 12 }, effect: [watched('seconds = 12'), 1] };
  },
  'PUT /api/content/:id/progress (of another item)': async (world) => {
    const { member, item, watched } = await studied(world);
    const { item: first } = await studied(world);
    const as = await world.signIn(member);
    await world.ask(`/api/content/${first}/progress`, { method: 'PUT', json: { seconds: 5 }, as });
    const path = `/api/content/${item}/progress`;
    return { path, as: member, json: { seconds: 12 }, effect: [watched('seconds = 12'), 1] };
  },
  'PATCH /api/content/:id/progress': async (world) => {
    const { member, item, watched } = await studied(world);
    const effect = watched('seen_at is not null');
    return { path: `/api/content/${item}/progress`, as: member, json: { seen: true }, effect: [effect, 1] };
  },
  'POST /content/:id/seen': async (world) => {
    const { member, item, watched } = await studied(world);
    const effect = watched('seen_at is not null');
    return { path: `/content/${item}/seen`, as: member, fields: { seen: '1' }, effect: [effect, 1] };
  },
  'PATCH /api/history': async (world) => {
    const { member } = await studied(world);
    const effect = `select history_paused::int from users where id = ${member.id}`;
    return { path: '/api/history', as: member, json: { paused: true }, effect: [effect, 1] };
  },
  'POST /history/pause': async (world) => {
    const { member } = await studied(world);
    const effect = `select history_paused::int from users where id = ${member.id}`;
    return { path: '/history/pause', as: member, fields: { paused: '1' }, effect: [effect, 1] };
  },
  'DELETE /api/history': async (world) => {
    const { member, item, watched } = await studied(world);
    await setProgress(world.member(member), item, 5);
    return { path: '/api/history', as: member, effect: [watched('true'), -1] };
  },
  'POST /history/clear': async (world) => {
    const { member, item, watched } = await studied(world);
    await setProgress(world.member(member), item, 5);
    return { path: '/history/clear', as: member, fields: { sent: '1' }, effect: [watched('true'), -1] };
  },
  'POST /history/:id/forget': async (world) => {
    const { member, item, watched } = await studied(world);
    await setProgress(world.member(member), item, 5);
    return {
      path: `/history/${item}/forget`,
      as: member,
      fields: { sent: '1' },
      effect: [watched('true'), -1],
    };
  },
  'DELETE /api/history/:id': async (world) => {
    const { member, item, watched } = await studied(world);
    await setProgress(world.member(member), item, 5);
    return { path: `/api/history/${item}`, as: member, effect: [watched('true'), -1] };
  },
  'POST /content/:id/study': async (world) => {
    const { member, item, count } = await noted(world);
    const fields = { at: '0:09', text: 'Pull', attempt: fresh('attempt') };
    return { path: `/content/${item}/study`, as: member, fields, effect: [count('seconds = 9'), 1] };
  },
  'POST /api/content/:id/notes': async (world) => {
    const { member, item, count } = await noted(world);
    const json = { seconds: 9, text: 'Pull' };
    return { path: `/api/content/${item}/notes`, as: member, json, effect: [count('seconds = 9'), 8] };
  },
  'POST /notebook/:id': async (world) => {
    const { member, note, count } = await noted(world);
    const fields = { at: '', text: 'Changed' };
    return { path: `/notebook/${note.id}`, as: member, fields, effect: [count(`text = 'Changed'`), 1] };
  },
  'PATCH /api/notes/:id': async (world) => {
    const { member, note, count } = await noted(world);
    const json = { text: 'Changed' };
    return { path: `/api/notes/${note.id}`, as: member, json, effect: [count(`text = 'Changed'`), 1] };
  },
  'POST /notebook/:id/delete': async (world) => {
    const { member, note, count } = await noted(world);
    return {
      path: `/notebook/${note.id}/delete`,
      as: member,
      fields: { sent: '1' },
      effect: [count('true'), -1],
    };
  },
  'DELETE /api/notes/:id': async (world) => {
    const { member, note, count } = await noted(world);
    return { path: `/api/notes/${note.id}`, as: member, effect: [count('true'), -1] };
  },
  'POST /content/:id/chapters': async (world) => {
    const { creator, item } = await studied(world);
    const effect = `select cardinality(steps) from content where id = ${item}`;
    const fields = { steps: '0:00 Grip\n0:09 Pull' };
    return { path: `/content/${item}/chapters`, as: creator, fields, effect: [effect, 2] };
  },
  'POST /api/content/:id/clips': async (world) => {
    const { member, item, loop, effect } = await looped(world);
    return { path: `/api/content/${item}/clips`, as: member, json: loop, effect };
  },
  'POST /content/:id/loop/clip': async (world) => {
    const { member, item, loop, effect } = await looped(world);
    const fields = Object.fromEntries(Object.entries(loop).map(([name, value]) => [name, String(value)]));
    return { path: `/content/${item}/loop/clip`, as: member, fields, effect };
  },
};
