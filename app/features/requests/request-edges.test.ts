import { describe, expect, test } from 'vitest';
import { testRequests, wish } from '../../../tests/support/requests.ts';
import { formPost, jsonCall } from '../../../tests/support/world.ts';
import { row, rows } from '../../db/sql.server.ts';
import type { Viewer } from '../../scope.ts';
import * as deletePage from '../content/delete.page.tsx';
import * as editPage from '../content/edit.page.tsx';
import { anonymise } from '../members/anonymise.server.ts';
import { suspend } from '../members/standing.server.ts';
import { setBlock } from '../messages/block.server.ts';
import { collections } from '../personal-data/collections.server.ts';
import * as checkout from '../purchases/checkout.page.tsx';
import * as actCall from './act.api.ts';
import * as actPage from './act.page.tsx';
import * as decideCall from './admin-request.api.ts';
import * as askPage from './ask.page.tsx';
import * as decidePage from './decide.page.tsx';
import * as offerCall from './offer.api.ts';
import * as offerPage from './offer.page.tsx';
import * as requestCall from './request.api.ts';
import * as requestPage from './request.page.tsx';
import * as requestsCall from './requests.api.ts';
import { sendRequestLetters } from './send-letters.server.ts';

const shop = testRequests();
const { world } = shop;
const text = async (answer: Promise<Response>) => (await answer).text();

const askForm = (vip: Viewer | null, creator: Viewer, fields: Record<string, string>) =>
  world.send(
    askPage.action,
    vip,
    `/creators/${creator.username}/request`,
    { username: creator.username },
    formPost({ title: 'Armbar', wish, ...fields }),
  );
const askJson = (vip: Viewer | null, body: Record<string, unknown>) =>
  world.send(
    requestsCall.action,
    vip,
    '/api/requests',
    {},
    jsonCall('POST', { title: 'Armbar', wish, ...body }),
  );
const actForm = (who: Viewer | null, id: number, act: string, fields: Record<string, string> = {}) =>
  world.send(actPage.action, who, `/requests/${id}/${act}`, { id: String(id), act }, formPost(fields));
const actJson = (who: Viewer | null, id: number, act: string, body: Record<string, unknown> = {}) =>
  world.send(
    actCall.action,
    who,
    `/api/requests/${id}/${act}`,
    { id: String(id), act },
    jsonCall('POST', body),
  );

describe('asking', () => {
  test('as a form: 303 to the request; as JSON: 201, and 200 for the same attempt', async () => {
    const { creator, vip } = await shop.pair();
    const asked = await askForm(vip, creator, { seenPriceCents: '2501', seenDays: '10' });
    expect(asked.status).toBe(303);
    expect(asked.headers.get('location')).toMatch(/^\/requests\/\d+$/);
    const other = await world.person({ plan: 'vip' });
    const body = { creator: creator.username, attempt: 'the-same-attempt' };
    expect((await askJson(other, body)).status).toBe(201);
    expect((await askJson(other, body)).status).toBe(200);
  });

  test('is refused with what would allow it, in the same words on both ways', async () => {
    const { creator } = await shop.pair({ atOnce: 1 });
    const closed = await world.person();
    const cases: [Viewer, Viewer, RegExp][] = [
      [await world.person({ plan: 'premium' }), creator, /comes with VIP Elite/],
      [creator, creator, /cannot ask yourself/],
      [await world.person({ plan: 'vip' }), closed, /takes no requests/],
    ];
    await shop.ask(await world.person({ plan: 'vip' }), creator);
    cases.push([await world.person({ plan: 'vip' }), creator, /takes one request at once, and it is taken/]);
    for (const [who, whom, words] of cases) {
      const form = await askForm(who, whom, {});
      expect(form.status).toBe(422);
      expect(await form.text()).toMatch(words);
      const json = await askJson(who, { creator: whom.username });
      expect(json.status).toBe(form.status);
      expect((await json.json()).message).toMatch(words);
    }
    expect((await askJson(null, { creator: creator.username })).status).toBe(401);
    expect((await askForm(null, creator, {})).headers.get('location')).toMatch(/^\/auth/);
    expect((await askJson(closed, { creator: 'nobody_at_all' })).status).toBe(404);
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(101) }, 'at most 100 characters'],
    [{ title: '\u200b\u200b\u200b' }, 'title'],
    [{ wish: 'too short' }, 'at least 20 characters'],
    [{ wish: 'x'.repeat(2001) }, 'at most 2000 characters'],
    [{ seenPriceCents: '99' }, 'has changed the price from $0.99 to $25.01'],
    [{ seenDays: '2' }, 'now takes 10 days'],
  ])('%j is refused, and the words are kept', async (fields, words) => {
    const { creator, vip } = await shop.pair();
    const answer = await askForm(vip, creator, fields);
    expect(answer.status).toBe(422);
    const said = await answer.text();
    expect(said).toContain(words);
    expect(said).toContain(JSON.stringify({ ...{ title: 'Armbar' }, ...fields }.title));
    expect(await rows(world.em())`select 1 from requests where creator_id = ${creator.id}`).toEqual([]);
  });

  test('a block stops new requests, either way, without saying so', async () => {
    for (const blocks of ['creator', 'vip'] as const) {
      const people = await shop.pair();
      await world.item({ creator: people.creator.id });
      await world.item({ creator: people.vip.id });
      const other = blocks === 'creator' ? people.vip : people.creator;
      await setBlock(world.member(people[blocks]), other.username, true);
      expect(await text(askForm(people.vip, people.creator, {}))).toContain(
        'takes no requests at the moment',
      );
    }
  });

  test('ten a day, and the master switch of the profile closes it', async () => {
    const { creator, vip } = await shop.pair();
    await row(world.em())`update users set accepts_requests = false where id = ${creator.id}`;
    await expect(shop.ask(vip, creator)).rejects.toThrow('takes no requests');
    world.rates.scale = 1;
    for (let n = 0; n < 10; n += 1) await shop.ask(vip, (await shop.pair()).creator);
    expect((await askForm(vip, (await shop.pair()).creator, {})).status).toBe(429);
    world.rates.scale = 10_000;
  });
});

