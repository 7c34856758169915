import { beforeAll, describe, expect, test } from 'vitest';
import { between, readable, tagOf, wholeSite } from '../../../../tests/support/site/site-harness.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { viewerById } from '../../identity/sessions/sessions.server.ts';

const world = testWorld();
const open = wholeSite(world);

let member: Viewer;
let creator: Viewer;
beforeAll(async () => {
  member = await world.person();
  creator = await world.person();
  await world.item({ creator: creator.id });
  creator = await viewerById(world.em(), creator.id, world.clock.at);
});

const parts = (html: string) => ({
  header: between(html, '<nav class="header__nav', '</nav>'),
  account: between(html, 'id="account-menu"', 'action="/logout"'),
  side: between(html, 'id="side-menu"', '</nav>'),
  footer: between(html, '<footer', '</footer>'),
});

describe('menus', () => {
  test('lead every member to the studio, and those with items from the header too', async () => {
    const { header, account, side } = parts((await open(member, '/discover')).html);
    for (const menu of [account, side]) expect(tagOf(menu, 'Studio')).toContain('href="/studio"');
    expect(tagOf(header, 'Studio')).toBeUndefined();
    const own = parts((await open(creator, '/discover')).html);
    expect(tagOf(own.header, 'Studio')).toContain('href="/studio"');
    expect(parts((await open(null, '/discover')).html).side).not.toContain('/studio');
  });

  test('call one place Dashboard: the feed, with the icon of home', async () => {
    const { account, side } = parts((await open(member, '/discover')).html);
    expect(readable(side)).not.toContain('Dashboard');
    const icon = (menu: string, href: string) =>
      new RegExp(`href="${href}"[^>]*><svg[^>]*><path d="([^"]*)"`).exec(menu)?.[1];
    expect(icon(account, '/dashboard')).toBe(icon(side, '/'));
    expect(icon(account, '/dashboard')).toBeDefined();
    expect(icon(account, '/requests')).not.toBe(icon(account, '/subscriptions'));
  });

  test('have the colours: of the account for members, on phones and in the footer for visitors', async () => {
    const members = parts((await open(member, '/discover')).html);
    expect(members.account).toContain('action="/theme"');
    for (const part of [members.side, members.footer]) expect(part).not.toContain('action="/theme"');
    const visitors = parts((await open(null, '/discover')).html);
    expect(visitors.side).toContain('action="/theme"');
    expect(visitors.footer).toContain('action="/theme"');
  });
});

describe('the footer', () => {
  test('is one line where a person has something to finish', async () => {
    expect(readable(`<${parts((await open(null, '/discover')).html).footer}`)).toContain('Explore Discover');
    for (const [viewer, path] of [
      [null, '/auth'],
      [member, '/subscribe?plan=vip'],
    ] as const) {
      const { footer } = parts((await open(viewer, path)).html);
      expect([...footer.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
        '/help-center',
        '/privacy-policy',
        '/terms-of-service',
      ]);
    }
  });
});

describe('the sandbox', () => {
  const said = async (path: string, viewer: Viewer | null = member) => {
    const { html } = await open(viewer, path);
    expect(html.match(/no money moves here/g), path).toHaveLength(1);
    return parts(html).footer.includes('no money moves here') ? 'footer' : 'above';
  };

  test('says on every page that no money moves: above the page where it is about money, else in the footer', async () => {
    for (const path of [
      '/',
      '/subscriptions',
      '/subscribe?plan=vip',
      '/account/billing',
      '/studio/earnings',
    ]) {
      expect([path, await said(path)]).toEqual([path, 'above']);
    }
    for (const path of ['/discover', '/dashboard', '/profile', '/help-center', '/upload', '/nowhere']) {
      expect([path, await said(path)]).toEqual([path, 'footer']);
    }
    expect(await said('/auth', null)).toBe('footer');
  });
});
