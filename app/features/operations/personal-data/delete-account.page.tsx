import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { endSessionHeaders } from '../../../http/security/session.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field } from '../../../ui/field.tsx';
import { money } from '../../../ui/money.ts';
import { counted } from '../../../ui/number.ts';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { FactorProofFields } from '../../identity/second-factor/factor-proof-fields.tsx';
import { factorStatus } from '../../identity/second-factor/second-factor.server.ts';
import { deleteAccountSchema } from './delete-account.schema.ts';
import { deleteOwnAccount, whatIsLost } from './delete-account.server.ts';

export const meta = () => [{ title: 'Delete your account | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope) => ({
  username: scope.viewer.username,
  asksCode: (await factorStatus(scope)).since !== null,
  ...(await whatIsLost(scope)),
}));

export const action = memberPage(async (scope, { context, form }) => {
  await deleteOwnAccount(scope, await form(deleteAccountSchema));
  const done = toast.success('Your account is deleted', 'Thank you for the time on our mats.');
  return seeOther(context, '/', done, await endSessionHeaders(scope, context.cookies));
});

export default function DeleteAccount() {
  const { username, asksCode, owedCents, payoutEmail, plan, items, sold } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(deleteAccountSchema, { id: 'delete-account' });
  return (
    <DialogPage title="Delete your account?">
      <ul>
        <li>Your name, address, bio and picture are gone for good, and you are signed out everywhere.</li>
        {plan && (
          <li>Your plan ends right away. Nothing more is charged, and the current month is not refunded.</li>
        )}
        {items > 0 && (
          <li>
            {counted(items, 'published item')} and all drafts disappear
            {sold > 0 && '; buyers keep what they bought'}.
          </li>
        )}
        <li>What you bought can no longer be watched.</li>
        <li>
          Your likes, ratings and reports stay, without your name. We keep payment records as the law
          requires.
        </li>
      </ul>
      <p>
        This cannot be undone. You may want to <a href="/account/data">take a copy</a> first.
      </p>
      {owedCents > 0 && (
        <Callout title={`We still owe you ${money(owedCents)}`} kind="error">
          <p>
            {payoutEmail ? (
              <>It is paid out to {readableEmail(payoutEmail)}, which we keep until then.</>
            ) : (
              <>
                <a href="/profile?edit">Set a payout email</a> first, so that we know where to send it.
              </>
            )}
          </p>
        </Callout>
      )}
      <form {...form} action="/account/data/delete" className="form">
        <ErrorSummary errors={errors} title="Not deleted" />
        <Field
          {...control('confirm')}
          label={`Type ${username} to confirm`}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FactorProofFields control={control} asksCode={asksCode} />
        <div className="form__actions">
          <Button kind="danger" pending="Deleting...">
            Delete for good
          </Button>
          <ButtonLink href="/account/data" kind="secondary" data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
