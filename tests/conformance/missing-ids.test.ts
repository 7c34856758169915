import { expect, test } from 'vitest';
import { noCheckout } from '../../app/features/commerce/purchases/messages.ts';
import type { Viewer } from '../../app/scope.ts';
import { type RouteAddress, routeAddresses } from '../support/site/route-addresses.ts';
import { wholeSite } from '../support/site/site-harness.ts';
import { testWorld } from '../support/world.ts';

const world = testWorld();
const open = wholeSite(world);

const number = /:(id|mediaId|contentId|creatorId)\b/g;
/** Every address with a number in it; uploads are named by letters. */
const addresses = routeAddresses.filter(
  ({ path }) => path.match(number) && !/^\/(api\/)?uploads\//.test(path),
);

const modules = import.meta.glob<Record<string, unknown>>(
  '../../app/features/**/*.{page.tsx,action.ts,api.ts}',
);
const methodsOf = async ({ path, file }: RouteAddress) => {
  if (path.startsWith('/api/')) return ['GET', 'POST', 'PATCH', 'DELETE'];
  const module = await modules[`../../app/${file}`]?.();
  return module?.action ? ['GET', 'POST'] : ['GET'];
};

const missing = '2147483000';
const others = ['no-such-item', '0000000001', '12.3456789', '2147483648'];
/** The same code reads the ids of all methods. */
const othersOf = (method: string) => (method === 'GET' ? others : others.slice(0, 1));

/** The whole answer, without what repeats its address. */
async function answerAt(viewer: Viewer | null, address: string, id: string, method: string) {
  const path = address.replaceAll(number, id).replaceAll(/:\w+/g, 'en');
  const body = method === 'GET' ? undefined : new URLSearchParams({ note: 'words' });
  const { status, to, html, says } = await open(viewer, path, { method, body });
  const plain = (text = '') => text.replaceAll(encodeURIComponent(id), 'ID').replaceAll(id, 'ID');
  return { status, to: plain(to ?? ''), says, html: plain(html) };
}

test(`an id that is no number answers like an unknown one, at ${addresses.length} addresses`, async () => {
  expect(addresses.map(({ path }) => path)).toContain('/checkout/:contentId');
  const viewers = [null, await world.person({ isAdmin: true, plan: 'vip' })];
  const differing: string[] = [];
  for (const address of addresses) {
    for (const method of await methodsOf(address)) {
      for (const viewer of viewers) {
        const expected = await answerAt(viewer, address.path, missing, method);
        expect([address, expected.status < 500]).toEqual([address, true]);
        for (const id of othersOf(method)) {
          const answer = await answerAt(viewer, address.path, id, method);
          if (JSON.stringify(answer) !== JSON.stringify(expected))
            differing.push(`${method} ${address.path} ${id}: ${answer.status} for ${expected.status}`);
        }
      }
    }
  }
  expect(differing).toEqual([]);
}, 300_000);

test('the checkout of an item that cannot exist answers in the customer’s words', async () => {
  const member = await world.person();
  for (const id of ['no-such-item', '99999'])
    expect((await open(member, `/checkout/${id}`)).text).toContain(noCheckout);
});
