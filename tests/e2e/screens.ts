import type { Page } from '@playwright/test';
import { expect, signIn } from './journey.ts';

/** Whom the demo content knows, by what they may see. */
export const people = {
  visitor: null,
  member: 'free@example.com',
  creator: 'creator@example.com',
  admin: 'admin@example.com',
} as const;
export type Role = keyof typeof people;

/** Every screen of the product by who sees it. A part in braces is read from a list: see `addressOf`. */
export const screens: Record<Role, readonly string[]> = {
  visitor: [
    '/',
    '/discover',
    '/discover?search=guard',
    '/discover?search=zzzz',
    '/discover?tier=vip',
    '/content/{free}',
    '/content/{locked}',
    '/creators',
    '/creators/coach_bia',
    '/subscriptions',
    '/auth?tab=sign-in',
    '/auth?tab=sign-up',
    '/auth/forgot',
    '/auth/reset/nonsense',
    '/help-center',
    '/help-center/contact',
    '/help-center/contact/sent?hours=72',
    '/community-guidelines',
    '/privacy-policy',
    '/terms-of-service',
    '/nowhere',
  ],
  member: [
    '/dashboard',
    '/',
    '/content/{locked}',
    '/content/{free}/rate',
    '/checkout/{sold}',
    '/subscribe?plan=premium',
    '/library',
    '/profile',
    '/profile?edit',
    '/profile/picture',
    '/profile/following',
    '/account/email',
    '/account/security',
    '/account/billing',
    '/account/support',
    '/account/support/{question}',
    '/account/reports',
    '/help-center/contact?topic=payment&reference=receipt%207',
    '/account/data',
    '/account/data/delete',
    '/upload',
    '/report?content={free}',
    '/messages',
    '/messages/coach_bia',
    '/notifications',
    '/requests',
    '/creators/coach_bia/request',
  ],
  creator: [
    '/studio/upload',
    '/studio/content',
    '/studio/earnings',
    '/studio/analytics',
    '/content/{own}/edit',
    '/content/{own}/edit/media',
    '/content/{own}/delete',
    '/account/billing/cancel',
    '/messages',
    '/messages/kenji_morita',
    '/notifications',
    '/requests?show=of-me',
    '/requests/offer',
    '/requests/{requested}',
  ],
  admin: [
    '/admin/featured',
    '/admin/featured/new',
    '/admin/creators',
    '/admin/creators/{creator}',
    '/admin/creators/{creator}/edit',
    '/admin/creators/{creator}/suspend',
    '/admin/creators/{creator}/delete',
    '/admin/users',
    '/admin/users/{creator}',
    '/admin/users/{creator}/gift',
    '/admin/users/{creator}/role',
    '/admin/reports',
    '/admin/requests',
    '/admin/requests/{anyRequest}',
    '/admin/support',
    '/admin/support?show=answered',
    '/admin/support/{asked}',
    '/admin/payouts',
    '/admin/purchases',
    '/admin/overview',
    '/admin/log',
  ],
};

const lists: Record<string, [list: string, links: RegExp]> = {
  // Of somebody whom no journey publishes for: what is newest on Discover may be another one's film.
  free: ['/creators/marina_costa?tier=free', /^\/content\/(\d+)$/],
  locked: ['/discover?tier=vip', /^\/content\/(\d+)$/],
  sold: ['/discover?tier=premium', /^\/content\/(\d+)$/],
  own: ['/studio/content', /^\/content\/(\d+)\/edit$/],
  question: ['/account/support', /^\/account\/support\/(\d+)$/],
  asked: ['/admin/support?show=answered', /^\/admin\/support\/(\d+)$/],
  creator: ['/admin/creators?search=coach_bia', /^\/admin\/creators\/(\d+)$/],
  requested: ['/requests?show=of-me', /^\/requests\/(\d+)$/],
  anyRequest: ['/admin/requests?show=all', /^\/admin\/requests\/(\d+)$/],
};

/** The address of a screen, its braces filled from the first link of the list that has such things. */
export async function addressOf(page: Page, screen: string): Promise<string> {
  const name = /\{(\w+)\}/.exec(screen)?.[1];
  if (!name) return screen;
  const [list, pattern] = lists[name] ?? ['', /^$/];
  await page.goto(list);
  const paths = await page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const found = paths.map((path) => pattern.exec((path ?? '').split('?', 1)[0] ?? '')?.[1]).find(Boolean);
  expect(found, `a link for {${name}} in ${list}`).toBeTruthy();
  return screen.replace(`{${name}}`, found ?? '');
}

/** Arrives as this person, past the splash. */
export async function comeAs(page: Page, role: Role, site: string) {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
  const email = people[role];
  if (email) await signIn(page, email);
}
