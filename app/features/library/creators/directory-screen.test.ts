import { beforeAll, describe, expect, test } from 'vitest';
import { linkTo, rendered, textOf } from '../../../../tests/support/browser/rendered.tsx';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as directory from './creators.page.tsx';

const world = testWorld();
let ana: Viewer;
beforeAll(async () => {
  ana = await world.person({ firstName: 'Ana', lastName: 'Lima' });
  const long = new Date(world.clock.at.getTime() - 90 * 86_400_000);
  for (const publishedAt of [long, long, world.clock.at]) await world.item({ creator: ana.id, publishedAt });
});
const open = (viewer: Viewer | null = null) => rendered(world, directory, viewer, '/creators');
const figures = (html: string) => textOf(/<dl class="stats"[^>]*>.*?<\/dl>/s.exec(html)?.[0] ?? '');

describe('the directory', () => {
  test("[C2.16] [C6.1] begins with the platform's figures", async () => {
    expect(figures((await open()).html)).toBe('Athletes 1 Techniques 3 Monthly growth 50%');
  });

  test('[C2.17] has View Profile on every card, and Follow for members, not on their own', async () => {
    const visitor = await open();
    expect(linkTo(visitor.html, 'View Profile of Ana Lima')).toBe(`/creators/${ana.username}`);
    expect(visitor.html).not.toContain('/follow"');
    const member = await open(await world.person());
    expect(linkTo(member.html, 'View Profile of Ana Lima')).toBe(`/creators/${ana.username}`);
    const form = new RegExp(`<form[^>]*action="/creators/${ana.username}/follow".*?</form>`, 's').exec(
      member.html,
    );
    expect(textOf(form?.[0] ?? '')).toBe('Follow Ana Lima');
    expect((await open(ana)).html).not.toContain('/follow"');
  });

  test("[C2.18] asks visitors only to 'Join the Community' at /auth", async () => {
    const { html } = await open();
    const card = html.slice(html.indexOf('<h2 id="join">Join the Community</h2>'));
    expect(linkTo(card, 'Join Summa')).toMatch(/^\/auth\?/);
    expect((await open(await world.person())).text).not.toContain('Join the Community');
  });

  test('[C9.13] shows the figures of the specification when its own cannot be read', async () => {
    await row(world.em())`alter table platform_figures rename to lost_figures`;
    const { html, text } = await open();
    expect(figures(html)).toBe('Athletes 150+ Techniques 2.5K+ Monthly growth 25%');
    expect(text).toContain('Ana Lima');
    await row(world.em())`alter table lost_figures rename to platform_figures`;
    expect(figures((await open()).html)).toContain('Athletes 1 ');
  });
});
