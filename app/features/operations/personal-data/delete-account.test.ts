import { describe, expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { accountActions, errorsOf } from '../../../../tests/support/people/account-actions.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { startPurchase } from '../../commerce/purchases/buy.server.ts';
import { beginSession, viewerOf } from '../../identity/sessions/sessions.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import * as page from './delete-account.page.tsx';

const shop = testShop();
const { world } = shop;
const actions = accountActions(world);

const leave = (viewer: Viewer, fields: Partial<Record<'confirm' | 'currentPassword', string>> = {}) =>
  world.send(
    page.action,
    viewer,
    '/account/data/delete',
    {},
    formPost({ confirm: viewer.username, currentPassword: 'open guard', ...fields }),
  );
const statusOf = async ({ id }: Viewer) =>
  (await row<{ status: string }>(world.em())`select status from users where id = ${id}`)?.status;

describe('deleting one’s own account', () => {
  test('needs the username and the password, and nothing else', async () => {
    const viewer = await actions.member();
    expect(await errorsOf(await leave(viewer, { confirm: 'somebody' }))).toEqual({
      confirm: [`This is not your username. Please type ${viewer.username}.`],
    });
    expect(Object.keys(await errorsOf(await leave(viewer, { currentPassword: 'wrong guess' })))).toEqual([
      'currentPassword',
    ]);
    const neither = await errorsOf(await leave(viewer, { confirm: '', currentPassword: '' }));
    expect(Object.keys(neither).toSorted()).toEqual(['confirm', 'currentPassword']);
    expect(await statusOf(viewer)).toBe('active');
  });

  test('ends every session, sends an email, and leaves sold items to their buyers', async () => {
    const viewer = await actions.member();
    await row(world.em())`update users set plan = 'premium' where id = ${viewer.id}`;
    const buyer = await world.person();
    const [sold, unsold] = [
      await world.item({ creator: viewer.id, tier: 'vip', priceCents: 999 }),
      await world.item({ creator: viewer.id }),
    ];
    const { clientSecret } = await startPurchase(world.member(buyer), sold);
    await world.payments.answer(clientSecret);
    await shop.settled();
    const token = await beginSession(world.em(), viewer.id, {
      now: world.clock.at,
      agent: null,
      address: '',
    });
    const asked = await world.send(page.loader, viewer, '/account/data/delete');
    expect(await asked.json()).toMatchObject({ owedCents: 500, sold: 1, items: 2, plan: null });

    const answer = await leave(viewer, { confirm: `@${viewer.username.toUpperCase()}` });
    expect(answer.headers.getSetCookie().some((cookie) => /Max-Age=0/.test(cookie))).toBe(true);
    expect((await redirectOf(answer)).to).toBe('/');
    expect(await statusOf(viewer)).toBe('deleted');
    expect(await viewerOf(world.em(), token, world.clock.at)).toBeNull();
    expect(await actions.signsIn(viewer.email, 'open guard')).toMatchObject({ status: 422 });
    const mails = await world.mail.deliver();
    expect(mails.filter(({ to }) => to === viewer.email)).toMatchObject([
      { subject: 'Your account is deleted' },
    ]);
    expect(await findCard(world.scope(buyer), sold)).toMatchObject({ id: sold });
    await expect(findCard(world.scope(), unsold)).rejects.toThrow();
  });

  test('is refused to the last admin', async () => {
    const viewer = await actions.member();
    await row(world.em())`update users set is_admin = (id = ${viewer.id})`;
    expect((await errorsOf(await leave({ ...viewer, isAdmin: true })))['']?.[0]).toMatch(/the last admin/);
    expect(await statusOf(viewer)).toBe('active');
  });
});
