import type { MemberScope } from '../../../scope.ts';
import { profileImage } from '../media/pictures.server.ts';
import { lineOf } from './notification-text.ts';
import type { Notice } from './notifications.server.ts';

export function notificationView(scope: MemberScope, notice: Notice) {
  const { id, kind, at, isRead, byId, by, imageKey } = notice;
  const { text, address } = lineOf(notice);
  return {
    id,
    kind,
    at,
    isRead,
    text,
    href: address && (isRead ? address : `/notifications/${id}`),
    person:
      byId !== null && by?.name && kind !== 'rating'
        ? { id: byId, avatar: profileImage(scope, imageKey) }
        : null,
  };
}
export type NotificationView = ReturnType<typeof notificationView>;

export function noticeJson(notice: Notice) {
  const { id, kind, event, count, at, isRead, by } = notice;
  const { text, address } = lineOf(notice);
  return {
    id,
    kind,
    event,
    count,
    text,
    address,
    by: by?.username && by.name ? { username: by.username, name: by.name } : null,
    at: new Date(at).toISOString(),
    isRead,
  };
}
