import type { ReactNode } from 'react';
import { Icon, type IconName } from './pictures/icon.tsx';

/** Unlike a toast it stays as long as it is true. */
export function Callout({
  title,
  kind = 'info',
  icon = kind === 'info' ? 'shield' : 'alert',
  isNew,
  children,
}: {
  title: string;
  kind?: 'info' | 'error';
  icon?: IconName;
  isNew?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="callout" data-kind={kind} role={isNew ? 'alert' : undefined}>
      <Icon name={icon} />
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        {children}
      </div>
    </div>
  );
}
