import { Badge } from '../../../ui/badge.tsx';
import { ButtonForm } from '../../../ui/button.tsx';
import { isoOf, momentOf } from '../../../ui/date.ts';
import { InboxLine } from '../../../ui/inbox.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Icon, type IconName } from '../../../ui/pictures/icon.tsx';
import type { Kind } from './event-kinds.ts';
import type { NotificationView } from './notification-view.server.ts';

const icons: Record<Kind, IconName> = {
  'new-item': 'play',
  position: 'play',
  map: 'flag',
  message: 'comment',
  request: 'edit',
  sale: 'wallet',
  rating: 'star',
  comment: 'comment',
  answer: 'comment',
  report: 'flag',
  support: 'mail',
};

export const NoticeList = ({ notices, here }: { notices: readonly NotificationView[]; here: string }) => (
  <ul className="ruled">
    {notices.map((notice) => (
      <Line key={notice.id} {...notice} here={here} />
    ))}
  </ul>
);

function Line({
  id,
  kind,
  at,
  isRead,
  isBundle,
  text,
  href,
  person,
  here,
}: NotificationView & { here: string }) {
  return (
    <InboxLine
      id={`notice-${id}`}
      picture={person ? <Avatar userId={person.id} imageUrl={person.avatar} /> : <Icon name={icons[kind]} />}
      href={href}
      title={text}
      foot={
        <p className="row">
          {!isRead && <Badge>New</Badge>}
          <time className="soft small" dateTime={isoOf(at)}>
            {momentOf(at)}
          </time>
        </p>
      }
      aside={
        !isRead &&
        !isBundle && (
          <ButtonForm
            action="/notifications/read"
            fields={{ id: String(id), back: `${here}#notice-${id}` }}
            kind="quiet"
            icon="check"
            aria-label={`Mark read: ${text}`}
          />
        )
      }
      isUnread={!isRead}
    />
  );
}
