import { type Cookie, createCookie } from '@remix-run/node';
import { codeWaitsMs } from '../features/accounts/sign-in.server.ts';

export interface Cookies {
  session: Cookie;
  /** Holds a sign-in that waits for its code. */
  begun: Cookie;
  flash: Cookie;
  theme: Cookie;
}

const sessionSeconds = 30 * 24 * 60 * 60;
const begunSeconds = codeWaitsMs / 1_000;
const flashSeconds = 60;
const themeSeconds = 365 * 24 * 60 * 60;

/** The site's cookies. Max-Age is set because text browsers keep no other cookie. */
export function makeCookies({ secret, secure }: { secret: string; secure: boolean }): Cookies {
  const common = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    session: createCookie(secure ? '__Host-summa' : 'summa', { ...common, maxAge: sessionSeconds }),
    begun: createCookie(secure ? '__Host-begun' : 'begun', { ...common, maxAge: begunSeconds }),
    flash: createCookie(secure ? '__Host-flash' : 'flash', {
      ...common,
      maxAge: flashSeconds,
      secrets: [secret],
    }),
    theme: createCookie('theme', { ...common, maxAge: themeSeconds }),
  };
}
