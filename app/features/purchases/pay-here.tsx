import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** What `enhance/pay.ts` needs to take a payment on the page itself. */
export interface CardForm {
  publishableKey: string;
  kind: 'payment' | 'subscription';
  amountCents: number;
  /** The call that answers with the client secret; it gets the fields of the form. */
  call: string;
  returnPath: string;
  /** What the person is told when the call has no answer. */
  failed: string;
}

/**
 * The button of a form that leads to the provider's page. With a card form and scripts it pays right here, and
 * a second one leads there; when the card form does not open, it is the plain button that it was.
 */
export function PayButtons({
  label,
  labelHere = label,
  settingUp,
  card,
}: {
  label: string;
  /** What the button says once it pays here. */
  labelHere?: string;
  /** Said while the card form, or the page, is on its way. */
  settingUp: string;
  /** null where no card can be typed in here. */
  card: CardForm | null;
}) {
  return (
    <>
      {card && (
        <div
          hidden
          className="stack card-form"
          data-card-form={card.publishableKey}
          data-kind={card.kind}
          data-cents={card.amountCents}
          data-call={card.call}
          data-return={card.returnPath}
          data-failed={card.failed}
          data-label={labelHere}
        >
          <p role="status" className="soft">
            {settingUp}
          </p>
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
        <Button kind="secondary" full pending={settingUp} hidden>
          Pay on Stripe’s own page instead
        </Button>
      )}
    </>
  );
}
