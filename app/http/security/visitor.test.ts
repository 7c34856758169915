import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { cookieValues, makeCookies, readCookie, themeOf } from './cookies.server.ts';
import { isFirstOfVisit, pageVariant, visitorOf } from './visitor.server.ts';

const cookies = makeCookies({ secret: 'a secret', secure: false });
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1';
const visit = { accept: 'text/html', 'user-agent': browser };

const asked = (headers: Record<string, string>, method = 'GET') =>
  ({ method, headers, socket: { remoteAddress: '198.51.100.7' } }) as unknown as IncomingMessage;
const variant = (headers: Record<string, string>) => pageVariant(asked(headers), cookies);

describe('the variant of a visitor’s page', () => {
  test.each([false, true])(
    'is none with a session, a half-finished sign-in or a message (secure: %s)',
    (secure) => {
      const made = makeCookies({ secret: 'a secret', secure });
      for (const name of ['session', 'begun', 'flash'] as const) {
        for (const sent of [
          `${made[name].name}=x`,
          `visit=1; ${made[name].name}=`,
          ` visit=1;${made[name].name} =x`,
        ]) {
          expect([name, sent, pageVariant(asked({ ...visit, cookie: sent }), made)]).toEqual([
            name,
            sent,
            null,
          ]);
        }
      }
      expect(pageVariant(asked({ ...visit, cookie: 'other=1; summa2=2' }), made)).not.toBeNull();
    },
  );

  test('differs by theme, in one spelling of it only', async () => {
    const of = async (theme: string) => (await cookies.theme.serialize(theme)).split(';')[0] ?? '';
    const [light, dark] = [await of('light'), await of('dark')];
    const plain = variant({ ...visit, cookie: 'visit=1' });
    const known = [plain, variant({ ...visit, cookie: `visit=1; ${light}` })];
    known.push(variant({ ...visit, cookie: `visit=1; ${dark}` }));
    expect(new Set(known).size).toBe(3);
    for (const odd of [await of('blue'), 'theme=', 'theme=dark', `"${dark}"`, dark.replace('=', '="')]) {
      expect([odd, variant({ ...visit, cookie: `visit=1; ${odd}` })]).toEqual([odd, plain]);
    }
    expect(variant({ ...visit, cookie: `visit=1; ${light}; ${dark}` })).toBe(known[1]);
  });

  test('differs by device: by the client hint, otherwise by the user agent', () => {
    const rest = { ...visit, cookie: 'visit=1' };
    const [desktop, handheld] = [variant(rest), variant({ ...rest, 'user-agent': phone })];
    expect(handheld).not.toBe(desktop);
    expect(variant({ ...rest, 'sec-ch-ua-mobile': '?1' })).toBe(handheld);
    expect(variant({ ...rest, 'user-agent': phone, 'sec-ch-ua-mobile': '?0' })).toBe(desktop);
  });

  test('differs by Save-Data and by the splash', () => {
    const known = [
      variant({ ...visit, cookie: 'visit=1' }),
      variant({ ...visit, cookie: 'visit=1', 'save-data': 'on' }),
      variant(visit),
    ];
    expect(new Set(known).size).toBe(3);
    expect(variant({ ...visit, 'save-data': 'on' })).toBe(known[1]);
    expect(variant({ ...visit, cookie: 'visit=1', 'save-data': 'off' })).toBe(known[0]);
  });
});

describe('the splash', () => {
  test('belongs to the first document of a visit', () => {
    expect(isFirstOfVisit(asked(visit))).toBe(true);
    expect(isFirstOfVisit(asked({ ...visit, cookie: 'revisit=1; other=visit=1' }))).toBe(true);
    const others: Record<string, string>[] = [
      { cookie: 'theme=x; visit=1' },
      { referer: 'http://localhost:3000/' },
      { 'save-data': 'on' },
      { accept: 'application/json' },
      { 'user-agent': 'Googlebot/2.1' },
      { 'user-agent': '' },
    ];
    for (const more of others) {
      expect([more, isFirstOfVisit(asked({ ...visit, ...more }))]).toEqual([more, false]);
    }
    expect(isFirstOfVisit(asked(visit, 'HEAD'))).toBe(false);
    expect(isFirstOfVisit(asked({ 'user-agent': browser }))).toBe(false);
  });
});

describe('a visitor', () => {
  const known = { secret: 'a secret', now: new Date('2026-06-01T23:59:59.999Z'), proxies: 1 };
  const of = (headers: Record<string, string>, more: Partial<typeof known> = {}) =>
    visitorOf(asked(headers), null, { ...known, ...more });

  test('is identified by address and user agent, for a day', () => {
    const ann = { ...visit, 'x-forwarded-for': '203.0.113.1' };
    const key = of(ann).dayKey;
    expect(of(ann).dayKey).toBe(key);
    const others = [
      of({ ...ann, 'x-forwarded-for': '203.0.113.2' }),
      of({ ...ann, 'user-agent': phone }),
      of(ann, { now: new Date('2026-06-02T00:00:00.000Z') }),
      of(ann, { secret: 'another' }),
    ];
    expect(new Set([key, ...others.map(({ dayKey }) => dayKey)]).size).toBe(5);
    expect(of(ann, { now: new Date('2026-06-01T00:00:00.000Z') }).dayKey).toBe(key);
    expect(of(ann, { proxies: 0 }).address).toBe('198.51.100.7');
    expect(visitorOf(asked(ann), { id: 7 } as never, known).dayKey).toBe('member:7');
  });

  test('is a robot by its user agent, or without one', () => {
    const isBot = (agent: string) => of({ 'user-agent': agent }).isBot;
    for (let twice = 0; twice < 2; twice += 1)
      expect([isBot('Googlebot/2.1'), isBot(''), isBot(browser)]).toEqual([true, true, false]);
  });
});

describe('cookies', () => {
  test('are read as they were written, the first of two with one name', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const [sent = ''] = (await cookies.theme.serialize(theme)).split(';');
      expect(themeOf(cookieValues(`a=1; ${sent}; b=2`))).toBe(theme);
    }
    const [sent = ''] = (await cookies.flash.serialize({ title: 'Hello' })).split(';');
    expect(await readCookie(cookies.flash, cookieValues(`a=1;${sent}; flash=forged`))).toEqual({
      title: 'Hello',
    });
    expect(await readCookie(cookies.flash, cookieValues('flash=forged'))).toBeNull();
    expect(await readCookie(cookies.flash, cookieValues(null))).toBeNull();
    expect([...cookieValues('; =x; a ; b = 1=2 ;b=3')]).toEqual([['b', '1=2']]);
  });
});
