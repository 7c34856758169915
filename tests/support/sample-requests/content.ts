import { chunkType } from '../../../app/features/core/uploads/chunks.schema.ts';
import { row } from '../sql.ts';
import { filesForm, image, medium, ownItem, technique } from './making.ts';
import { fresh, type LiveWorld, type SampleRequest, type SampleRequests } from './sample-request.ts';

const itemsOf = (id: number) => `select count(*) from content where creator_id = ${id}`;

/** The three ways to publish. Eight requests of one attempt make one item (a limit refuses some of them). */
async function publishing(world: LiveWorld, path: string, field = 'files'): Promise<SampleRequest> {
  const creator = await world.person({ plan: 'vip' });
  const fields = { ...technique, attempt: fresh('attempt') };
  const files = filesForm(fields, { [field]: [await image(), 'roll.png'] });
  return { path, as: creator, files, effect: [itemsOf(creator.id), 1] };
}

/** A file that is being sent in chunks; all of it has arrived with `whole`. */
async function beginsUpload(world: LiveWorld, { whole = false } = {}) {
  const creator = await world.person();
  const as = await world.signIn(creator);
  const body = new Uint8Array(await (await image()).arrayBuffer());
  const head = Buffer.from(body.subarray(0, 12)).toString('hex');
  const json = { name: 'roll.png', bytes: body.length, modified: 7, head };
  const begun = await world.ask('/api/uploads', { method: 'POST', json, as });
  const { id } = begun.json() as { id: string };
  if (whole) {
    const headers = { 'content-type': chunkType, 'upload-offset': '0' };
    await world.ask(`/api/uploads/${id}`, { method: 'PATCH', headers, body, as });
  }
  return {
    creator,
    id,
    body,
    uploads: `select count(*) from upload_sessions where owner_id = ${creator.id}`,
  };
}

const captions = new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nGrip the lapel.\n']);

async function withVideo(world: LiveWorld) {
  const { creator, item } = await ownItem(world);
  return { creator, item, video: await medium(world, { owner: creator.id, item, kind: 'video' }) };
}

