import type { MemberScope } from '../../../scope.ts';
import { profileImage } from '../media/pictures.server.ts';
import { bundleText, lineOf } from './notification-text.ts';
import { bundleAddress, type Notice, type NoticeLine } from './notifications.server.ts';

/** A line of the page. A line that holds several leads to their list. */
export function notificationView(scope: MemberScope, line: NoticeLine) {
  const { id, kind, at, isRead, byId, by, imageKey, held } = line;
  const isBundle = held > 1;
  const { text, address } = isBundle
    ? { text: bundleText(line, held, scope.now()), address: bundleAddress(id) }
    : lineOf(line);
  return {
    id,
    kind,
    at,
    isRead,
    isBundle,
    text,
    href: address && (isRead ? address : `/notifications/${id}${isBundle ? '?all=1' : ''}`),
    person:
      byId !== null && by?.name && kind !== 'rating' && kind !== 'comment'
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
