import { billingPath } from '../../../domain/checkout-paths.ts';
import { dayOf } from '../../../ui/date.ts';

/** On every page of a member whose renewal failed, during the grace period (ADR-009). */
export function GraceBanner({ until }: { until: string }) {
  return (
    <aside className="banner no-print" data-kind="error" aria-label="Payment failed">
      <strong>Your last payment failed.</strong> Your plan ends on {dayOf(until)} unless you{' '}
      <a href={billingPath}>pay</a>.
    </aside>
  );
}
