import type { NotNull } from 'kysely';
import { db } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import { notify } from '../features/core/notifications/notify.server.ts';
import { hoursAgo } from './ago.server.ts';

/** How many of the newest items their creators' followers are notified of. */
const items = 9;

/** Queues the first notifications of the demo people by the usual rules; the worker writes them. */
export async function seedNotifications(em: Em) {
  const published = await db(em)
    .selectFrom('content')
    .select(['id', 'published_at as at'])
    .where('status', '=', 'published')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(items)
    .$narrowType<{ at: NotNull }>()
    .execute();
  for (const { id, at } of published.reverse()) {
    await notify(em, { kind: 'new-item', about: id, at: new Date(at) });
  }
  const rated = await db(em)
    .selectFrom('ratings as r')
    .innerJoin('content as c', 'c.id', 'r.content_id')
    .innerJoin('users as u', 'u.id', 'c.creator_id')
    .select(['r.id', 'c.id as item', 'r.user_id as by', 'c.creator_id as to', 'r.created_at as at'])
    .where('u.username', '=', 'coach_bia')
    .where('r.created_at', '>', hoursAgo(24 * 9))
    .orderBy('r.id')
    .execute();
  for (const { id, item, at, ...people } of rated) {
    const facts = { ...people, about: item, newest: id, at: new Date(at) };
    await notify(em, { kind: 'rating', event: 'rated', ...facts });
  }
}
