import { describe, expect, test } from 'vitest';
import { testRequests } from '../../../../../tests/support/money/requests.ts';
import { row } from '../../../../../tests/support/sql.ts';
import { formPost, jsonCall } from '../../../../../tests/support/world.ts';
import type { Viewer } from '../../../../scope.ts';
import * as deletePage from '../../../library/authoring/delete.page.tsx';
import * as editPage from '../../../library/authoring/edit.page.tsx';
import * as decideCall from '../admin-request.api.ts';
import * as requestCall from '../request.api.ts';
import * as requestPage from '../request.page.tsx';
import * as decidePage from './decide.page.tsx';
import * as transitionCall from './transition.api.ts';
import * as transitionPage from './transition.page.tsx';

const shop = testRequests();
const { world } = shop;
const text = async (answer: Promise<Response>) => (await answer).text();

const postForm = (who: Viewer | null, id: number, transition: string, fields: Record<string, string> = {}) =>
  world.send(
    transitionPage.action,
    who,
    `/requests/${id}/${transition}`,
    { id: String(id), transition },
    formPost(fields),
  );
const postJson = (who: Viewer | null, id: number, transition: string, body: Record<string, unknown> = {}) =>
  world.send(
    transitionCall.action,
    who,
    `/api/requests/${id}/${transition}`,
    { id: String(id), transition },
    jsonCall('POST', body),
  );

describe('steps', () => {
  test('one side takes every step by form, the other by JSON', async () => {
    const { creator, vip } = await shop.pair();
    const id = await shop.ask(vip, creator);
    expect((await postForm(creator, id, 'accept', { note: 'Gladly.' })).status).toBe(303);
    await shop.pay(vip, id);
    expect(await text(postForm(creator, id, 'deliver'))).toContain('nothing to deliver yet');
    await shop.fill(id);
    expect((await postJson(creator, id, 'deliver')).status).toBe(200);
    expect(await text(postJson(vip, id, 'dispute'))).toContain('what is wrong with it');
    expect(await text(postForm(vip, id, 'dispute', { note: '' }))).toContain('what is wrong with it');
    expect((await postForm(vip, id, 'dispute', { note: 'Wrong arm.' })).status).toBe(303);
    const admin = await world.person({ isAdmin: true });
    const messages = await text(
      world.send(
        decidePage.action,
        admin,
        `/admin/requests/${id}`,
        { id: String(id) },
        formPost({ outcome: 'refund' }),
      ),
    );
    expect(messages).toContain('explain why to both sides');
    const decided = await world.send(
      decideCall.action,
      admin,
      `/api/admin/requests/${id}`,
      { id: String(id) },
      jsonCall('POST', { outcome: 'refund', reason: 'It is the other arm.' }),
    );
    expect(await decided.json()).toMatchObject({ state: 'refunded' });
    await shop.turn();
    const json = await world.send(requestCall.loader, vip, `/api/requests/${id}`, { id: String(id) });
    expect(await json.json()).toMatchObject({
      state: 'refunded',
      refundedAt: expect.any(String),
      transitions: [],
    });
  });

  test('other members’ requests answer 404 everywhere; a step out of order answers 409 or shows the page again', async () => {
    const { creator, vip } = await shop.pair();
    const id = await shop.ask(vip, creator);
    const stranger = await world.person({ plan: 'vip' });
    const params = { id: String(id) };
    for (const answer of [
      await world.send(requestPage.loader, stranger, `/requests/${id}`, params),
      await world.send(requestCall.loader, stranger, `/api/requests/${id}`, params),
      await postForm(stranger, id, 'accept'),
      await postJson(stranger, id, 'withdraw'),
      await postForm(creator, id, 'explode'),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await postJson(vip, id, 'accept')).status).toBe(409);
    expect((await postForm(vip, id, 'accept')).status).toBe(409);
    expect((await postJson(null, id, 'accept')).status).toBe(401);
  });

  test('its draft cannot be sold, published or deleted outside the request', async () => {
    const { id, item, creator } = await shop.paid();
    const details = { title: 'Armbar', category: 'technique', tier: 'free', release: 'now' };
    const send = (fields: Record<string, string>) =>
      world.send(editPage.action, creator, `/content/${item}/edit`, { id: String(item) }, formPost(fields));
    expect(await text(send({ ...details, isForSale: 'true', price: '4.99' }))).toContain(
      'made for one member',
    );
    expect((await send(details)).status).toBe(303);
    expect(await row(world.em())`select status, tier from content where id = ${item}`).toEqual({
      status: 'draft',
      tier: 'free',
    });
    const remove = await world.send(
      deletePage.action,
      creator,
      `/content/${item}/delete`,
      { id: String(item) },
      formPost({}),
    );
    expect([remove.status, await remove.text()]).toEqual([
      409,
      expect.stringContaining('Cancel the request first'),
    ]);
    await shop.takeStep(creator, id, 'cancel');
    await shop.turn();
    expect((await send(details)).status).toBe(303);
    expect(await row(world.em())`select status from content where id = ${item}`).toEqual({
      status: 'published',
    });
    await shop.settled();
  });
});
