import type { Selectable, SelectQueryBuilder } from 'kysely';
import { anyOf, countAll, db, sql } from '../../../db/kysely.server.ts';
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

/** A line of the page: one notification, or the newest of several with how many there are. */
export interface NoticeLine extends Notice {
  /** How many notifications the line holds, at most `mostGathered`. */
  held: number;
}

type NoticeRow = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];
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
            and([
              eb('n.kind', 'in', ['rating', 'comment']),
              eb('c.status', 'not in', ['withdrawn', 'suspended']),
            ]),
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
    .orderBy('n.moved', 'desc');

const cursorOf = ({ moved, id }: Notice) => ({ value: String(moved), id });

const beyond = (newest: Own, after: string | null): Own => {
  const cursor = readCursor(after, 'whole');
  return cursor ? newest.where('moved', '<', Number(cursor.value)) : newest;
};

/** Each notification by itself; `bundle` keeps those that one line of the page holds. */
export async function listNotifications(
  { em, viewer }: MemberScope,
  { size, after, bundle }: ForwardRequest & { bundle?: string },
): Promise<PageOf<Notice>> {
  const own = ownOf(em, viewer.id)
    .orderBy('moved', 'desc')
    .limit(size + 1);
  const asked = beyond(bundle === undefined ? own : own.where('bundle', '=', bundle), after);
  return cutForwardPage((await withNames(em, asked).execute()).map(noticeOf), size, cursorOf);
}

/** The most notifications that are counted for one line. */
export const mostGathered = 100;

/** The lines of the page: of sales, ratings and new items of a week only the newest, with the number of all. */
export async function listLines(
  { em, viewer }: MemberScope,
  { size, after }: ForwardRequest,
): Promise<PageOf<NoticeLine>> {
  const newest = ownOf(em, viewer.id)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('bundle', 'is', null),
        not(
          exists(
            selectFrom('notifications as later')
              .whereRef('later.user_id', '=', 'notifications.user_id')
              .whereRef('later.bundle', '=', 'notifications.bundle')
              .whereRef('later.moved', '>', 'notifications.moved'),
          ),
        ),
      ]),
    )
    .orderBy('moved', 'desc')
    .limit(size + 1);
  const rows = await withNames(em, beyond(newest, after))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom('notifications as same')
              .select(['same.read_at', 'same.count'])
              .whereRef('same.user_id', '=', 'n.user_id')
              .whereRef('same.bundle', '=', 'n.bundle')
              .orderBy('same.moved', 'desc')
              .limit(mostGathered)
              .as('same'),
          )
          .select([
            countAll().as('held'),
            sql<number>`sum(same.count)::int`.as('events'),
            sql<boolean>`bool_and(same.read_at is not null)`.as('areRead'),
          ])
          .as('bundled'),
      (join) => join.onTrue(),
    )
    .select(['bundled.held', 'bundled.events', 'bundled.areRead'])
    .execute();
  const lines = rows.map(({ held, events, areRead, ...row }) => {
    const notice = noticeOf(row);
    return held > 1 ? { ...notice, held, count: events, isRead: areRead } : { ...notice, held: 1 };
  });
  return cutForwardPage(lines, size, cursorOf);
}

/** The bundle of a line. @throws NotFound for another member's, and for one that is shown by itself */
export async function findBundle({ em, viewer }: MemberScope, id: number): Promise<string> {
  const found = await ownOf(em, viewer.id).where('id', '=', id).executeTakeFirst();
  if (!found?.bundle) throw new NotFound();
  return found.bundle;
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
  const found = await withNames(em, ownOf(em, viewer.id).where('id', '=', id)).executeTakeFirst();
  if (!found) throw new NotFound();
  if (isSeen && !found.isRead) {
    await unreadIn(em).set({ read_at: now() }).where('id', '=', id).execute();
  }
  return lineOf(noticeOf(found)).address;
}

/** Marks all notifications of a line as read, up to its newest one when the page was shown. @throws NotFound */
export async function openBundle(scope: MemberScope, id: number, isSeen: boolean): Promise<string> {
  const bundle = await findBundle(scope, id);
  const { em, viewer, now } = scope;
  const shown = ownOf(em, viewer.id).clearSelect().select('moved').where('id', '=', id);
  if (isSeen) {
    await unreadIn(em)
      .set({ read_at: now() })
      .where('user_id', '=', viewer.id)
      .where('bundle', '=', bundle)
      .where('moved', '<=', shown)
      .execute();
  }
  return bundleAddress(id);
}

export const bundleAddress = (id: number) => `/notifications?of=${id}`;

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
  const own = await ownOf(em, viewer.id).clearSelect().where('id', '=', anyOf('int8', ids)).execute();
  if (own.length < ids.length) throw new NotFound();
  await reading.where('id', '=', anyOf('int8', ids)).execute();
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
