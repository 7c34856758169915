import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { ownPath } from '../../../http/pages/own-path.ts';
import { page, seeOther } from '../../../http/pages/page.server.ts';
import { authenticate } from '../../../http/security/authenticator.server.ts';
import { beginSessionHeaders, withPendingSignIn } from '../../../http/security/session.server.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { passwordsDiffer, passwordTooShort, signInSchema, signUpSchema } from '../accounts/account.schema.ts';
import { register } from '../accounts/accounts.server.ts';
import { NewPasswordFields } from '../accounts/new-password-fields.tsx';

const heads = {
  'sign-in': [
    'Sign In',
    'Sign in to like, rate and buy techniques, to follow athletes and to publish your own.',
  ],
  'sign-up': [
    'Sign Up',
    'Join for free: watch techniques, follow up to ten athletes and publish what works for you.',
  ],
} as const;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${heads[data?.tab ?? 'sign-in'][0]} | Summa` },
  { name: 'description', content: heads[data?.tab ?? 'sign-in'][1] },
  { name: 'robots', content: 'noindex' },
];

const nextOf = (url: URL) => ownPath(url.searchParams.get('next'));
const isSignUp = (url: URL) => url.searchParams.get('tab') === 'sign-up';

export const loader = page(async ({ viewer }, { context, url }) => {
  if (viewer) throw await seeOther(context, nextOf(url));
  const next = nextOf(url);
  const query = next === '/' ? '' : `&next=${encodeURIComponent(next)}`;
  return { tab: isSignUp(url) ? ('sign-up' as const) : ('sign-in' as const), query };
});

export const action = page(async (scope, { context, url, request, form }) => {
  const next = nextOf(url);
  const begin = async (userId: number) => {
    const headers = await beginSessionHeaders(
      scope,
      context.cookies,
      userId,
      request.headers.get('user-agent'),
    );
    return seeOther(context, next, undefined, headers);
  };
  if (isSignUp(url)) return begin(await register(scope, await form(signUpSchema)));
  const { userId, needsCode } = await authenticate(scope, 'form', await form(signInSchema));
  if (!needsCode) return begin(userId);
  const headers = await withPendingSignIn(scope, context.cookies, userId);
  return seeOther(context, `/auth/code?next=${encodeURIComponent(next)}`, undefined, headers);
});

export default function Auth() {
  const { tab, query } = useLoaderData<typeof loader>();
  const tabs = [
    { href: `/auth?tab=sign-in${query}`, label: 'Sign In' },
    { href: `/auth?tab=sign-up${query}`, label: 'Sign Up' },
  ];
  const here = `/auth?tab=${tab}${query}`;
  return (
    <div className="panel narrow">
      <h1>{tab === 'sign-up' ? 'Join Summa' : 'Welcome back'}</h1>
      <Tabs label="Sign in or sign up" tabs={tabs} current={here} />
      {tab === 'sign-up' ? <SignUpForm action={here} /> : <SignInForm action={here} />}
    </div>
  );
}

function SignInForm({ action }: { action: string }) {
  const { form, errors, control } = usePostedForm(signInSchema, { id: 'sign-in' });
  return (
    <form {...form} action={action} className="form">
      <ErrorSummary errors={errors} />
      <Field
        {...control('email')}
        required
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField {...control('password')} required label="Password" autoComplete="current-password" />
      <Button kind="primary" full pending="Signing In...">
        Sign In
      </Button>
      <p>
        <a className="tap" href="/auth/forgot">
          Forgot your password?
        </a>
      </p>
    </form>
  );
}

function SignUpForm({ action }: { action: string }) {
  const { form, errors, control } = usePostedForm(signUpSchema, { id: 'sign-up' });
  return (
    <form {...form} action={action} className="form">
      <ErrorSummary errors={errors} title={summaryTitle(errors)} />
      <Field {...control('firstName')} required label="First name" autoComplete="given-name" />
      <Field {...control('lastName')} required label="Last name" autoComplete="family-name" />
      <Field
        {...control('username')}
        required
        label="Username"
        hint="3 to 30 letters, digits or _. It is part of your public address."
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...control('email')}
        required
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <NewPasswordFields
        label="Password"
        password={control('password')}
        confirm={control('confirmPassword')}
      />
      <Button kind="primary" full pending="Creating Account...">
        Sign Up
      </Button>
      <p className="soft small">
        By signing up you confirm that you are 18 or older and accept the{' '}
        <a href="/terms-of-service">Terms of Service</a> and the <a href="/privacy-policy">Privacy Policy</a>.
      </p>
    </form>
  );
}

/** The titles of the two password mistakes (E5.2, E5.3), when nothing else is wrong. */
function summaryTitle(errors: Record<string, string[] | undefined> | undefined) {
  const wrong = Object.keys(errors ?? {});
  if (wrong.length !== 1) return undefined;
  if (errors?.confirmPassword?.includes(passwordsDiffer)) return 'Password mismatch';
  return errors?.password?.includes(passwordTooShort) ? 'Password too short' : undefined;
}
