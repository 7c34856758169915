import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** What stands in an empty list: what is missing, and what to do next. */
export function Empty({
  title,
  text,
  icon = 'search',
  children,
}: {
  title: string;
  text?: ReactNode;
  icon?: IconName;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {text && <p className="soft">{text}</p>}
      {children}
    </div>
  );
}
