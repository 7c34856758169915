import { ButtonLink } from '../../ui/button.tsx';
import { money } from '../../ui/money.ts';
import type { ItemView } from './item-view.server.ts';

/** Every way to open a locked item, with what it costs (users-want.md §4, 9). */
export function UnlockBox({ item, isSignedIn }: { item: ItemView; isSignedIn: boolean }) {
  const isVip = item.tier === 'vip';
  const price = item.isForSale ? item.priceCents : null;
  return (
    <section className="panel no-print" aria-labelledby="unlock">
      <h2 id="unlock">What unlocks this</h2>
      <ul className="unlock">
        <li>
          <span>
            {isVip ? 'The VIP Elite plan, $24.99 a month' : 'The Premium plan, $9.99 a month, or VIP Elite'}
          </span>
          <ButtonLink href="/subscriptions" kind={price === null ? 'primary' : 'secondary'}>
            See the plans
          </ButtonLink>
        </li>
        {price !== null && (
          <li>
            <span>Buy it once for {money(price)}: it stays yours, whatever your plan</span>
            <ButtonLink href={`/checkout/${item.id}`}>Buy Now</ButtonLink>
          </li>
        )}
        {!isSignedIn && (
          <li>
            <span>Have it already?</span>
            <ButtonLink href={`/auth?tab=sign-in&next=/content/${item.id}`} kind="secondary">
              Sign In
            </ButtonLink>
          </li>
        )}
      </ul>
    </section>
  );
}
