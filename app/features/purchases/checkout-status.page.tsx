import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../http/page.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { checkoutStatusPath } from './addresses.ts';
import { wayAfterPayment } from './after-payment.ts';
import { latestAttempt } from './checkout-view.server.ts';
import { resolveReturn } from './confirm.server.ts';
import { StillWaiting, waitingTitle } from './still-waiting.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${waitingTitle(data?.state)} | Summa` },
  { name: 'robots', content: 'noindex' },
];

/** Every look asks the provider again, so the page resolves itself once the provider knows. */
export const loader = memberPage(async (scope, { context, id }) => {
  const returned = await resolveReturn(scope, await latestAttempt(scope, id('contentId')));
  const way = wayAfterPayment(returned);
  if ('to' in way) throw await seeOther(context, way.to, way.toast);
  const { contentId, title } = returned;
  return { contentId, title, state: way.waiting };
});

export default function CheckoutStatus() {
  const { contentId, title, state } = useLoaderData<typeof loader>();
  return (
    <StillWaiting state={state} what={title} again={checkoutStatusPath(contentId)}>
      <ButtonLink kind="secondary" href="/discover">
        Back to Content
      </ButtonLink>
    </StillWaiting>
  );
}
