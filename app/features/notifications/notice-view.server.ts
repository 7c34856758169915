import type { MemberScope } from '../../scope.ts';
import { profileImage } from '../content/pictures.server.ts';
import { lineOf } from './line.ts';
import type { Notice } from './notifications.server.ts';

/** A notification as the page shows it. What is unread is opened through its own address, which marks it. */
export function noticeView(scope: MemberScope, notice: Notice) {
  const { id, kind, at, isRead, byId, by, imageKey } = notice;
  const { text, address } = lineOf(notice);
  return {
    id,
    kind,
    at,
    isRead,
    text,
    href: address && (isRead ? address : `/notifications/${id}`),
    /** The picture of whoever is named. */
    person:
      byId !== null && by?.name && kind !== 'rating'
        ? { id: byId, avatar: profileImage(scope, imageKey) }
        : null,
  };
}
export type NoticeView = ReturnType<typeof noticeView>;

/** The same as the calls answer. */
export function noticeJson(notice: Notice) {
  const { id, kind, deed, count, at, isRead, by } = notice;
  const { text, address } = lineOf(notice);
  return {
    id,
    kind,
    deed,
    count,
    text,
    address,
    by: by?.username && by.name ? { username: by.username, name: by.name } : null,
    at: new Date(at).toISOString(),
    isRead,
  };
}
