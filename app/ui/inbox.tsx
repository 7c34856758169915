import type { ReactNode } from 'react';

interface InboxLineProps {
  id?: string;
  /** Whom or what it is from, drawn. */
  picture: ReactNode;
  /** Where it leads; nowhere when that is gone. */
  href: string | null;
  title: ReactNode;
  /** Says in words that it is unread. */
  mark?: ReactNode;
  /** The beginning of what was written. */
  text?: ReactNode;
  /** When, and whatever else stands below. */
  foot: ReactNode;
  isUnread: boolean;
}

/** A line of what came for somebody: one link over all of it. It stands in a list. */
export function InboxLine({ id, picture, href, title, mark, text, foot, isUnread }: InboxLineProps) {
  return (
    <li id={id} className="inbox" data-unread={isUnread ? '' : undefined}>
      {picture}
      <div className="inbox__words">
        <p className="row row--apart">
          {href ? <a href={href}>{title}</a> : <span>{title}</span>} {mark}
        </p>
        {text && (
          <p className="clamp as-written" dir="auto">
            {text}
          </p>
        )}
        {foot}
      </div>
    </li>
  );
}
