import { type Cookie, createCookie } from '@remix-run/node';

export interface Cookies {
  session: Cookie;
  flash: Cookie;
  theme: Cookie;
}

const sessionSeconds = 30 * 24 * 60 * 60;
const flashSeconds = 60;
const themeSeconds = 365 * 24 * 60 * 60;

/** The site's cookies. Max-Age is set because text browsers keep no other cookie. */
export function makeCookies({ secret, secure }: { secret: string; secure: boolean }): Cookies {
  const common = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    session: createCookie(secure ? '__Host-summa' : 'summa', { ...common, maxAge: sessionSeconds }),
    flash: createCookie(secure ? '__Host-flash' : 'flash', {
      ...common,
      maxAge: flashSeconds,
      secrets: [secret],
    }),
    theme: createCookie('theme', { ...common, maxAge: themeSeconds }),
  };
}
