import { beforeAll, describe, expect, test } from 'vitest';
import { splash as durations } from '../../app/features/site/frame/splash.ts';
import type { Viewer } from '../../app/scope.ts';
import {
  between,
  readable,
  type Seen,
  tagOf,
  wholeSite,
  wordsBetween,
} from '../support/site/site-harness.ts';
import { row } from '../support/sql.ts';
import { formPost, testWorld } from '../support/world.ts';

const world = testWorld();
const open = wholeSite(world);
const phone = { headers: { 'sec-ch-ua-mobile': '?1' } };
const unauthorized = 'Unauthorized: You are logged out. Logging in again...';

let member: Viewer;
let admin: Viewer;
let vipItem = 0;
let landing: Seen;
beforeAll(async () => {
  member = await world.person({ firstName: 'Mia', lastName: 'Costa', username: 'mia_costa' });
  admin = await world.person({ isAdmin: true });
  vipItem = await world.item({ tier: 'vip', hasPicture: true, priceCents: 500 });
  for (let n = 1; n <= 5; n += 1) {
    await row(world.em())`insert into featured (title, creator, display_order, content_id)
      values (${`Nugget ${n}`}, 'Ana', ${n}, ${n === 1 ? vipItem : null})`;
  }
  landing = await open(null, '/');
});

describe('addresses', () => {
  test('[E1.1] [E2.9] [E2.15] visitors get the landing page at /', () => {
    expect(landing.status).toBe(200);
    expect(landing.text).toContain('The Sum of Jiu-Jitsu');
    expect(landing.html).toMatch(/<h1>Share your favorite techniques<\/h1>/);
  });

  test('[E2.24] [E2.25] the landing page ends with recent content, and a footer', () => {
    expect(landing.text).toContain('Share Knowledge, Learn Together');
    expect(landing.html).toMatch(/<footer/);
  });

  test('[E2.7] [E2.8] signed in, / is the feed on a phone and the landing page on a desktop', async () => {
    const onPhone = await open(member, '/', phone);
    expect(onPhone.text).toContain('Welcome Back!');
    expect(onPhone.text).not.toContain('Share your favorite techniques');
    const onDesktop = await open(member, '/');
    expect(onDesktop.text).toContain('Share your favorite techniques');
    expect(onDesktop.text).not.toContain('Welcome Back!');
  });

  test('[E2.10] [E6.1] eight pages are for everyone', async () => {
    for (const path of [
      '/auth',
      '/discover',
      '/creators',
      '/subscriptions',
      '/help-center',
      '/community-guidelines',
      '/privacy-policy',
      '/terms-of-service',
    ]) {
      expect([path, (await open(null, path)).status]).toEqual([path, 200]);
      if (path !== '/auth') expect([path, (await open(member, path)).status]).toEqual([path, 200]);
    }
  });

  test('[E2.11] [E2.49] [E4.19] [E6.4] six are for members; visitors read so, and are sent to /auth', async () => {
    for (const path of [
      '/dashboard',
      '/profile',
      '/admin',
      '/upload',
      '/subscribe',
      `/checkout/${vipItem}`,
    ]) {
      const refused = await open(null, path);
      expect([path, refused.status, refused.says]).toEqual([path, 303, unauthorized]);
      expect(refused.to).toMatch(/^\/auth\?/);
      if (path === '/admin') continue;
      expect([
        path,
        (await open(member, `${path}${path === '/subscribe' ? '?plan=vip' : ''}`)).status,
      ]).toEqual([path, 200]);
    }
  });

  test('[E6.8] [E1.4] only admins may use /admin, where featured content and creators are curated', async () => {
    expect((await open(admin, '/admin')).to).toBe('/admin/featured');
    for (const path of ['/admin/featured', '/admin/creators']) {
      expect((await open(admin, path)).status).toBe(200);
      const refused = await open(member, path);
      expect([refused.status, refused.to]).toEqual([303, '/']);
    }
  });

  test('[E2.13] any other path is not found, with the way home', async () => {
    for (const path of ['/nowhere', '/discover/more', '/Upload.html']) {
      const page = await open(null, path);
      expect(page.status).toBe(404);
      expect(page.text).toContain(
        "Page Not Found The page you're looking for doesn't exist or has been moved. Back to Home",
      );
      expect(tagOf(page.html, 'Back to Home')).toContain('href="/"');
    }
  });
});

