import { dayOf } from '../../ui/date.ts';
import { billingPath } from '../purchases/addresses.ts';

/** On every page of a member whose renewal failed, while the plan still holds (decisions 1). */
export function GraceBanner({ until }: { until: string }) {
  return (
    <aside className="banner no-print" data-kind="error" aria-label="Payment failed">
      <strong>Your last payment failed.</strong> Your plan ends on {dayOf(until)} unless you{' '}
      <a href={billingPath}>pay</a>.
    </aside>
  );
}
