import { expect, test } from 'vitest';
import { type Seen, wholeSite } from '../support/site/site-harness.ts';
import { testWorld } from '../support/world.ts';

const world = testWorld();
const open = wholeSite(world);

const pages = {
  '/help-center': 'Help Center',
  '/community-guidelines': 'Community Guidelines',
  '/privacy-policy': 'Privacy Policy',
  '/terms-of-service': 'Terms of Service',
};

test('[C1.1] [C1.8] [C2.22] [C6.1] four static pages are open to visitors, under the tagline', async () => {
  for (const [path, title] of Object.entries(pages)) {
    const page = await open(null, path);
    expect([page.status, page.to]).toEqual([200, null]);
    expect(page.html).toContain(`<h1>${title}</h1>`);
    expect(page.text).toContain('The Sum of Jiu-Jitsu');
  }
});

test('[C6.1] pricing, directory and discover are, too', async () => {
  for (const path of ['/subscriptions', '/creators', '/discover']) {
    expect((await open(null, path)).status, path).toBe(200);
  }
});

/** What a page says must be found in its words. */
const isOnPage = async (path: string, words: RegExp) => {
  const page: Seen = await open(null, path);
  expect(page.text).toMatch(words);
};

test.each([
  ['reports', '/community-guidelines', /Every report is reviewed within 24 hours\./],
  [
    'support',
    '/help-center',
    /Support answers within 24 hours ?\..*personal data are answered within 72 hours\..*email us at/,
  ],
  ['support', '/privacy-policy', /we answer within 72 hours ?\./],
])('[C9.16] [C9.18] how soon %s are answered is written on %s', (_, path, words) => isOnPage(path, words));

test.each([
  ['the age', '/terms-of-service', /You must be 18 or older ?\./],
  ['prices', '/terms-of-service', /We announce a change of price at least 30 days before it applies to you/],
  ['liability', '/terms-of-service', /our liability to you for everything together is limited to \$100 ?\./],
  ['the uptime', '/terms-of-service', /We aim to be reachable 99\.9% of the time ?\. That is a target/],
])('[C9.15] [C9.17] [C9.19] [C9.20] what is promised about %s is written on %s', (_, path, words) =>
  isOnPage(path, words),
);

test('[C6.3] members may use dashboard, upload, profile, subscribe and checkout', async () => {
  const member = await world.person();
  const item = await world.item({ tier: 'vip', priceCents: 499 });
  for (const path of [
    '/dashboard',
    '/studio/upload',
    '/upload',
    '/profile',
    '/subscribe',
    `/checkout/${item}`,
  ]) {
    const page = await open(member, path);
    expect([path, page.status, page.to]).toEqual([path, 200, null]);
  }
});

test("[C2.24] [C4.1] [C6.2] visitors are sent to /auth from all of them, with the message 'Unauthorized'", async () => {
  for (const path of [
    '/dashboard',
    '/studio',
    '/upload',
    '/profile',
    '/subscribe',
    '/checkout/1',
    '/admin',
  ]) {
    const answer = await open(null, path);
    expect([path, answer.status]).toEqual([path, 303]);
    expect(answer.to).toBe(`/auth?tab=sign-in&next=${encodeURIComponent(path)}`);
    expect(answer.says).toBe('Unauthorized: You are logged out. Logging in again...');
  }
});
