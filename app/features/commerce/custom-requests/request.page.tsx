import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { checkoutPath } from '../../../domain/checkout-paths.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { counted } from '../../../ui/number.ts';
import { History } from './history.tsx';
import { requestTabs } from './requests-tabs.tsx';
import { nextStepText } from './steps/next-step-texts.ts';
import { stateNames } from './steps/states.ts';
import { transitionTexts } from './steps/transition-texts.ts';
import { findRequest } from './view.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.request.title ?? 'Request'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id }) => {
  const request = await findRequest(scope, id());
  const { side, purchaseId } = request;
  const other = side === 'creator' ? request.requester : request.creator;
  const otherUsername = side === 'creator' ? request.requesterUsername : request.creatorUsername;
  return {
    request,
    other,
    otherUsername,
    next: nextStepText({ ...request, other, wasPaid: purchaseId !== null }),
  };
});

export default function RequestPage() {
  const { request, other, otherUsername, next } = useLoaderData<typeof loader>();
  const { side, title, details, state, priceCents, days } = request;
  const isCreator = side === 'creator';
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <p>
          <a className="tap" href={isCreator ? requestTabs.ofMe : requestTabs.mine}>
            All requests
          </a>
        </p>
        <h1>{title}</h1>
      </header>
      <Callout title={stateNames[state]} kind={state === 'disputed' ? 'error' : 'info'}>
        <p>{next}</p>
      </Callout>
      <Ways request={request} other={other} />
      <section className="panel" aria-labelledby="details">
        <h2 id="details">{isCreator ? `Request from ${other}` : 'Your request'}</h2>
        <p className="as-written" dir="auto">
          {details ?? 'The member who wrote this has deleted their account and this text.'}
        </p>
        <Lines
          lines={[
            {
              label: isCreator ? 'From' : 'To',
              value: isCreator ? other : <a href={`/creators/${otherUsername}`}>{other}</a>,
            },
            { label: 'Time to make it', value: counted(days, 'day') },
            { label: 'Price', value: money(priceCents), isTotal: true },
          ]}
        />
      </section>
      <History steps={request.steps} />
      <p className="soft small">
        A question about it? <a href={`/messages/${otherUsername}`}>Write to {other}</a>.
      </p>
    </div>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Ways({ request, other }: Pick<Loaded, 'request' | 'other'>) {
  const { id, side, state, contentId, itemStatus, hasMedia, transitions, mayPay, otherAgrees } = request;
  const isMaking = side === 'creator' && (state === 'accepted' || state === 'paid');
  const isThere = itemStatus === 'private' || itemStatus === 'published' || itemStatus === 'withdrawn';
  const mayOpen =
    isThere &&
    ['delivered', 'disputed', 'done', side === 'creator' ? 'refunded' : ''].includes(state) &&
    !(side === 'creator' && itemStatus === 'withdrawn');
  const ready = transitions.filter((transition) => transition !== 'deliver' || hasMedia);
  const first = mayPay || (isMaking && !ready.includes('deliver')) || mayOpen ? null : ready[0];
  return (
    <div className="stack">
      {otherAgrees && transitions.includes('publish') && (
        <p>{other} would like to make it public. Do you agree?</p>
      )}
      <p className="row">
        {mayPay && contentId && <ButtonLink href={checkoutPath(contentId)}>Pay now</ButtonLink>}
        {mayOpen && <ButtonLink href={`/content/${contentId}`}>Open it</ButtonLink>}
        {isMaking && (
          <>
            <ButtonLink href={`/content/${contentId}/edit/media`} kind={hasMedia ? 'secondary' : 'primary'}>
              Pictures and video
            </ButtonLink>
            <ButtonLink href={`/content/${contentId}/edit`} kind="secondary">
              Words and steps
            </ButtonLink>
          </>
        )}
        {ready.map((transition) => {
          const { label, danger } = transitionTexts(transition, { ...request, other });
          return (
            <ButtonLink
              key={transition}
              href={`/requests/${id}/${transition}`}
              kind={
                transition === first || transition === 'deliver' ? 'primary' : danger ? 'quiet' : 'secondary'
              }
              data-dialog=""
            >
              {label}
            </ButtonLink>
          );
        })}
      </p>
      {isMaking && !hasMedia && state === 'paid' && (
        <p className="soft small">You can deliver once the draft has a picture or a video.</p>
      )}
    </div>
  );
}
