import { money } from '../../../ui/money.ts';
import type { TeachingItem } from '../../library/map-links/items-teaching.server.ts';

const shownAtOnce = 3;

/** The items that teach a step, with what opens them. */
export function TaughtItems({ items }: { items: readonly TeachingItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="small">
      {items.slice(0, shownAtOnce).map((item) => (
        <li key={item.id}>
          <a className="tap" href={`/content/${item.id}`}>
            {item.title}
          </a>{' '}
          <span className="soft">{stateOf(item)}</span>
        </li>
      ))}
    </ul>
  );
}

function stateOf({ locked, tier, priceCents, progress }: TeachingItem): string {
  if (!locked && progress === 'seen') return 'you have seen it';
  if (!locked) return progress === 'opened' ? 'you have opened it' : 'open to you';
  const plan = tier === 'vip' ? 'with VIP' : 'with Premium or VIP';
  return priceCents === null ? plan : `${plan}, or for ${money(priceCents)}`;
}
