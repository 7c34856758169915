import type { ReactNode } from 'react';
import { Icon, type IconName } from './pictures/icon.tsx';

/** `colour` is a class that an admin may choose, such as `bg-bjj-orange`. */
export function Badge({
  children,
  icon,
  tier,
  colour,
}: {
  children: ReactNode;
  icon?: IconName;
  tier?: 'free' | 'premium' | 'vip';
  colour?: string;
}) {
  return (
    <>
      <span className={colour ? `badge ${colour}` : 'badge'} data-tier={tier}>
        {icon && <Icon name={icon} />}
        {children}
      </span>{' '}
    </>
  );
}
