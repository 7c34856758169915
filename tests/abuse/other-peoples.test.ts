import { beforeAll, describe, expect, test } from 'vitest';
import { sharedWorld } from '../support/site/live.ts';

const world = sharedWorld();
let [owner, stranger] = ['', ''];
let [item, draft] = [0, 0];

const get = (path: string, as = '') => world.ask(path, { as });

beforeAll(async () => {
  const creator = await world.person({ plan: 'vip', username: 'the_owner' });
  owner = await world.signIn(creator);
  stranger = await world.signIn(await world.person());
  const facts = { creator: creator.id, hasPicture: true };
  item = await world.item({ ...facts, tier: 'vip', priceCents: 499, title: 'Paid sweep' });
  draft = await world.item({ ...facts, status: 'draft', title: 'Hidden draft' });
});

describe('another member’s things by their number', () => {
  test.each([
    ['the edit page', 'GET', () => `/content/${item}/edit`],
    ['its media', 'GET', () => `/content/${item}/edit/media`],
    ['the delete page', 'GET', () => `/content/${item}/delete`],
    ['an edit', 'POST', () => `/content/${item}/edit`],
    ['a delete', 'POST', () => `/content/${item}/delete`],
    ['a delete by call', 'DELETE', () => `/api/content/${item}`],
    ['a draft', 'GET', () => `/content/${draft}`],
    ['a draft by call', 'GET', () => `/api/content/${draft}`],
    ['a draft’s edit', 'POST', () => `/content/${draft}/edit`],
    ['the media moved', 'POST', () => `/content/${item}/media/1/move`],
    ['the media removed', 'POST', () => `/content/${item}/media/1/remove`],
    ['a locked item rated', 'POST', () => `/api/content/${item}/rating`],
    ['a draft liked', 'POST', () => `/api/content/${draft}/like`],
    ['a draft bought', 'POST', () => `/api/content/${draft}/purchase`],
    ['a draft reported', 'POST', () => '/api/reports'],
    ['another’s receipt', 'GET', () => '/account/billing/receipts/in_1'],
    ['another’s checkout', 'GET', () => `/checkout/${item}/status`],
    ['an admin’s list', 'GET', () => '/api/admin/creators'],
    ['an admin’s delete', 'DELETE', () => `/api/admin/content/${item}`],
    ['an admin’s featured card', 'PATCH', () => '/api/admin/featured-content/1'],
    ['another person’s role', 'POST', () => '/admin/users/1/role'],
    ['the books', 'GET', () => '/admin/payouts.csv'],
    ['the log', 'GET', () => '/admin/log.csv'],
  ])('%s is refused to another member: %s', async (_name, method, path) => {
    const before = await world.everything();
    const isCall = path().startsWith('/api/');
    const json = isCall
      ? { rating: 1, liked: true, content: draft, reason: 'other', details: 'x', title: 'Mine' }
      : undefined;
    const asked = isCall
      ? { method, json: method === 'GET' ? undefined : json, as: stranger }
      : { method, body: method === 'POST' ? 'title=Mine&direction=up' : undefined, as: stranger };
    const headers: Record<string, string> = isCall
      ? {}
      : { 'content-type': 'application/x-www-form-urlencoded', origin: world.site.address };
    const answer = await world.ask(path(), { ...asked, headers });
    expect([303, 403, 404]).toContain(answer.status);
    expect(answer.text).not.toContain('Hidden draft');
    expect(await world.everything()).toEqual(before);
  });

  test('a hidden item answers others exactly like one that never existed', async () => {
    const shown = async (id: number) => {
      const { status, text } = await get(`/content/${id}`, stranger);
      return [
        status,
        text
          .replaceAll(`/content/${id}`, '/content/N')
          .replaceAll(/Reference: \S+/g, '')
          .replaceAll(/[\w-]{12}(?=<\/p>)/g, ''),
      ];
    };
    expect(await shown(draft)).toEqual(await shown(2_000_000_000));
  });

  test('the owner can open the same addresses', async () => {
    expect((await get(`/content/${item}/edit`, owner)).status).toBe(200);
    expect((await get(`/content/${draft}`, owner)).status).toBe(200);
  });

  test.each(['email', 'payoutEmail', 'password', 'passwordHash', 'stripeCustomerId'])(
    'no member’s %s is in a public answer',
    async (field) => {
      for (const path of [
        '/api/creators',
        '/api/content',
        `/api/content/${item}`,
        '/api/featured-content',
        '/creators/the_owner',
      ]) {
        const { text } = await get(path, stranger);
        expect(text).not.toContain(`"${field}"`);
        expect(text).not.toContain('the_owner@example.com');
      }
    },
  );
});
