import { afterEach, beforeEach, expect } from 'vitest';
import * as auth from '../../../app/features/identity/sessions/auth.page.tsx';
import * as login from '../../../app/features/identity/sessions/login.api.ts';
import type { Viewer } from '../../../app/scope.ts';
import { formPost, jsonCall, type testWorld } from '../world.ts';
import { type accountActions, hourMs } from './account-actions.ts';

/** The owner's address and a stranger's. */
export const [home, elsewhere] = ['203.0.113.1', '198.51.100.1'];

export const withCookie = (init: RequestInit, cookie: string): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), cookie },
});

/** The cookie that an answer sets for a known device. */
export const deviceIn = (answer: Response) => {
  const set = answer.headers.getSetCookie().find((each) => each.startsWith('device=')) ?? '';
  return { cookie: set.split(';')[0] ?? '', attributes: set.split('; ').slice(1) };
};

/** Tries of passwords from several devices and addresses. Each test begins hours after the one before, at the owner's
 *  address. */
export function deviceActions(
  world: ReturnType<typeof testWorld>,
  { later }: ReturnType<typeof accountActions>,
) {
  const plenty = world.rates.scale;
  beforeEach(async () => {
    later(2 * hourMs);
    world.place.address = home;
    await world.mail.deliver();
  });
  afterEach(() => {
    world.rates.scale = plenty;
  });

  const byForm = async (email: string, password: string, cookie = '') =>
    (await world.send(auth.action, null, '/auth', {}, withCookie(formPost({ email, password }), cookie)))
      .status;
  const byCall = async (email: string, password: string, cookie = '') => {
    const call = withCookie(jsonCall('POST', { email, password }), cookie);
    return (await world.send(login.action, null, '/api/login', {}, call)).status;
  };
  return {
    /** A try as a form; returns the answer's status. */
    byForm,
    /** A try as JSON; returns the answer's status. */
    byCall,

    /** Signs in now, and returns the cookie that makes the device known. */
    async deviceOf({ email }: Viewer, password = 'open guard', brought = '') {
      const call = withCookie(jsonCall('POST', { email, password }), brought);
      const answer = await world.send(login.action, null, '/api/login', {}, call);
      expect(answer.status).toBe(200);
      return deviceIn(answer).cookie;
    },

    /** Other people at so many addresses guess until each is refused. */
    async strangersGuess(email: string, addresses: number) {
      for (let n = 1; n <= addresses; n += 1) {
        world.place.address = `198.51.100.${n}`;
        let answer = 0;
        for (let tries = 0; tries < 20 && answer !== 429; tries += 1) answer = await byCall(email, 'a guess');
        expect(answer).toBe(429);
      }
      world.place.address = home;
    },
  };
}