describe('the offer', () => {
  test.each([
    [{ price: '0.98' }, 'at least $0.99'],
    [{ price: '500.01' }, 'at most $500.00'],
    [{ price: '1e3' }, 'dollars and cents'],
    [{ days: '0' }, 'between 1 and 60'],
    [{ days: '61' }, 'between 1 and 60'],
    [{ atOnce: '21' }, 'between 1 and 20'],
    [{ note: 'x'.repeat(501) }, 'at most 500'],
  ])('%j is refused on both ways', async (wrong, words) => {
    const member = await world.person();
    const fields = { price: '49.00', days: '14', atOnce: '2', isOpen: 'true', ...wrong };
    const form = await world.send(offerPage.action, member, '/requests/offer', {}, formPost(fields));
    expect([form.status, await form.text()]).toEqual([422, expect.stringContaining(words)]);
    const json = await world.send(
      offerCall.action,
      member,
      '/api/requests/offer',
      {},
      jsonCall('PUT', fields),
    );
    expect([json.status, await json.text()]).toEqual([422, expect.stringContaining(words)]);
  });

  test('a new price is for whom asks from now on', async () => {
    const { creator, vip } = await shop.pair();
    const id = await shop.ask(vip, creator);
    const fields = { price: '99,5', days: '1', atOnce: '2', isOpen: 'true' };
    const saved = await world.send(offerPage.action, creator, '/requests/offer', {}, formPost(fields));
    expect(saved.status).toBe(303);
    await shop.act(creator, id, 'accept');
    const page = await text(
      world.send(checkout.loader, vip, '/checkout/1', { contentId: String(await shop.itemOf(id)) }),
    );
    expect(JSON.parse(page)).toMatchObject({ item: { priceCents: 2_501 }, home: `/requests/${id}` });
  });
});