describe('the landing page', () => {
  test('[E2.16] both hero buttons lead to /auth', () => {
    for (const words of ['Explore Techniques', 'Share Your Knowledge']) {
      expect(tagOf(landing.html, words)).toContain('href="/auth"');
    }
  });

  const plansOf = ({ html }: Seen) =>
    between(html, '<ul class="plans">', '<section')
      .split('<li class="panel plan"')
      .slice(1)
      .map((plan) => readable(`<li ${plan}`));

  test('[E1.5] [E2.17] [E3.18] [E9.3] three plans, with prices', () => {
    const plans = plansOf(landing);
    expect(plans).toHaveLength(3);
    const [explorer, premium, vip] = plans;
    expect(explorer).toMatch(/^Explorer .* Free .*Follow athletes \(up to 10 creators\)/);
    expect(premium).toMatch(/^Premium .* \$9\.99 per month /);
    expect(vip).toMatch(/^VIP .* \$24\.99 per month /);
  });

  test('[E1.7] [E1.8] [E1.9] three plans, with their perks and no others between', () => {
    const [explorer, premium, vip] = plansOf(landing);
    expect(explorer).toMatch(
      /^Explorer .* Free Browse free content Follow athletes \(up to 10 creators\) Basic profile /,
    );
    expect(premium).toMatch(
      /^Premium .* \$9\.99 per month Everything in Explorer, plus: Premium content High-res downloads Athlete messaging Monetize up to 2 techniques Priority support /,
    );
    expect(vip).toMatch(
      /^VIP .* \$24\.99 per month Everything in Premium, plus: Exclusive content Unlimited monetization Custom requests Direct athlete contact Early access /,
    );
  });

  test('[E1.6] VIP is VIP Elite on the pricing page', async () => {
    expect((await open(null, '/subscriptions')).html).toContain('>VIP Elite</h');
    expect(landing.text).not.toContain('VIP Elite');
  });

  test('[E2.19] visitors are led to sign up by each plan', () => {
    for (const [words, next] of [
      ['Sign up to Subscribe (Premium)', '&amp;next=%2Fsubscribe%3Fplan%3Dpremium'],
      ['Sign up to Subscribe (VIP)', '&amp;next=%2Fsubscribe%3Fplan%3Dvip'],
      ['Join for free (Explorer)', ''],
    ]) {
      expect(tagOf(landing.html, words ?? '')).toContain(`href="/auth?tab=sign-up${next}"`);
    }
  });

  test('[E2.18] [E2.20] members are led to /subscribe; their Explorer is a disabled Current Plan', async () => {
    const { html } = await open(member, '/');
    expect(tagOf(html, 'Subscribe to Premium')).toContain('href="/subscribe?plan=premium"');
    expect(tagOf(html, 'Subscribe to VIP')).toContain('href="/subscribe?plan=vip"');
    expect(tagOf(html, 'Current Plan')).toMatch(/^<button.* disabled/);
    expect(wordsBetween(html, 'class="panel plan" data-tier="free"', '<li class="panel plan"')).toMatch(
      /Current Plan$/,
    );
  });

  test('[E2.21] [E9.10] four of five featured items are shown', () => {
    expect(landing.text).toContain('Latest Technique Nuggets');
    expect(landing.html.match(/id="featured-\d+"/g)).toHaveLength(4);
    expect(landing.text).toContain('by Ana');
    expect(landing.text).not.toContain('Nugget 5');
  });

  test('[E2.23] a locked featured item says Subscribe to view, also when it is VIP', () => {
    const card = between(landing.html, '<article', '</article>');
    expect(card).toContain('data-tier="vip"');
    expect(wordsBetween(card, 'class="lock"', '</div>')).toMatch(/^Subscribe to view /);
    expect(card).not.toContain('VIP Only');
  });

  test('[E2.26] a visitor who likes is led to /auth, with the reason', async () => {
    expect(landing.html).toContain(`action="/content/${vipItem}/like"`);
    const answer = await open(
      null,
      `/content/${vipItem}/like`,
      formPost({ liked: '1', back: '/#featured-1' }),
    );
    expect(answer.to).toBe('/auth?tab=sign-in&next=%2F%23featured-1');
    expect(answer.says).toBe('Sign in required: Please sign in to like content');
  });
});

