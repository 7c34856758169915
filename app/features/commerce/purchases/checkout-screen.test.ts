import { expect, test } from 'vitest';
import { linkTo, rendered } from '../../../../tests/support/browser/rendered.tsx';
import { testShop } from '../../../../tests/support/money/shop.ts';
import * as checkout from './checkout.page.tsx';

const shop = testShop();
const { world } = shop;

test('[C2.5] [C2.6] [C6.3] the checkout shows what is bought and what it costs, with a form to pay and a way back', async () => {
  const { creator, buyer } = await shop.stand();
  const facts = { title: 'Berimbolo', description: 'Upside down, step by step.', hasPicture: true };
  const item = await world.item({ creator: creator.id, tier: 'vip', priceCents: 499, ...facts });
  const asked = { params: { contentId: String(item) } };
  const { html, text } = await rendered(world, checkout, buyer, `/checkout/${item}`, asked);
  const summary = /<section class="panel" aria-labelledby="summary">.*<\/section>/s.exec(html)?.[0] ?? '';
  expect(summary).toMatch(/<img[^>]*src="[^"]*teaser/);
  expect(summary).toContain('<h2 id="summary">Berimbolo</h2>');
  expect(text).toContain('Upside down, step by step.');
  expect(text).toMatch(/ Total \$4\.99 /);
  expect(summary).toMatch(
    new RegExp(`<form[^>]*method="post" action="/checkout/${item}".*>Pay \\$4\\.99</button>`, 's'),
  );
  expect(linkTo(html, 'Back to Content')).toBe('/discover');
});

test('[C8.13] a checkout without its item says so and leads back', async () => {
  const answer = await world.send(checkout.loader, await world.person(), '/checkout/999999', {
    contentId: '999999',
  });
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { message: 'Failed to load checkout information' },
  ]);
});
