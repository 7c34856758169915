import { describe, expect, test } from 'vitest';
import { testRequests } from '../../../../../tests/support/money/requests.ts';
import { formPost, jsonCall } from '../../../../../tests/support/world.ts';
import * as checkout from '../../purchases/checkout.page.tsx';
import * as offerCall from './offer.api.ts';
import * as offerPage from './offer.page.tsx';

const shop = testRequests();
const { world } = shop;
const text = async (answer: Promise<Response>) => (await answer).text();

describe('the offer', () => {
  test.each([
    [{ price: '0.98' }, 'at least $0.99'],
    [{ price: '500.01' }, 'at most $500.00'],
    [{ price: '1e3' }, 'dollars and cents'],
    [{ days: '0' }, 'between 1 and 60'],
    [{ days: '61' }, 'between 1 and 60'],
    [{ atOnce: '21' }, 'between 1 and 20'],
    [{ note: 'x'.repeat(501) }, 'at most 500'],
  ])('%j is refused by form and by call', async (wrong, words) => {
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

  test('a new price applies to requests made from now on', async () => {
    const { creator, vip } = await shop.pair();
    const id = await shop.ask(vip, creator);
    const fields = { price: '99,5', days: '1', atOnce: '2', isOpen: 'true' };
    const saved = await world.send(offerPage.action, creator, '/requests/offer', {}, formPost(fields));
    expect(saved.status).toBe(303);
    await shop.takeStep(creator, id, 'accept');
    const page = await text(
      world.send(checkout.loader, vip, '/checkout/1', { contentId: String(await shop.itemOf(id)) }),
    );
    expect(JSON.parse(page)).toMatchObject({ item: { priceCents: 2_501 }, home: `/requests/${id}` });
  });
});