/** What creators do with their items and files, and members with items. */
export const contentRequests: SampleRequests = {
  'POST /upload': (world) => publishing(world, '/upload'),
  'POST /studio/upload': (world) => publishing(world, '/studio/upload', 'image'),
  'POST /api/content': (world) => publishing(world, '/api/content'),
  'POST /content/:id/edit': async (world) => {
    const { creator, item } = await ownItem(world);
    const effect = `select count(*) from content where id = ${item} and title = 'Knee cut'`;
    return { path: `/content/${item}/edit`, as: creator, fields: technique, effect: [effect, 1] };
  },
  'POST /content/:id/map': async (world) => {
    const { creator, item } = await ownItem(world);
    const effect = `select count(starts_as) from content_map_links where content_id = ${item}`;
    return {
      path: `/content/${item}/map`,
      as: creator,
      fields: { startsIn: 'a new guard' },
      effect: [effect, 1],
    };
  },
  'POST /api/content/:id/map': async (world) => {
    const { creator, item } = await ownItem(world);
    const effect = `select count(does_as) from content_map_links where content_id = ${item}`;
    return {
      path: `/api/content/${item}/map`,
      as: creator,
      json: { does: 'a new sweep' },
      effect: [effect, 1],
    };
  },
  'POST /content/:id/delete': async (world) => {
    const { creator, item } = await ownItem(world);
    return { path: `/content/${item}/delete`, as: creator, fields: {}, effect: [itemsOf(creator.id), -1] };
  },
  'DELETE /api/content/:id': async (world) => {
    const { creator, item } = await ownItem(world);
    return { path: `/api/content/${item}`, as: creator, effect: [itemsOf(creator.id), -1] };
  },
  'POST /content/:id/edit/media': async (world) => {
    const { creator, item } = await ownItem(world);
    const files = filesForm({ attempt: fresh('attempt') }, { files: [await image(), 'roll.png'] });
    const effect = `select count(*) from media where content_id = ${item}`;
    return { path: `/content/${item}/edit/media`, as: creator, files, effect: [effect, 1] };
  },
  'POST /content/:id/edit/media/:mediaId/captions': async (world) => {
    const { creator, item, video } = await withVideo(world);
    const files = filesForm({ language: 'en' }, { captions: [captions, 'a.vtt'] });
    const effect = `select count(*) from captions where media_id = ${video}`;
    return { path: `/content/${item}/edit/media/${video}/captions`, as: creator, files, effect: [effect, 1] };
  },
  'POST /content/:id/media/:mediaId/captions/:language/remove': async (world) => {
    const { creator, item, video } = await withVideo(world);
    await row(world.em())`insert into captions (media_id, language, text, created_at)
      values (${video}, 'en', 'WEBVTT', now())`;
    const effect = `select count(*) from captions where media_id = ${video}`;
    const path = `/content/${item}/media/${video}/captions/en/remove`;
    return { path, as: creator, fields: {}, effect: [effect, -1] };
  },
  'POST /content/:id/media/:mediaId/move': async (world) => {
    const { creator, item, media } = await ownItem(world);
    const effect = `select count(distinct position) from media where content_id = ${item}`;
    const path = `/content/${item}/media/${media[1]}/move`;
    // In any order of the eight, each image has its own position afterwards.
    return { path, as: creator, fields: { step: 'first' }, effect: [effect, 1] };
  },
  'POST /content/:id/media/:mediaId/remove': async (world) => {
    const { creator, item, media } = await ownItem(world);
    const effect = `select count(*) from media where content_id = ${item}`;
    const path = `/content/${item}/media/${media[1]}/remove`;
    return { path, as: creator, fields: {}, effect: [effect, -1] };
  },
  'POST /api/uploads': async (world) => {
    const creator = await world.person();
    const head = Buffer.from((await (await image()).arrayBuffer()).slice(0, 12)).toString('hex');
    const json = { name: 'roll.png', bytes: 1_000, modified: 7, head };
    const effect = `select count(*) from upload_sessions where owner_id = ${creator.id}`;
    return { path: '/api/uploads', as: creator, json, effect: [effect, 1] };
  },
  'PATCH /api/uploads/:id': async (world) => {
    const { creator, id, body } = await beginsUpload(world);
    const effect = `select coalesce(sum(arrived), 0) from upload_sessions where owner_id = ${creator.id}`;
    const bytes = { type: chunkType, offset: 0, body };
    return { path: `/api/uploads/${id}`, as: creator, bytes, effect: [effect, body.length] };
  },
  'DELETE /api/uploads/:id': async (world) => {
    const { creator, id, uploads } = await beginsUpload(world);
    return { path: `/api/uploads/${id}`, as: creator, effect: [uploads, -1] };
  },
  'POST /uploads/:id/cancel': async (world) => {
    const { creator, id, uploads } = await beginsUpload(world);
    return { path: `/uploads/${id}/cancel`, as: creator, fields: {}, effect: [uploads, -1] };
  },
  'POST /api/uploads/:id/finish': async (world) => {
    const { creator, id } = await beginsUpload(world, { whole: true });
    const effect = `select count(*) from media where owner_id = ${creator.id}`;
    return { path: `/api/uploads/${id}/finish`, as: creator, json: {}, effect: [effect, 1] };
  },
  'POST /content/:id/like': async (world) => {
    const [fan, item] = [await world.person(), await world.item()];
    const effect = `select likes from content_stats where content_id = ${item}`;
    return { path: `/content/${item}/like`, as: fan, fields: { liked: '1' }, effect: [effect, 1] };
  },
  'POST /api/content/:id/like': async (world) => {
    const [fan, item] = [await world.person(), await world.item()];
    const effect = `select likes from content_stats where content_id = ${item}`;
    return { path: `/api/content/${item}/like`, as: fan, json: { liked: true }, effect: [effect, 1] };
  },
  'POST /content/:id/rate': async (world) => {
    const [fan, item] = [await world.person(), await world.item()];
    const effect = `select rating_sum from content_stats where content_id = ${item}`;
    return { path: `/content/${item}/rate`, as: fan, fields: { rating: '4' }, effect: [effect, 4] };
  },
  'POST /api/content/:id/rating': async (world) => {
    const [fan, item] = [await world.person(), await world.item()];
    const effect = `select rating_sum from content_stats where content_id = ${item}`;
    return { path: `/api/content/${item}/rating`, as: fan, json: { rating: 4 }, effect: [effect, 4] };
  },
  'POST /content/:id/rate/remove': async (world) => {
    const { fan, item } = await rated(world);
    const effect = `select rating_count from content_stats where content_id = ${item}`;
    return { path: `/content/${item}/rate/remove`, as: fan, fields: {}, effect: [effect, -1] };
  },
  'DELETE /api/content/:id/rating': async (world) => {
    const { fan, item } = await rated(world);
    const effect = `select rating_count from content_stats where content_id = ${item}`;
    return { path: `/api/content/${item}/rating`, as: fan, effect: [effect, -1] };
  },
};

async function rated(world: LiveWorld) {
  const [fan, item] = [await world.person(), await world.item()];
  await row(world.em())`insert into ratings (user_id, content_id, stars) values (${fan.id}, ${item}, 3)`;
  await row(world.em())`
    update content_stats set rating_sum = 3, rating_count = 1 where content_id = ${item}`;
  return { fan, item };
}
