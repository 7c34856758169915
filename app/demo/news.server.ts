import type { Em } from '../db/orm.server.ts';
import { rows } from '../db/sql.server.ts';
import { notify } from '../features/core/notifications/notify.server.ts';

/** How many of the newest items their creators' followers are notified of. */
const items = 9;

/** Queues the first notifications of the demo people by the usual rules; the worker writes them. */
export async function seedNotifications(em: Em) {
  const published = await rows<{ id: number; at: string }>(em)`
    select id, published_at as at from content where status = 'published'
    order by published_at desc, id desc limit ${items}`;
  for (const { id, at } of published.reverse()) {
    await notify(em, { kind: 'new-item', about: id, at: new Date(at) });
  }
  const rated = await rows<{ id: number; item: number; by: number; to: number; at: string }>(em)`
    select r.id, c.id as item, r.user_id as by, c.creator_id as to, r.created_at as at
    from ratings r join content c on c.id = r.content_id join users u on u.id = c.creator_id
    where u.username = 'coach_bia' order by r.id`;
  for (const { id, item, at, ...people } of rated) {
    const facts = { ...people, about: item, newest: id, at: new Date(at) };
    await notify(em, { kind: 'rating', deed: 'rated', ...facts });
  }
}
