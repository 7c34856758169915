import * as begin from '../../../app/features/identity/second-factor/begin-factor.action.ts';
import * as code from '../../../app/features/identity/second-factor/code.page.tsx';
import * as page from '../../../app/features/identity/second-factor/second-factor.page.tsx';
import type { Viewer } from '../../../app/scope.ts';
import { formPost, type testWorld } from '../world.ts';
import { accountActions } from './account-actions.ts';
import { codeAt } from './factor-codes.ts';

/** What people do with their second factor in a browser. */
export function factorActions(world: ReturnType<typeof testWorld>, account = accountActions(world)) {
  const { signsIn, later, member } = account;
  const password = 'open guard';

  const actions = {
    async begins(viewer: Viewer): Promise<string> {
      await world.send(begin.action, viewer, '/account/security/second-factor/begin', {}, formPost({}));
      const shown = await world.send(page.loader, viewer, '/account/security/second-factor');
      return (await shown.json()).begun.key;
    },

    switchesOn: (viewer: Viewer, fields: Record<string, string>) =>
      world.send(page.action, viewer, '/account/security/second-factor', {}, formPost(fields)),

    /** Sets the second factor up; the code used for it belongs to the past afterwards. */
    async protect(viewer: Viewer): Promise<{ key: string; codes: string[]; now: () => string }> {
      const key = await actions.begins(viewer);
      const now = () => codeAt(key, world.clock.at);
      const done = await actions.switchesOn(viewer, { code: now(), currentPassword: password });
      const { codes } = (await done.json()) as { codes: string[] };
      later(90_000);
      return { key, codes, now };
    },

    async protectedMember() {
      const viewer = await member(password);
      return { viewer, ...(await actions.protect(viewer)) };
    },

    /** The first step; returns the cookie that the second one needs. */
    async firstStep(viewer: Viewer): Promise<string> {
      const answer = await signsIn(viewer.email, password);
      return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    },

    secondStep: (cookie: string, given: string, query = '') =>
      world.send(
        code.action,
        null,
        `/auth/code${query}`,
        {},
        { ...formPost({ code: given }), headers: { cookie } },
      ),

    seesCodePage: (cookie: string) =>
      world.send(code.loader, null, '/auth/code?next=%2Flibrary', {}, { headers: { cookie } }),
  };
  return actions;
}
