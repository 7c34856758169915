import type { Page } from '@playwright/test';
import { expect, signIn } from './journey.ts';
import { linksIn, made, read } from './made.ts';
import type { Role } from './screen-list.ts';
import { maker } from './tasks/by-call.ts';

export { type Role, screens } from './screen-list.ts';

const lists: Record<string, [list: string, links: RegExp]> = {
  // A creator for whom no journey publishes: the newest item on Discover may be another one's video.
  free: ['/creators/marina_costa?tier=free', /^\/content\/(\d+)$/],
  locked: ['/discover?tier=vip', /^\/content\/(\d+)$/],
  position: ['/map/half-guard', /^\/map\/p\/(\d+-[\w-]+)$/],
  technique: ['/map/half-guard', /^\/map\/t\/(\d+-[\w-]+)$/],
  sold: ['/discover?tier=premium', /^\/content\/(\d+)$/],
  own: ['/studio/content', /^\/content\/(\d+)\/edit$/],
  question: ['/account/support', /^\/account\/support\/(\d+)$/],
  asked: ['/admin/support?show=answered', /^\/admin\/support\/(\d+)$/],
  creator: ['/admin/creators?search=coach_bia', /^\/admin\/creators\/(\d+)$/],
  requested: ['/requests?show=of-me', /^\/requests\/(\d+)$/],
  receipt: ['/account/billing', /^\/account\/billing\/receipts\/(\d+)$/],
  card: ['/admin/featured', /^\/admin\/featured\/(\d+)\/edit$/],
  purchase: ['/admin/purchases', /^\/admin\/purchases\/(\d+)\/refund$/],
  anyRequest: ['/admin/requests?show=all', /^\/admin\/requests\/(\d+)$/],
};

/** What was found for the walk of a page. A list is read only once. */
const found = new WeakMap<Page, Map<string, string>>();

/** The address of a screen, its braces filled from the first link of the list that has such things, or made. */
export async function addressOf(page: Page, screen: string): Promise<string> {
  const known = found.get(page) ?? new Map<string, string>();
  found.set(page, known);
  let address = screen;
  for (const [part, name = ''] of screen.matchAll(/\{(\w+)\}/g)) {
    const value = known.get(name) ?? (await (made[name] ?? firstOf(name))(page));
    known.set(name, value);
    address = address.replace(part, value);
  }
  return address;
}

const firstOf = (name: string) => async (page: Page) => {
  const [list, pattern] = lists[name] ?? ['', /^$/];
  const paths = linksIn(await read(page, list)).map((path) => path.split('?', 1)[0] ?? '');
  const first = paths.map((path) => pattern.exec(path)?.[1]).find(Boolean);
  expect(first, `a link for {${name}} in ${list}`).toBeTruthy();
  return first ?? '';
};

/** The people of the demo content, by what they may see. */
const people: Partial<Record<Role, string>> = {
  member: 'free@example.com',
  creator: 'creator@example.com',
  admin: 'admin@example.com',
};

/** Arrives as this person, past the splash. */
export async function comeAs(page: Page, role: Role, site: string) {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
  const email = people[role];
  if (email) await signIn(page, email);
  if (role === 'newcomer') await maker(page);
}
