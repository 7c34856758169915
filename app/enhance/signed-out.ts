import type { fetched } from './fetched.ts';
import { leaveFor, repeatToast } from './toast.ts';

/** Whether the session has ended, so that the page to sign in came instead: says so and goes there (C8.3). */
export function isSignedOut({ response: { redirected, url }, page }: Awaited<ReturnType<typeof fetched>>) {
  const isSignIn = redirected && new URL(url).pathname === '/auth';
  if (isSignIn) {
    repeatToast(page);
    leaveFor(url, 500);
  }
  return isSignIn;
}
