import { json } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink, Sent } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../accounts/account.schema.ts';
import { readableEmail } from '../accounts/email-address.ts';
import { confirmEmail } from './email-change.server.ts';
import { InvalidLink } from './invalid-link.tsx';
import { readLink } from './links.sql.server.ts';

export const meta = () => [
  { title: 'Confirm your email | Summa' },
  { name: 'description', content: 'Confirm your address with the link from our email.' },
  { name: 'robots', content: 'noindex' },
];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

/** Opening the link only asks for confirmation, because mail scanners open every link. */
export const loader = page(async ({ em, now, viewer }, { params, url }) => {
  const link = await readLink(em, params.token ?? '', ['verify', 'change'], now());
  return json(
    {
      link: link && { email: link.email, username: link.username, isMove: link.purpose === 'change' },
      path: url.pathname,
      isSignedIn: viewer !== null,
    },
    { status: link ? 200 : 410 },
  );
});

export const action = page(async (scope, { context, params, url, form }) => {
  await form(nothingSchema);
  const link = await confirmEmail(scope, params.token ?? '');
  if (!link) return seeOther(context, url.pathname);
  // A new member's next steps are on the home page.
  const isOwn = scope.viewer?.id === link.userId;
  const isNew = link.purpose === 'verify' && scope.viewer?.seesWelcome;
  const to = isOwn && !isNew ? '/profile' : '/';
  return seeOther(
    context,
    to,
    toast.success('Email confirmed', `${readableEmail(link.email)} belongs to @${link.username}.`),
  );
});

export default function Verify() {
  const { link, path, isSignedIn } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(nothingSchema, { id: 'verify' });
  if (!link) {
    return (
      <InvalidLink>
        <p>You may have already confirmed your address. Your account shows this and can send a new link.</p>
        <p>
          <ButtonLink href={isSignedIn ? '/account/email' : '/auth?tab=sign-in&next=/account/email'}>
            Go to your account
          </ButtonLink>
        </p>
      </InvalidLink>
    );
  }
  return (
    <div className="panel narrow">
      <h1>{link.isMove ? 'Confirm your new email address' : 'Confirm your email address'}</h1>
      <p>
        <strong>{readableEmail(link.email)}</strong> is yours, and so is the account{' '}
        <strong>@{link.username}</strong>?
      </p>
      <form {...form} action={path} className="form">
        <ErrorSummary errors={errors} title="That did not work" />
        <Sent />
        <Button kind="primary" full pending="Confirming...">
          {link.isMove ? 'Use this address from now on' : 'Yes, confirm it'}
        </Button>
      </form>
    </div>
  );
}
