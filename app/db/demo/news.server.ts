import { tell } from '../../features/notifications/tell.server.ts';
import type { Em } from '../orm.server.ts';
import { rows } from '../sql.server.ts';

/** How many of the newest items their creators' followers hear of. */
const items = 9;

/** What the demo people hear of at first, by the rules of everybody: the worker writes it. */
export async function tellDemoNews(em: Em) {
  const published = await rows<{ id: number; at: string }>(em)`
    select id, published_at as at from content where status = 'published'
    order by published_at desc, id desc limit ${items}`;
  for (const { id, at } of published.reverse()) {
    await tell(em, { kind: 'new-item', about: id, at: new Date(at) });
  }
  const rated = await rows<{ id: number; item: number; by: number; to: number; at: string }>(em)`
    select r.id, c.id as item, r.user_id as by, c.creator_id as to, r.created_at as at
    from ratings r join content c on c.id = r.content_id join users u on u.id = c.creator_id
    where u.username = 'coach_bia' order by r.id`;
  for (const { id, item, at, ...people } of rated) {
    const facts = { ...people, about: item, newest: id, at: new Date(at) };
    await tell(em, { kind: 'rating', deed: 'rated', ...facts });
  }
}
