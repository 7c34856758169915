import { randomUUID } from 'node:crypto';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../../errors.ts';
import { memberPage, seeOther } from '../../../../http/pages/page.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Callout } from '../../../../ui/callout.tsx';
import { ErrorSummary } from '../../../../ui/error-summary.tsx';
import { Field, TextArea } from '../../../../ui/field.tsx';
import { Lines } from '../../../../ui/lines.tsx';
import { money } from '../../../../ui/money.ts';
import { counted } from '../../../../ui/number.ts';
import { usePostedForm } from '../../../../ui/posted-form.tsx';
import { askSchema } from '../request.schema.ts';
import { requestLimits } from '../steps/states.ts';
import { askRequest } from './ask.server.ts';
import { askRefusal } from './may-ask.ts';
import { offerOf } from './offer.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Ask ${data?.offer.name ?? 'an athlete'} for a technique | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { params }) => {
  const offer = await offerOf(scope, params.username ?? '');
  if (!offer) throw new NotFound();
  const next = `/creators/${offer.username}/request`;
  const closed = offer.verdict === 'yes' ? null : askRefusal(offer.verdict, { ...offer, next });
  return { offer, closed, attempt: randomUUID() };
});

export const action = memberPage(async (scope, { context, params, form }) => {
  const { id } = await askRequest(scope, params.username ?? '', await form(askSchema));
  const sent = toast.success('Asked', 'We’ll let you know when they answer.');
  return seeOther(context, `/requests/${id}`, sent);
});

export default function Ask() {
  const { offer, closed, attempt } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(askSchema, { id: 'ask' });
  const { username, name, priceCents, days, note } = offer;
  return (
    <div className="stack measure">
      <h1>Ask {name} for a technique</h1>
      {note && (
        <p className="as-written" dir="auto">
          {note}
        </p>
      )}
      <Lines
        lines={[
          { label: 'Price', value: money(priceCents) },
          { label: 'Ready within', value: `${counted(days, 'day')} from your payment` },
        ]}
      />
      {closed && (
        <Callout title={closed.text}>
          {closed.link && (
            <p>
              <ButtonLink href={closed.link.href}>{closed.link.label}</ButtonLink>
            </p>
          )}
        </Callout>
      )}
      {(!closed || errors) && (
        <form {...form} action={`/creators/${username}/request`} className="form">
          <ErrorSummary errors={errors} title="Not sent yet" />
          <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
          <input type="hidden" name="seenPriceCents" value={priceCents} />
          <input type="hidden" name="seenDays" value={days} />
          <Field {...control('title')} label="What is it about?" required most={requestLimits.titleLength} />
          <TextArea
            {...control('details')}
            label="What should it show?"
            hint={`Your position, the problem, what you have tried. Between ${requestLimits.detailsMin} and ${requestLimits.detailsLength} characters; if there is a dispute, we decide by this text.`}
            rows={7}
            required
          />
          <p className="soft small">
            Asking costs nothing. When {name} accepts, you have 72 hours to pay. If it is not delivered in
            time, you get a full refund. Once delivered, you have 7 days to report a problem, and it is yours
            for good.
          </p>
          <div className="form__actions">
            <Button kind="primary" pending="Asking...">
              Ask {name}
            </Button>
            <ButtonLink kind="secondary" href={`/creators/${username}`}>
              Back
            </ButtonLink>
          </div>
        </form>
      )}
    </div>
  );
}
