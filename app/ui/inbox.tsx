import type { ReactNode } from 'react';

interface InboxLineProps {
  id?: string;
  picture: ReactNode;
  /** Null when the subject is deleted. */
  href: string | null;
  title: ReactNode;
  mark?: ReactNode;
  text?: ReactNode;
  foot?: ReactNode;
  /** At the end of the line. */
  aside?: ReactNode;
  isUnread: boolean;
}

/** A line of messages or notifications in a list, with one link over all of it. */
export function InboxLine({ id, picture, href, title, mark, text, foot, aside, isUnread }: InboxLineProps) {
  return (
    <li id={id} className="inbox" data-unread={isUnread ? '' : undefined}>
      {picture}
      <div className="inbox__words">
        <div className="row row--apart">
          {href ? <a href={href}>{title}</a> : <span>{title}</span>} {mark}
        </div>
        {text && (
          <p className="clamp as-written" dir="auto">
            {text}
          </p>
        )}
        {foot}
      </div>
      {aside}
    </li>
  );
}
