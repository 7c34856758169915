import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** With a space behind it, as a button has. `colour` is one of the style classes an admin may choose, such as `bg-bjj-orange`. */
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
