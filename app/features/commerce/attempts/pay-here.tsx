import type { PaymentProvider } from '../../../payments/payments.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';

/** What Stripe's script, or the sandbox's, needs to show card fields. */
export interface CardForm {
  provider: Pick<PaymentProvider, 'publishableKey' | 'cardScript'>;
  kind: 'payment' | 'subscription';
  amountCents: number;
  /** The API call that answers with the client secret. It gets the fields of the form. */
  call: string;
  returnPath: string;
  failed: string;
}

/** The button of a form that leads to the provider's page. With a card form and scripts it opens the card form on
 *  this page, and a second button leads to the provider. If the card form does not open, the plain button comes
 *  back. */
export function PayButtons({
  label,
  labelHere = label,
  settingUp,
  card,
}: {
  label: string;
  labelHere?: string;
  settingUp: string;
  /** Null when cards cannot be entered on this page. */
  card: CardForm | null;
}) {
  return (
    <>
      {card && (
        <div
          hidden
          className="stack card-form"
          data-card-form={card.provider.publishableKey}
          data-script={card.provider.cardScript}
          data-kind={card.kind}
          data-cents={card.amountCents}
          data-call={card.call}
          data-return={card.returnPath}
          data-failed={card.failed}
          data-label={labelHere}
        >
          <p role="status" className="soft" />
          <div data-card-fields="" />
          <p hidden role="alert" className="field__error">
            <Icon name="alert" />
            <span />
          </p>
        </div>
      )}
      <Button kind="primary" size="large" full pending={settingUp}>
        {label}
      </Button>
      {card && (
        <Button kind="quiet" full pending={settingUp} hidden>
          Pay on a separate page instead
        </Button>
      )}
    </>
  );
}
