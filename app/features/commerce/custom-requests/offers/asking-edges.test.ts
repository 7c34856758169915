import { describe, expect, test } from 'vitest';
import { details, testRequests } from '../../../../../tests/support/money/requests.ts';
import { row, rows } from '../../../../../tests/support/sql.ts';
import { formPost, jsonCall } from '../../../../../tests/support/world.ts';
import type { Viewer } from '../../../../scope.ts';
import { setBlock } from '../../../community/messages/block.server.ts';
import * as requestsCall from '../requests.api.ts';
import * as askPage from './ask.page.tsx';

const shop = testRequests();
const { world } = shop;
const text = async (answer: Promise<Response>) => (await answer).text();

const askForm = (vip: Viewer | null, creator: Viewer, fields: Record<string, string>) =>
  world.send(
    askPage.action,
    vip,
    `/creators/${creator.username}/request`,
    { username: creator.username },
    formPost({ title: 'Armbar', details, ...fields }),
  );
const askJson = (vip: Viewer | null, body: Record<string, unknown>) =>
  world.send(
    requestsCall.action,
    vip,
    '/api/requests',
    {},
    jsonCall('POST', { title: 'Armbar', details, ...body }),
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

  test('is refused with what would allow it, in the same words by form and by call', async () => {
    const { creator } = await shop.pair({ atOnce: 1 });
    const closed = await world.person();
    const cases: [Viewer, Viewer, RegExp][] = [
      [await world.person({ plan: 'premium' }), creator, /come with VIP Elite/],
      [creator, creator, /cannot ask yourself/],
      [await world.person({ plan: 'vip' }), closed, /is not taking requests/],
    ];
    await shop.ask(await world.person({ plan: 'vip' }), creator);
    cases.push([
      await world.person({ plan: 'vip' }),
      creator,
      /takes one request at a time, and has no free place/,
    ]);
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
    [{ details: 'too short' }, 'at least 20 characters'],
    [{ details: 'x'.repeat(2001) }, 'at most 2000 characters'],
    [{ seenPriceCents: '99' }, 'has changed the price from $0.99 to $25.01'],
    [{ seenDays: '2' }, 'now takes 10 days'],
  ])('%j is refused, and what was typed is kept', async (fields, words) => {
    const { creator, vip } = await shop.pair();
    const answer = await askForm(vip, creator, fields);
    expect(answer.status).toBe(422);
    const said = await answer.text();
    expect(said).toContain(words);
    expect(said).toContain(JSON.stringify({ title: 'Armbar', ...fields }.title));
    expect(await rows(world.em())`select 1 from requests where creator_id = ${creator.id}`).toEqual([]);
  });

  test('a block refuses new requests, by form and by call, without naming the block', async () => {
    for (const blocks of ['creator', 'vip'] as const) {
      const people = await shop.pair();
      await world.item({ creator: people.creator.id });
      await world.item({ creator: people.vip.id });
      const other = blocks === 'creator' ? people.vip : people.creator;
      await setBlock(world.member(people[blocks]), other.username, true);
      expect(await text(askForm(people.vip, people.creator, {}))).toContain(
        'is not taking requests at the moment',
      );
    }
  });

  test('a member may ask ten times a day; the switch in the creator’s profile refuses all', async () => {
    const { creator, vip } = await shop.pair();
    await row(world.em())`update users set accepts_requests = false where id = ${creator.id}`;
    await expect(shop.ask(vip, creator)).rejects.toThrow('is not taking requests');
    world.rates.scale = 1;
    for (let n = 0; n < 10; n += 1) await shop.ask(vip, (await shop.pair()).creator);
    expect((await askForm(vip, (await shop.pair()).creator, {})).status).toBe(429);
    world.rates.scale = 10_000;
  });
});
