import { type Cookie, createCookie } from '@remix-run/node';
import { codeWaitsMs } from '../../features/identity/sessions/sign-in.server.ts';

export interface Cookies {
  session: Cookie;
  begun: Cookie;
  flash: Cookie;
  /** The accounts for which this browser is known (`knownDevice`); it is no sign-in. */
  device: Cookie;
  theme: Cookie;
  /** The place in the database's log of this browser's last change, which a replica must have. */
  lastWriteLsn: Cookie;
  /** Where a member goes back to after paying for a plan. */
  returnTo: Cookie;
}

const sessionSeconds = 30 * 24 * 60 * 60;
const pendingSignInSeconds = codeWaitsMs / 1_000;
const flashSeconds = 60;
const deviceSeconds = 365 * 24 * 60 * 60;
/** A replica that is further behind is not read. */
const lastWriteSeconds = 10;
const returnToSeconds = 30 * 60;
const themeSeconds = 365 * 24 * 60 * 60;

/** The cookies by name, unparsed. The only parser, because page and cache key must read a header alike. */
export function cookieValues(header: string | null | undefined): Map<string, string> {
  const values = new Map<string, string>();
  if (!header) return values;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0 && name && !values.has(name)) values.set(name, pair.slice(at + 1).trim());
  }
  return values;
}

/** The value of a site cookie; null when it is missing or not as the site wrote it. */
export async function readCookie(cookie: Cookie, values: Map<string, string>): Promise<unknown> {
  const value = values.get(cookie.name);
  return value === undefined ? null : cookie.parse(`${cookie.name}=${value}`);
}

const themes = ['light', 'dark'] as const;
const themeName = 'theme';
const themeCookieValues = { light: 'ImxpZ2h0Ig%3D%3D', dark: 'ImRhcmsi' };

/** The theme exactly as the site wrote it; other spellings count as none, for page and cache alike. */
export function themeOf(values: Map<string, string>): (typeof themes)[number] | null {
  return themes.find((theme) => values.get(themeName) === themeCookieValues[theme]) ?? null;
}

export async function deviceTokens({ device }: Cookies, values: Map<string, string>): Promise<string[]> {
  const sent = await readCookie(device, values);
  return Array.isArray(sent) ? sent.filter((token) => typeof token === 'string') : [];
}

/** The site's cookies. Max-Age is set because text browsers keep no session cookies. */
export function makeCookies({ secret, secure }: { secret: string; secure: boolean }): Cookies {
  const common = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    session: createCookie(secure ? '__Host-summa' : 'summa', { ...common, maxAge: sessionSeconds }),
    begun: createCookie(secure ? '__Host-begun' : 'begun', { ...common, maxAge: pendingSignInSeconds }),
    flash: createCookie(secure ? '__Host-flash' : 'flash', {
      ...common,
      maxAge: flashSeconds,
      secrets: [secret],
    }),
    lastWriteLsn: createCookie(secure ? '__Host-written' : 'written', {
      ...common,
      maxAge: lastWriteSeconds,
      secrets: [secret],
    }),
    device: createCookie(secure ? '__Host-device' : 'device', { ...common, maxAge: deviceSeconds }),
    theme: createCookie(themeName, { ...common, maxAge: themeSeconds }),
    returnTo: createCookie(secure ? '__Host-wanted' : 'wanted', { ...common, maxAge: returnToSeconds }),
  };
}
