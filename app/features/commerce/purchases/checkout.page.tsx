import { randomUUID } from 'node:crypto';
import { isRouteErrorResponse, type MetaFunction, useLoaderData, useRouteError } from '@remix-run/react';
import { checkoutPath, purchaseReturnPath } from '../../../domain/checkout-paths.ts';
import type { Refused } from '../../../errors.ts';
import { leaveFor } from '../../../http/pages/leave.server.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { Picture } from '../../../ui/pictures/picture.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { NoPicture } from '../../library/catalog/content-card.tsx';
import { TierBadge } from '../../library/catalog/tier-badge.tsx';
import { type CardForm, PayButtons } from '../attempts/pay-here.tsx';
import { requestOfItem } from '../custom-requests/of-item.server.ts';
import { purchaseFailed, startPurchase } from './buy.server.ts';
import { checkoutView } from './checkout-view.server.ts';
import { noCheckout } from './messages.ts';
import { purchaseSchema } from './purchase.schema.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Buy ${data.item.title} | Summa` : `${noCheckout} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const owned = toast.info('Already yours', 'You own this item. There is nothing more to pay.');

export const loader = memberPage(async (scope, { id, context }) => {
  const { home, isOwned, refusal, item } = await checkoutView(scope, id('contentId'));
  if (isOwned) throw await seeOther(context, home, owned);
  if (refusal)
    throw await seeOther(context, item.tier ? '/discover' : home, toast.error(purchaseFailed, refusal));
  const { publishableKey, cardScript } = scope.payments;
  const card: CardForm = {
    provider: { publishableKey, cardScript },
    kind: 'payment',
    amountCents: item.priceCents,
    call: `/api/content/${item.id}/purchase`,
    returnPath: purchaseReturnPath,
    failed: purchaseFailed,
  };
  return { item, home, attempt: randomUUID(), card };
});

function afterRefusal({ status, link }: Refused) {
  if (status === 503) return { to: '/discover', toast: toast.error(purchaseFailed, 'Nothing was charged.') };
  // Without a way out, this page is shown again with the present price.
  return link ? { to: link.href } : null;
}

export const action = memberPage(async (scope, { id, context, form }) => {
  const contentId = id('contentId');
  const terms = await form(purchaseSchema);
  const { url } = await startPurchase(scope, contentId, { ...terms, hosted: true });
  if (url) return leaveFor(context, url);
  const requestId = await requestOfItem(scope, contentId);
  return seeOther(context, requestId ? `/requests/${requestId}` : `/content/${contentId}`, owned);
}, afterRefusal);

export default function Checkout() {
  const { item, home, attempt, card } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(purchaseSchema, { id: 'checkout' });
  return (
    <div className="stack pay">
      <h1>Checkout</h1>
      <ErrorSummary errors={errors} title="Please look again" />
      <div className="pay__parts">
        <section className="panel" aria-labelledby="summary">
          {item.picture && <Picture picture={item.picture} shape="4x3" urgent sizes="30rem" />}
          {item.tier && !item.picture && <NoPicture />}
          <h2 id="summary">{item.title}</h2>
          <p className="row soft">
            {item.tier ? <TierBadge tier={item.tier} /> : 'Made for you'} by {item.creator}
          </p>
          {item.description && <p>{item.description}</p>}
        </section>
        <section className="panel" aria-label="Payment">
          <Lines lines={[{ label: 'Total', value: money(item.priceCents), isTotal: true }]} />
          <form {...form} action={checkoutPath(item.id)} className="form">
            <input type="hidden" name="attempt" value={attempt} />
            <input type="hidden" name="seenPriceCents" value={item.priceCents} />
            <PayButtons
              label={`Pay ${money(item.priceCents)}`}
              settingUp="Setting up your payment..."
              card={card}
            />
          </form>
          <p className="soft small">
            {item.tier
              ? 'You pay once and keep it for good, whatever your plan.'
              : 'You get a full refund if it is not delivered in time. Once delivered, it is yours for good.'}{' '}
            Nothing is charged before you confirm the payment.
          </p>
        </section>
      </div>
      <p>
        <ButtonLink href={item.tier ? '/discover' : home} kind="quiet" icon="back">
          {item.tier ? 'Back to Content' : 'Back to the request'}
        </ButtonLink>
      </p>
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isKnown = isRouteErrorResponse(error);
  const message = isKnown ? (error.data as { message?: string } | null)?.message : null;
  return (
    <Empty title={message ?? 'Something broke on our side'} heading="h1" icon="alert">
      <ButtonLink href="/discover">Back to Content</ButtonLink>
    </Empty>
  );
}
