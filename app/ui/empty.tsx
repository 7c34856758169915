import type { ReactNode } from 'react';
import { Icon, type IconName } from './pictures/icon.tsx';

/** What an empty list says: what is missing, and what to do next. */
export function Empty({
  title,
  text,
  icon = 'search',
  heading: Heading = 'h2',
  children,
}: {
  title: string;
  text?: ReactNode;
  icon?: IconName;
  heading?: 'h1' | 'h2';
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {text && <p className="soft">{text}</p>}
      {children}
    </div>
  );
}
