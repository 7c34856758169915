import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../../http/pages/page.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { SaveOrCancel } from '../../../../ui/button.tsx';
import { ErrorSummary } from '../../../../ui/error-summary.tsx';
import { Checkbox, Field, TextArea } from '../../../../ui/field.tsx';
import { usePostedForm } from '../../../../ui/posted-form.tsx';
import { offerSchema } from '../request.schema.ts';
import { RequestsTabs, requestTabs } from '../requests-tabs.tsx';
import { requestLimits } from '../steps/states.ts';
import { ownOffer, saveOffer } from './offer.server.ts';

export const meta = () => [{ title: 'Your offer | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope) => {
  const offer = await ownOffer(scope);
  return {
    isOpen: offer?.isOpen ?? true,
    values: {
      price: offer ? (offer.priceCents / 100).toFixed(2) : '',
      days: String(offer?.days ?? 14),
      atOnce: String(offer?.atOnce ?? 2),
      note: offer?.note ?? '',
    },
  };
});

export const action = memberPage(async (scope, { context, form }) => {
  const offer = await form(offerSchema);
  await saveOffer(scope, offer);
  const text = offer.isOpen ? 'VIP members can ask you from now on.' : 'You are not taking requests for now.';
  return seeOther(context, requestTabs.offer, toast.success('Saved', text));
});

export default function Offer() {
  const { values, isOpen } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(offerSchema, { id: 'offer', defaultValue: values });
  return (
    <div className="stack measure">
      <h1>Your offer</h1>
      <RequestsTabs current={requestTabs.offer} />
      <p>
        VIP members ask you for a technique. You accept, they pay, you make it; half of the price is yours
        once they accept it. Changes apply to new requests only.
      </p>
      <form {...form} action={requestTabs.offer} className="form">
        <ErrorSummary errors={errors} title="Not saved yet" />
        <Checkbox
          name="isOpen"
          label="Take requests"
          hint="This also switches on ‘Accepts Requests’ in your profile."
          defaultChecked={errors ? control('isOpen').defaultValue === 'true' : isOpen}
        />
        <Field
          {...control('price')}
          label="Price of a request, in dollars"
          hint="Between $0.99 and $500.00."
          inputMode="decimal"
          required
        />
        <Field
          {...control('days')}
          label="Days you need"
          hint={`1 to ${requestLimits.maxDays} days after payment. If you miss it, the buyer is refunded.`}
          type="number"
          min={1}
          max={requestLimits.maxDays}
          required
        />
        <Field
          {...control('atOnce')}
          label="How many at a time"
          hint={`1 to ${requestLimits.maxAtOnce}, counting asked, accepted and in progress.`}
          type="number"
          min={1}
          max={requestLimits.maxAtOnce}
          required
        />
        <TextArea
          {...control('note')}
          label="What you make (optional)"
          hint={`Everyone can read it on your page. At most ${requestLimits.noteLength} characters.`}
          rows={3}
        />
        <SaveOrCancel cancel={requestTabs.ofMe} />
      </form>
    </div>
  );
}
