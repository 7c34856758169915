import type { Em } from '../../../db/orm.server.ts';
import { bool, int, nullable, oneOf, type RowOf, row, text } from '../../../db/raw.server.ts';
import { isUnfinished } from '../../commerce/custom-requests/steps/move.server.ts';

const person = {
  id: int,
  username: text,
  name: text,
  status: oneOf(['active', 'suspended', 'deleted']),
  imageKey: nullable(text),
  isCreator: bool,
  conversationId: nullable(int),
  isOwn: bool,
  isAnswered: bool,
  isBlocked: bool,
  blocksMe: bool,
  /** The two have had a custom request, open or not. */
  hasRequest: bool,
  hasOpenRequest: bool,
};

export type PersonRow = RowOf<typeof person>;

/** A member by name, with what is between them and the viewer. Null when there is no such member. */
export const findPersonRow = (em: Em, viewerId: number, username: string) =>
  row(em, person)`
  select u.id, u.username, u.first_name || ' ' || u.last_name as name, u.status,
    case when u.status = 'active' then u.profile_image_key end as "imageKey",
    u.published_items > 0 as "isCreator", k.id as "conversationId",
    coalesce(k.started_by = ${viewerId}, false) as "isOwn", coalesce(k.is_answered, false) as "isAnswered",
    exists (select 1 from blocks where member_id = ${viewerId} and blocked_id = u.id) as "isBlocked",
    exists (select 1 from blocks where member_id = u.id and blocked_id = ${viewerId}) as "blocksMe",
    q.open is not null as "hasRequest", coalesce(q.open, false) as "hasOpenRequest"
  from users u left join conversations k
    on k.low_id = least(u.id, ${viewerId}::int) and k.high_id = greatest(u.id, ${viewerId}::int)
  cross join lateral (
    select bool_or(${isUnfinished}) as open from requests
    where (requester_id, creator_id) in ((u.id, ${viewerId}::int), (${viewerId}::int, u.id))
  ) q
  where u.username = ${username}`;
