import { Badge } from '../../../ui/badge.tsx';
import { ButtonForm } from '../../../ui/button.tsx';
import { dayOf, exactMomentOf, isoOf, timeOf } from '../../../ui/date.ts';
import { InboxLine } from '../../../ui/inbox.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Icon, type IconName } from '../../../ui/pictures/icon.tsx';
import type { Kind } from './event-kinds.ts';
import type { NotificationView } from './notification-view.server.ts';

const icons: Record<Kind, IconName> = {
  'new-item': 'play',
  message: 'comment',
  request: 'edit',
  sale: 'wallet',
  rating: 'star',
  report: 'flag',
  support: 'mail',
};

export function NoticeList({ notices, here }: { notices: readonly NotificationView[]; here: string }) {
  return byDay(notices).map(({ day, lines }) => (
    <section key={lines[0]?.id} aria-labelledby={`day-${lines[0]?.id}`}>
      <h2 id={`day-${lines[0]?.id}`} className="soft small">
        {day}
      </h2>
      <ul className="ruled">
        {lines.map((line) => (
          <Line key={line.id} {...line} here={here} />
        ))}
      </ul>
    </section>
  ));
}

/** An event written late belongs to an earlier day than its neighbours. */
function byDay(notices: readonly NotificationView[]) {
  const days: { day: string; lines: NotificationView[] }[] = [];
  for (const notice of notices) {
    const day = dayOf(notice.at);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(notice);
    else days.push({ day, lines: [notice] });
  }
  return days;
}

function Line({ id, kind, at, isRead, text, href, person, here }: NotificationView & { here: string }) {
  return (
    <InboxLine
      id={`notice-${id}`}
      picture={person ? <Avatar userId={person.id} imageUrl={person.avatar} /> : <Icon name={icons[kind]} />}
      href={href}
      title={text}
      foot={
        <div className="row row--apart">
          <span className="row">
            {!isRead && <Badge>New</Badge>}
            <time className="soft small" dateTime={isoOf(at)} title={exactMomentOf(at)}>
              {timeOf(at)}
            </time>
          </span>
          {!isRead && (
            <ButtonForm
              action="/notifications/read"
              fields={{ id: String(id), back: `${here}#notice-${id}` }}
              kind="quiet"
            >
              Mark read<span className="visually-hidden">: {text}</span>
            </ButtonForm>
          )}
        </div>
      }
      isUnread={!isRead}
    />
  );
}
