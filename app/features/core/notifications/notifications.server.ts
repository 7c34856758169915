import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../lists/keyset.ts';
import { type LineFacts, lineOf } from './notification-text.ts';

export interface Notice extends LineFacts {
  id: number;
  at: string;
  isRead: boolean;
  byId: number | null;
  imageKey: string | null;
  moved: number;
}

type NoticeRow = Omit<Notice, 'by' | 'item'> & {
  byUsername: string | null;
  byName: string | null;
  itemId: number | null;
  itemTitle: string | null;
};

/** Members who left or are suspended have no name here, and items that are not public have no title. */
const columns = fragment`n.id, n.kind, n.deed, n.count, n.about_id as "aboutId", n.title, n.at, n.moved,
  n.read_at is not null as "isRead", n.by_id as "byId", u.username::text as "byUsername",
  u.first_name || ' ' || u.last_name as "byName", u.profile_image_key as "imageKey", c.id as "itemId",
  c.title as "itemTitle"`;
const tables = fragment`left join users u on u.id = n.by_id and u.status = 'active'
  left join content c on c.id = n.content_id
    and (c.status = 'published' or (n.kind = 'rating' and c.status not in ('withdrawn', 'suspended')))`;

export async function listNotifications(
  { em, viewer }: MemberScope,
  { size, after }: OnwardRequest,
): Promise<PageOf<Notice>> {
  const cursor = readCursor(after, 'whole');
  const beyond = cursor ? fragment`and moved < ${Number(cursor.value)}` : fragment``;
  const fetched = await rows<NoticeRow>(em)`
    with page as materialized (
      select * from notifications where user_id = ${viewer.id} ${beyond} order by moved desc limit ${size + 1}
    )
    select ${columns} from page n ${tables} order by n.moved desc`;
  const page = cutOnward(fetched, size, ({ moved, id }) => ({ value: String(moved), id }));
  return { ...page, items: page.items.map(noticeOf) };
}

const noticeOf = ({ byUsername, byName, itemId, itemTitle, ...facts }: NoticeRow): Notice => ({
  ...facts,
  by: facts.byId === null ? null : { username: byUsername, name: byName },
  item: itemId === null ? null : { id: itemId, title: itemTitle ?? '' },
});

/** Marks a notification as read and returns its address. @throws NotFound for another member's */
export async function openNotification(
  { em, viewer, now }: MemberScope,
  id: number,
  isSeen: boolean,
): Promise<string | null> {
  const found = await row<NoticeRow>(em)`
    select ${columns} from notifications n ${tables} where n.id = ${id} and n.user_id = ${viewer.id}`;
  if (!found) throw new NotFound();
  if (isSeen && !found.isRead) {
    await row(em)`update notifications set read_at = ${now()} where id = ${id} and read_at is null`;
  }
  return lineOf(noticeOf(found)).address;
}

/** Marks notifications as read; `upTo` leaves newer ones unread. @throws NotFound for another member's */
export async function markNotificationsRead(
  { em, viewer, now }: MemberScope,
  which: { ids: number[] } | { upTo: number | null },
): Promise<void> {
  if ('upTo' in which) {
    const until = which.upTo === null ? fragment`` : fragment`and moved <= ${which.upTo}`;
    await row(em)`update notifications set read_at = ${now()}
      where user_id = ${viewer.id} and read_at is null ${until}`;
    return;
  }
  const ids = [...new Set(which.ids)];
  const own = await rows(em)`
    select from notifications where user_id = ${viewer.id} and id = any(${ids}::int[])`;
  if (own.length < ids.length) throw new NotFound();
  await row(em)`update notifications set read_at = ${now()}
    where user_id = ${viewer.id} and id = any(${ids}::int[]) and read_at is null`;
}

/** Updates the notification about a conversation after it was read up to a message. */
export async function conversationRead(
  em: Em,
  {
    memberId,
    conversationId,
    unread,
    at,
  }: { memberId: number; conversationId: number; unread: number; at: Date },
): Promise<void> {
  await row(em)`
    update notifications set
      read_at = case when ${unread}::int = 0 then ${at}::timestamptz end, count = greatest(${unread}::int, 1)
    where user_id = ${memberId} and key = ${`message:${conversationId}`} and read_at is null`;
}
