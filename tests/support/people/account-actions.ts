import argon2 from 'argon2';
import * as email from '../../../app/features/identity/email-links/email.page.tsx';
import * as reset from '../../../app/features/identity/email-links/reset.page.tsx';
import * as undo from '../../../app/features/identity/email-links/undo.page.tsx';
import * as verify from '../../../app/features/identity/email-links/verify.page.tsx';
import * as auth from '../../../app/features/identity/sessions/auth.page.tsx';
import type { Viewer } from '../../../app/scope.ts';
import { row } from '../sql.ts';
import { formPost, type testWorld } from '../world.ts';
import { linkIn } from './mail.ts';

/** The pages that links of mails lead to, by the second word of their address. */
const linkPages = { verify, undo, reset };

export const hourMs = 3_600_000;

/** As the site keeps a password, but in less than a millisecond: some tests try dozens. */
const briefHash = (password: string) =>
  argon2.hash(password, { memoryCost: 1_024, timeCost: 1, parallelism: 1 });

/** What people do to their accounts, as a browser does it. */
export function accountActions(world: ReturnType<typeof testWorld>) {
  let people = 0;
  const doorOf = (path: string) => {
    const [, , name = '', token = ''] = path.split('/');
    return { edge: linkPages[name as keyof typeof linkPages], params: { token } };
  };

  const actions = {
    later(ms: number) {
      world.clock.at = new Date(world.clock.at.getTime() + ms);
    },

    /** A member with a confirmed address and a password. */
    async member(password = 'open guard'): Promise<Viewer> {
      people += 1;
      const viewer = await world.person({ username: `member_${people}` });
      const hash = await briefHash(password);
      await row(world.em())`update users set password_hash = ${hash} where id = ${viewer.id}`;
      return viewer;
    },

    signsUp(username: string, address = `${username}@example.com`) {
      const fields = { firstName: 'Nova', lastName: 'Silva', username, email: address };
      const secret = { password: 'open guard', confirmPassword: 'open guard' };
      return world.send(auth.action, null, '/auth?tab=sign-up', {}, formPost({ ...fields, ...secret }));
    },

    signsIn: (address: string, password: string) =>
      world.send(auth.action, null, '/auth?tab=sign-in', {}, formPost({ email: address, password })),

    stored: ({ id }: Pick<Viewer, 'id'>) =>
      row<Record<string, string | null>>(world.em())`
        select email::text, verified_email::text, pending_email::text, password_hash from users where id = ${id}`,

    /** Opens the page of a link. */
    open: (path: string, viewer: Viewer | null = null) =>
      world.send(doorOf(path).edge.loader, viewer, path, doorOf(path).params),

    /** Presses the button of the page that a link leads to. */
    press: (path: string, viewer: Viewer | null = null, fields: Record<string, string> = {}) =>
      world.send(doorOf(path).edge.action, viewer, path, doorOf(path).params, formPost(fields)),

    asksFor: (viewer: Viewer, to: string, currentPassword = 'open guard', code = '') =>
      world.send(email.action, viewer, '/account/email', {}, formPost({ email: to, currentPassword, code })),

    /** Requests a new address, and returns the links of the two mails: to the new and to the old address. */
    async movingTo(viewer: Viewer, to: string, code?: string) {
      await actions.asksFor(viewer, to, undefined, code);
      const mails = await world.mail.deliver();
      return {
        mails,
        confirm: linkIn(
          mails.filter((mail) => mail.to === to),
          '/auth/verify/',
        ),
        undo: linkIn(
          mails.filter((mail) => mail.to === viewer.email),
          '/auth/undo/',
        ),
      };
    },
  };
  return actions;
}

/** The messages of a form that was refused. */
export const errorsOf = async (answer: Response) =>
  ((await answer.json()) as { form: { error: Record<string, string[]> } }).form.error;
