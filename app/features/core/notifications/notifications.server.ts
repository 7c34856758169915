import type { Selectable, SelectQueryBuilder } from 'kysely';
import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Tables } from '../../../db/tables.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../lists/keyset.ts';
import { type LineFacts, lineOf } from './notification-text.ts';

export interface Notice extends LineFacts {
  id: number;
  at: string;
  isRead: boolean;
  byId: number | null;
  imageKey: string | null;
  moved: number;
}

type NoticeRow = Awaited<ReturnType<typeof withNames>>[number];
type Own = SelectQueryBuilder<Tables, 'notifications', Selectable<Tables['notifications']>>;

const ownOf = (em: Em, memberId: number): Own =>
  db(em).selectFrom('notifications').selectAll().where('user_id', '=', memberId);

/** Members who left or are suspended have no name here, and items that are not public have no title. */
const withNames = (em: Em, own: Own) =>
  db(em)
    .selectFrom(own.as('n'))
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'n.by_id').on('u.status', '=', 'active'))
    .leftJoin('content as c', (join) =>
      join
        .onRef('c.id', '=', 'n.content_id')
        .on(({ eb, and, or }) =>
          or([
            eb('c.status', '=', 'published'),
            and([eb('n.kind', '=', 'rating'), eb('c.status', 'not in', ['withdrawn', 'suspended'])]),
          ]),
        ),
    )
    .select((eb) => [
      'n.id',
      'n.kind',
      'n.event',
      'n.count',
      'n.about_id as aboutId',
      'n.title',
      'n.at',
      'n.moved',
      eb('n.read_at', 'is not', null).$castTo<boolean>().as('isRead'),
      'n.by_id as byId',
      'u.username as byUsername',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('byName'),
      'u.profile_image_key as imageKey',
      'c.id as itemId',
      'c.title as itemTitle',
    ])
    .orderBy('n.moved', 'desc')
    .execute();

export async function listNotifications(
  { em, viewer }: MemberScope,
  { size, after }: ForwardRequest,
): Promise<PageOf<Notice>> {
  const cursor = readCursor(after, 'whole');
  const newest = ownOf(em, viewer.id)
    .orderBy('moved', 'desc')
    .limit(size + 1);
  const beyond = cursor ? newest.where('moved', '<', Number(cursor.value)) : newest;
  const page = cutForwardPage(await withNames(em, beyond), size, ({ moved, id }) => ({
    value: String(moved),
    id,
  }));
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
  const [found] = await withNames(em, ownOf(em, viewer.id).where('id', '=', id));
  if (!found) throw new NotFound();
  if (isSeen && !found.isRead) {
    await unreadIn(em).set({ read_at: now() }).where('id', '=', id).execute();
  }
  return lineOf(noticeOf(found)).address;
}

/** Marks notifications as read; `upTo` leaves newer ones unread. @throws NotFound for another member's */
export async function markNotificationsRead(
  { em, viewer, now }: MemberScope,
  which: { ids: number[] } | { upTo: number | null },
): Promise<void> {
  const reading = unreadIn(em).set({ read_at: now() }).where('user_id', '=', viewer.id);
  if ('upTo' in which) {
    await (which.upTo === null ? reading : reading.where('moved', '<=', which.upTo)).execute();
    return;
  }
  const ids = [...new Set(which.ids)];
  const own = await ownOf(em, viewer.id).clearSelect().where('id', '=', anyOf('int4', ids)).execute();
  if (own.length < ids.length) throw new NotFound();
  await reading.where('id', '=', anyOf('int4', ids)).execute();
}

const unreadIn = (em: Em) => db(em).updateTable('notifications').where('read_at', 'is', null);

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
  await db(em)
    .updateTable('notifications')
    .set({ read_at: unread === 0 ? at : null, count: Math.max(unread, 1) })
    .where('user_id', '=', memberId)
    .where('key', '=', `message:${conversationId}`)
    .where('read_at', 'is', null)
    .execute();
}