const headerOf = (page: Seen) => between(page.html, '<header class="header"', '</header>');
const accountMenuOf = (page: Seen) => between(page.html, 'id="account-menu"', '</header>');
/** Links of a menu: words, address, and whether phones or desktops alone have it. */
const linksOf = (html: string) =>
  [...html.matchAll(/<li(?: class="(\w+)-only")?><a[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, only, href, words = '']) => `${readable(words)} ${href}${only ? ` (${only})` : ''}`,
  );

describe('the header', () => {
  test('[E2.28] [E2.29] [E2.35] leads visitors home, to Discover and to athletes', () => {
    const header = headerOf(landing);
    expect(header).toMatch(/<a[^>]*class="logo"[^>]*href="\/"|<a[^>]*href="\/"[^>]*class="logo"/);
    expect(tagOf(header, 'Discover')).toContain('href="/discover"');
    expect(tagOf(header, 'Athletes')).toContain('href="/creators"');
    expect(tagOf(header, 'Dashboard')).toBeUndefined();
  });

  test('[E2.31] [E2.38] leads visitors to sign in, on phones, too', () => {
    const header = headerOf(landing);
    expect(tagOf(header, 'Sign In')).toContain('href="/auth"');
    expect(tagOf(header, 'Sign In')).not.toContain('-only');
    expect(tagOf(header, 'Upload')).toContain('href="/auth"');
  });

  test('[E2.29] [E2.32] [E2.33] [E2.36] for members, with both menus', async () => {
    const page = await open(member, '/discover');
    const header = headerOf(page);
    expect(tagOf(header, 'Dashboard')).toContain('href="/dashboard"');
    expect(tagOf(header, 'Share Technique')).toContain('href="/upload"');
    for (const words of ['Sign In', 'Upload']) expect(tagOf(header, words)).toBeUndefined();
    const menu = accountMenuOf(page);
    expect(readable(menu)).toContain('Mia Costa mia_costa@example.com');
    expect(linksOf(menu)).toEqual(
      expect.arrayContaining([
        'Profile /profile',
        'Dashboard /dashboard (wide)',
        'Settings /profile (wide)',
        'Subscriptions /subscriptions (phone)',
      ]),
    );
    expect(menu).toContain('action="/logout"');
    expect(menu).toContain('<span data-phone="Sign Out"><span class="wide-only">Log out</span></span>');
    expect(readable(menu)).not.toContain('Sign Out');
  });

  test('[E2.34] [E2.37] [E6.8] Admin Panel is for admins, on phones and desktops', async () => {
    expect(linksOf(accountMenuOf(await open(admin, '/discover')))).toContain('Admin Panel /admin');
    expect((await open(member, '/discover')).text).not.toContain('Admin Panel');
  });

  test('[E2.39] the tab bar is for members: Home, Discover, Upload', async () => {
    expect(landing.html).not.toContain('tab-bar');
    const bar = between((await open(member, '/discover')).html, '<nav class="tab-bar', '</nav>');
    const tabs = [...bar.matchAll(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
    expect(tabs.map(([, href, words = '']) => `${readable(words)} ${href}`)).toEqual([
      'Home /',
      'Discover /discover',
      'Upload /upload',
    ]);
  });

  test('[E2.1] [E2.3] [E9.17] the splash is on the first page of a visit', async () => {
    const { html } = await open(null, '/', { splash: true });
    const splash = between(html, '<div class="splash"', '<script');
    expect(readable(splash)).toContain('Summa The Sum of Jiu-Jitsu');
    // The sheet writes these, so that no one without it is asked to wait.
    expect(splash).toContain('data-words="Loading your martial arts experience..."');
    expect(splash).toMatch(/mark--draw|data-draw/);
    expect(splash).toContain('class="splash__bar"');
    expect(durations).toEqual({ logo: 1200, minimum: { component: 2000, start: 2500 }, fade: 500 });
    expect(splash).toContain('data-minimum="2500"');
    expect(landing.html).not.toContain('splash');
  });
});
