import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../../http/pages/page.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { ErrorSummary } from '../../../../ui/error-summary.tsx';
import { RadioGroup, TextArea } from '../../../../ui/field.tsx';
import { Lines } from '../../../../ui/lines.tsx';
import { Moment } from '../../../../ui/moment.tsx';
import { money } from '../../../../ui/money.ts';
import { counted } from '../../../../ui/number.ts';
import { usePostedForm } from '../../../../ui/posted-form.tsx';
import { creatorShareCents } from '../../ledger/share.ts';
import { History } from '../history.tsx';
import { decisionSchema } from '../request.schema.ts';
import { findAnyRequest } from '../view.server.ts';
import { decideRequest } from './decide.server.ts';
import { requestLimits, stateNames } from './states.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Request: ${data?.title ?? ''} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage((scope, { id }) => findAnyRequest(scope, id()));

export const action = adminPage(async (scope, { context, id, form }) => {
  const decision = await form(decisionSchema);
  await decideRequest(scope, id(), decision);
  const text =
    decision.outcome === 'refund' ? 'The buyer gets a full refund.' : 'The creator’s share can be paid out.';
  return seeOther(context, '/admin/requests', toast.success('Decided', text));
});

export default function DecideRequest() {
  const request = useLoaderData<typeof loader>();
  const { id, title, details, state, priceCents, days, dueAt, contentId, itemStatus, purchaseId } = request;
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <p className="row small">
          <a href="/admin/requests">All requests</a> <Badge>{stateNames[state]}</Badge>
        </p>
        <h1>{title}</h1>
      </header>
      <section className="panel" aria-labelledby="details">
        <h2 id="details">What was asked for</h2>
        <p className="as-written" dir="auto">
          {details ?? 'The member who wrote this has deleted their account and this text.'}
        </p>
        <Lines
          lines={[
            { label: 'By', value: <a href={`/admin/users/${request.requesterId}`}>{request.requester}</a> },
            { label: 'To', value: <a href={`/admin/users/${request.creatorId}`}>{request.creator}</a> },
            { label: 'Time to make it', value: counted(days, 'day') },
            ...(dueAt ? [{ label: 'Until', value: <Moment at={dueAt} /> }] : []),
            { label: 'Price', value: money(priceCents), isTotal: true },
          ]}
        />
        <p className="row">
          {contentId && itemStatus && (
            <ButtonLink href={`/content/${contentId}`} kind="secondary">
              {itemStatus === 'draft' ? 'See the draft' : 'See what was delivered'}
            </ButtonLink>
          )}
          {purchaseId && (
            <a className="tap" href={`/admin/purchases/${purchaseId}/refund`}>
              Its purchase
            </a>
          )}
        </p>
      </section>
      <History steps={request.steps} />
      <Decide id={id} isOpen={state === 'disputed'} priceCents={priceCents} />
    </div>
  );
}

/** If another admin decided first, the form shows this admin's text again, so that it can be copied. */
function Decide({ id, isOpen, priceCents }: { id: number; isOpen: boolean; priceCents: number }) {
  const { form, errors, control } = usePostedForm(decisionSchema, { id: 'decision' });
  if (!isOpen && !errors) return null;
  const options = [
    {
      value: 'refund',
      label: `Refund: the buyer gets ${money(priceCents)} back, and the technique is locked again`,
    },
    {
      value: 'release',
      label: `Release: the creator’s share of ${money(creatorShareCents(priceCents))} can be paid out`,
    },
  ];
  return (
    <section className="stack" aria-labelledby="decide">
      <h2 id="decide">{isOpen ? 'Decide' : 'What you wrote'}</h2>
      <form {...form} action={`/admin/requests/${id}`} className="form">
        <ErrorSummary errors={errors} title="Not decided" />
        {isOpen && <RadioGroup {...control('outcome')} label="How does it end?" column options={options} />}
        <TextArea
          {...control('reason')}
          label="Why"
          hint={`Both read it as you write it. At most ${requestLimits.reasonLength} characters.`}
          rows={4}
          readOnly={!isOpen}
        />
        {isOpen && (
          <div className="form__actions">
            <Button kind="primary" pending="Deciding...">
              Decide
            </Button>
          </div>
        )}
      </form>
    </section>
  );
}
