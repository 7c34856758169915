import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { sandboxPagePath } from '../../../domain/checkout-paths.ts';
import { NotFound } from '../../../errors.ts';
import { leaveFor } from '../../../http/pages/leave.server.ts';
import { page } from '../../../http/pages/page.server.ts';
import { type Toast, toast } from '../../../http/pages/toast.ts';
import { type HostedOutcome, hostedOutcomes } from '../../../payments/hosted-outcomes.ts';
import type { Scope } from '../../../scope.ts';
import { Button, type ButtonLook } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { usePostedForm } from '../../../ui/posted-form.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Sandbox payment: ${data?.title ?? 'not found'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const outcomeSchema = z.object({
  outcome: z.enum(hostedOutcomes, { error: 'Please choose how the payment ends.' }),
});

/** @throws NotFound for an unknown page, and wherever payments are real */
async function sandboxPage({ sandbox }: Scope, sessionId = '') {
  const shown = await sandbox?.hostedPage(sessionId);
  if (!sandbox || !shown) throw new NotFound();
  return { sandbox, shown };
}

export const loader = page(async (scope, { params }) => (await sandboxPage(scope, params.sessionId)).shown);

export const action = page(async (scope, { context, params, form }) => {
  const { sandbox, shown } = await sandboxPage(scope, params.sessionId);
  const { outcome } = await form(outcomeSchema);
  const { redirectTo, result } = await sandbox.submitHostedPage(shown.id, outcome);
  return leaveFor(context, redirectTo, said[result]);
});

const said: Record<string, Toast | undefined> = {
  canceled: toast.info('Payment cancelled', 'Nothing was charged.'),
  expired: toast.info('Payment page over', 'You have not been charged. Please start again.'),
  saved: toast.success('Card saved', 'We’ll use it from now on.'),
};

const askingForCard: Choice[] = [
  { outcome: 'pay', label: 'Save a working card', kind: 'primary' },
  { outcome: 'cancel', label: 'Cancel', kind: 'quiet' },
];

interface Choice {
  outcome: HostedOutcome;
  label: string;
  kind: ButtonLook['kind'];
}

type Shown = Awaited<ReturnType<typeof sandboxPage>>['shown'];

function choicesFor({ kind, status, needsConfirmation, amountCents }: Shown): Choice[] {
  if (status === 'complete') return [{ outcome: 'pay', label: 'Back to Summa', kind: 'primary' }];
  if (status === 'expired') return [{ outcome: 'cancel', label: 'Back to Summa', kind: 'primary' }];
  if (kind === 'portal') return askingForCard;
  const pay = needsConfirmation ? 'Confirm and pay' : 'Pay';
  const ask: Choice = {
    outcome: 'needs_confirmation',
    label: 'Ask the bank to confirm',
    kind: 'secondary',
  };
  return [
    { outcome: 'pay', label: `${pay} ${money(amountCents)}`, kind: 'primary' },
    { outcome: 'decline', label: 'Decline the card', kind: 'secondary' },
    ...(needsConfirmation ? [] : [ask]),
    { outcome: 'cancel', label: 'Cancel', kind: 'quiet' },
  ];
}

export default function SandboxPay() {
  const shown = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(outcomeSchema, { id: 'sandbox-pay' });
  const { id, kind, title, amountCents, status, needsConfirmation, lastError } = shown;
  const isOpen = status === 'open';
  return (
    <DialogPage title="Sandbox payment">
      <p className="soft">
        This page replaces the payment provider in the sandbox. No card is needed and no money moves: choose
        how the payment ends.
      </p>
      <ErrorSummary errors={errors} />
      {isOpen && lastError && (
        <Callout title="Payment Failed" kind="error" isNew>
          <p>{lastError} You can try again.</p>
        </Callout>
      )}
      {isOpen && needsConfirmation && <Callout title="Your bank asks you to confirm this payment" isNew />}
      {status === 'complete' && <Callout title="This is paid" icon="check" />}
      {status === 'expired' && <Callout title="This payment page is over" />}
      <Lines
        lines={[
          { label: kind === 'subscription' ? 'Plan' : 'For', value: title },
          ...(kind === 'portal'
            ? []
            : [
                {
                  label: kind === 'subscription' ? 'Per month' : 'Amount',
                  value: money(amountCents),
                  isTotal: true,
                },
              ]),
        ]}
      />
      <form {...form} action={sandboxPagePath(id)} className="form">
        {choicesFor(shown).map(({ outcome, label, kind: look }) => (
          <Button key={outcome} name="outcome" value={outcome} kind={look} full>
            {label}
          </Button>
        ))}
      </form>
    </DialogPage>
  );
}
