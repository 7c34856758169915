import { useLoaderData } from '@remix-run/react';
import { askAbout } from '../../../domain/contact.ts';
import { ownPath } from '../../../http/pages/own-path.ts';
import { type Context, page, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { authenticateCode } from '../../../http/security/authenticator.server.ts';
import { beginSessionHeaders, pendingSignInToken } from '../../../http/security/session.server.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { pendingSignIn } from '../sessions/sign-in.server.ts';
import { CodeField } from './code-field.tsx';
import { codesLeftText } from './codes-left.ts';
import { codeSchema } from './second-factor.schema.ts';

export const meta = () => [
  { title: 'Enter your code | Summa' },
  {
    name: 'description',
    content: 'The second step of signing in to Summa: the code from your app, or one you kept.',
  },
  { name: 'robots', content: 'noindex' },
];
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

const nextOf = (url: URL) => ownPath(url.searchParams.get('next'));

const startOver = (context: Context, url: URL) =>
  seeOther(
    context,
    `/auth?tab=sign-in&next=${encodeURIComponent(nextOf(url))}`,
    toast.error('Please sign in again', 'The code must come within ten minutes after the password.'),
  );

export const loader = page(async ({ em, viewer, now }, { context, request, url }) => {
  const token = await pendingSignInToken(request, context.cookies);
  if ((await pendingSignIn(em, token, now())) === null) {
    throw viewer ? await seeOther(context, nextOf(url)) : await startOver(context, url);
  }
  const query = `next=${encodeURIComponent(nextOf(url))}`;
  return { query, isRecovery: url.searchParams.get('with') === 'recovery' };
});

export const action = page(async (scope, { context, request, url, form }) => {
  const { code } = await form(codeSchema);
  const { cookies } = context;
  const done = await authenticateCode(scope, { token: await pendingSignInToken(request, cookies), code });
  if (!done) return startOver(context, url);
  const headers = await beginSessionHeaders(scope, cookies, done.userId, request.headers.get('user-agent'));
  headers.append('Set-Cookie', await cookies.begun.serialize('', { maxAge: 0 }));
  const message =
    done.codesLeft === null
      ? undefined
      : toast.info('You used a recovery code', codesLeftText(done.codesLeft), {
          href: '/account/security',
          label: 'Security',
        });
  return seeOther(context, nextOf(url), message, headers);
});

export default function Code() {
  const { query, isRecovery } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(codeSchema, { id: 'code' });
  const other = isRecovery ? `/auth/code?${query}` : `/auth/code?with=recovery&${query}`;
  const here = isRecovery ? `/auth/code?with=recovery&${query}` : `/auth/code?${query}`;
  return (
    <div className="panel narrow">
      <h1>{isRecovery ? 'Enter a recovery code' : 'Enter your code'}</h1>
      <p>
        {isRecovery
          ? 'Use one of the ten codes you saved when you set up your second factor. Each works once.'
          : 'Now open your authenticator app and enter the code for Summa.'}
      </p>
      <form {...form} action={here} className="form">
        <ErrorSummary errors={errors} title="You are not signed in yet" />
        <CodeField {...control('code')} isRecovery={isRecovery} autoFocus />
        <Button kind="primary" full pending="Signing In...">
          Sign In
        </Button>
      </form>
      <p>
        <a className="tap" href={other}>
          {isRecovery ? 'Use the code from your app' : 'Use a recovery code'}
        </a>
      </p>
      <p className="soft small">
        Lost both? <a href={askAbout('account')}>Write to support</a>.{' '}
        <a href={`/auth?tab=sign-in&${query}`}>Sign in to another account</a>
      </p>
    </div>
  );
}