describe('steps', () => {
  test('the whole way as forms by one, as JSON by the other', async () => {
    const { creator, vip } = await shop.pair();
    const id = await shop.ask(vip, creator);
    expect((await actForm(creator, id, 'accept', { note: 'Gladly.' })).status).toBe(303);
    await shop.pay(vip, id);
    expect(await text(actForm(creator, id, 'deliver'))).toContain('nothing to deliver yet');
    await shop.fill(id);
    expect((await actJson(creator, id, 'deliver')).status).toBe(200);
    expect(await text(actJson(vip, id, 'dispute'))).toContain('what is not as you asked for');
    expect(await text(actForm(vip, id, 'dispute', { note: '' }))).toContain('what is not as you asked for');
    expect((await actForm(vip, id, 'dispute', { note: 'Wrong arm.' })).status).toBe(303);
    const admin = await world.person({ isAdmin: true });
    const told = await text(
      world.send(
        decidePage.action,
        admin,
        `/admin/requests/${id}`,
        { id: String(id) },
        formPost({ outcome: 'refund' }),
      ),
    );
    expect(told).toContain('tell both why');
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
    expect(await json.json()).toMatchObject({ state: 'refunded', refundedAt: expect.any(String), acts: [] });
  });

  test('other people’s requests are nobody’s: 404 on every way, and a wrong turn is 409 or shown again', async () => {
    const { creator, vip } = await shop.pair();
    const id = await shop.ask(vip, creator);
    const stranger = await world.person({ plan: 'vip' });
    const params = { id: String(id) };
    for (const answer of [
      await world.send(requestPage.loader, stranger, `/requests/${id}`, params),
      await world.send(requestCall.loader, stranger, `/api/requests/${id}`, params),
      await actForm(stranger, id, 'accept'),
      await actJson(stranger, id, 'withdraw'),
      await actForm(creator, id, 'explode'),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await actJson(vip, id, 'accept')).status).toBe(409);
    expect((await actForm(vip, id, 'accept')).status).toBe(422);
    expect((await actJson(null, id, 'accept')).status).toBe(401);
  });

  test('its draft is neither sold, published nor deleted past the request', async () => {
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
    await shop.act(creator, id, 'cancel');
    await shop.turn();
    expect((await send(details)).status).toBe(303);
    expect(await row(world.em())`select status from content where id = ${item}`).toEqual({
      status: 'published',
    });
    await shop.settled();
  });
});

describe('people who go', () => {
  test('of a suspended creator open requests end, and paid ones are refunded; delivered ones stay', async () => {
    const { id, item, creator } = await shop.paid();
    const asked = await shop.ask(await world.person({ plan: 'vip' }), creator);
    await suspend(world.member(await world.person({ isAdmin: true })), creator.id, 'Rude.');
    await shop.turn();
    expect([await shop.stateOf(id), await shop.stateOf(asked)]).toEqual(['cancelled', 'cancelled']);
    expect(await shop.statesOf(item)).toEqual(['refunded']);
    const delivered = await shop.delivered();
    await suspend(world.member(await world.person({ isAdmin: true })), delivered.creator.id, 'Rude.');
    shop.days(7);
    await shop.turn();
    expect(await shop.stateOf(delivered.id)).toBe('done');
    await shop.settled();
  });

  test.each(['creator', 'vip'] as const)('of a deleted %s as well, and their words go', async (who) => {
    const made = await shop.paid();
    const lapsed = await shop.ask(await world.person({ plan: 'vip' }), made.creator);
    await shop.act(made.creator, lapsed, 'accept');
    await shop.fill(made.id);
    await world.em().transactional((em) => anonymise(em, made[who].id, world.clock.at));
    await shop.turn();
    expect(await shop.stateOf(made.id)).toBe('cancelled');
    expect(await shop.statesOf(made.item)).toEqual(['refunded']);
    const left = await row<{ wish: string | null }>(
      world.em(),
    )`select wish from requests where id = ${made.id}`;
    expect(left?.wish).toBe(who === 'vip' ? null : wish);
    await shop.settled();
  });

  test('a plan that ends takes no request away', async () => {
    const { id, creator, vip } = await shop.paid();
    await row(world.em())`update users set plan = 'free' where id = ${vip.id}`;
    await shop.fill(id);
    await shop.act(creator, id, 'deliver');
    expect((await shop.act({ ...vip, plan: 'free' }, id, 'confirm')).id).toBe(id);
  });
});

test('both sides find it in their own data, and mails go to whoever did not act', async () => {
  const { id, creator, vip } = await shop.paid();
  const read = collections.find(({ name }) => name === 'requests')?.read;
  for (const { id: memberId } of [creator, vip]) {
    const [entry] = (await read?.(world.em(), { memberId, after: id - 1, size: 1 })) ?? [];
    expect(entry).toMatchObject({ wish, state: 'paid', steps: [{ state: 'asked' }, {}, {}] });
  }
  const sent = async () =>
    (
      await rows<{ to: string }>(world.em())`
        select payload->>'to' as to from graphile_worker._private_jobs
        where payload->>'text' like ${`%/requests/${id}%`}`
    ).map(({ to }) => to);
  await sendRequestLetters(world.house(), { id, state: 'accepted', by: creator.id });
  expect(await sent()).toEqual([vip.email]);
  await sendRequestLetters(world.house(), { id, state: 'late', by: null });
  expect((await sent()).toSorted()).toEqual([creator.email, vip.email, vip.email].toSorted());
});
