import { writeComment } from '../../../app/features/community/comments/write-comment.server.ts';
import { row } from '../sql.ts';
import { fresh, type LiveWorld, type SampleRequests } from './sample-request.ts';

/** An item with a comment, which is pinned if that is asked for. */
async function commented(world: LiveWorld, isPinned = false) {
  const [creator, author] = [await world.person(), await world.person()];
  const item = await world.item({ creator: creator.id });
  const { id } = await writeComment(world.member(author), item, { text: 'Where does the elbow go?' });
  await row(world.em())`update comments set is_pinned = ${isPinned} where id = ${id}`;
  const count = (what: string) => `select count(*) from comments where ${what}`;
  return { creator, author, item, id, count };
}

/** Questions and comments on items. */
export const commentRequests: SampleRequests = {
  'POST /content/:id/comments': async (world) => {
    const { author, item, count } = await commented(world);
    const fields = { text: 'And the knee?', attempt: fresh('attempt') };
    return {
      path: `/content/${item}/comments`,
      as: author,
      fields,
      effect: [count(`content_id = ${item}`), 1],
    };
  },
  'POST /api/content/:id/comments': async (world) => {
    const { author, item } = await commented(world);
    const effect = `select comments from content_stats where content_id = ${item}`;
    const json = { text: 'And the knee?' };
    return { path: `/api/content/${item}/comments`, as: author, json, effect: [effect, 8] };
  },
  'POST /comments/:id': async (world) => {
    const { creator, id } = await commented(world);
    const fields = { text: 'Close to the ribs.', attempt: fresh('attempt') };
    const effect = `select replies from comments where id = ${id}`;
    return { path: `/comments/${id}`, as: creator, fields, effect: [effect, 1] };
  },
  'POST /comments/:id/edit': async (world) => {
    const { author, id, count } = await commented(world);
    const fields = { text: 'Where does the left elbow go?' };
    const effect = count(`id = ${id} and edited_at is not null`);
    return { path: `/comments/${id}/edit`, as: author, fields, effect: [effect, 1] };
  },
  'PATCH /api/comments/:id': async (world) => {
    const { author, id, count } = await commented(world);
    const effect = count(`id = ${id} and edited_at is not null`);
    return { path: `/api/comments/${id}`, as: author, json: { text: 'Which elbow?' }, effect: [effect, 1] };
  },
  'POST /comments/:id/delete': async (world) => {
    const { author, id, count } = await commented(world);
    return {
      path: `/comments/${id}/delete`,
      as: author,
      fields: { sent: '1' },
      effect: [count(`id = ${id}`), -1],
    };
  },
  'DELETE /api/comments/:id': async (world) => {
    const { creator, item, id } = await commented(world);
    const effect = `select comments from content_stats where content_id = ${item}`;
    return { path: `/api/comments/${id}`, as: creator, effect: [effect, -1] };
  },
  'POST /comments/:id/pin': async (world) => {
    const { creator, id, count } = await commented(world);
    const effect = count(`id = ${id} and is_pinned`);
    return { path: `/comments/${id}/pin`, as: creator, fields: { pinned: '1' }, effect: [effect, 1] };
  },
  'PUT /api/comments/:id/pin': async (world) => {
    const { creator, id, count } = await commented(world);
    const effect = count(`id = ${id} and is_pinned`);
    return { path: `/api/comments/${id}/pin`, as: creator, json: {}, effect: [effect, 1] };
  },
  'DELETE /api/comments/:id/pin': async (world) => {
    const { creator, id, count } = await commented(world, true);
    const effect = count(`id = ${id} and is_pinned`);
    return { path: `/api/comments/${id}/pin`, as: creator, effect: [effect, -1] };
  },
  'POST /profile/comments': async (world) => {
    const viewer = await world.person();
    const effect = `select count(*) from users where id = ${viewer.id} and comments_from = 'closed'`;
    return { path: '/profile/comments', as: viewer, fields: { commentsFrom: 'closed' }, effect: [effect, 1] };
  },
  'PUT /api/comment-settings': async (world) => {
    const viewer = await world.person();
    const effect = `select count(*) from users where id = ${viewer.id} and comments_from = 'members'`;
    return {
      path: '/api/comment-settings',
      as: viewer,
      json: { commentsFrom: 'members' },
      effect: [effect, 1],
    };
  },
};
