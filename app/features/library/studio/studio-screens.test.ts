import { beforeAll, describe, expect, test } from 'vitest';
import { linkTo, rendered } from '../../../../tests/support/browser/rendered.tsx';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as analytics from './analytics.page.tsx';
import * as studio from './studio.page.tsx';

const world = testWorld();
let creator: Viewer;
beforeAll(async () => {
  creator = await world.person();
  for (const [views, likes] of [
    [70, 11],
    [31, 2],
  ]) {
    const id = await world.item({ creator: creator.id });
    await row(
      world.em(),
    )`update content_stats set views = ${views}, likes = ${likes} where content_id = ${id}`;
  }
});
const open = () => rendered(world, [studio, analytics], creator, '/studio/analytics');
const figuresIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, figure]) => [name, figure]),
  );

describe('the creator dashboard', () => {
  test('[C2.9] has stat cards with the figures of its creator', async () => {
    const { html, text } = await open();
    expect(text).toMatch(/^Creator Dashboard /);
    expect(figuresIn(html)).toMatchObject({
      'Total Views': '101',
      'Total Likes': '13',
      'Content Items': '2',
      Followers: '0',
      'Total Earnings': '$0.00',
    });
  });

  test('[C2.10] has four tabs, each an address', async () => {
    const { html } = await open();
    const nav = /<nav class="tabs" aria-label="Creator dashboard">.*?<\/nav>/s.exec(html)?.[0] ?? '';
    expect([...nav.matchAll(/href="(.*?)"[^>]*>(.*?)</g)].map(([, href, label]) => [label, href])).toEqual([
      ['Upload Content', '/studio/upload'],
      ['My Content', '/studio/content'],
      ['Earnings', '/studio/earnings'],
      ['Analytics', '/studio/analytics'],
    ]);
  });
});

describe('analytics', () => {
  test('[C2.26] [C2.27] shows the averages and the engagement rate with one decimal', async () => {
    const figures = figuresIn((await open()).html);
    expect(figures['Average views per content']).toBe('50.5');
    expect(figures['Average likes per content']).toBe('6.5');
    expect(figures['Engagement rate, likes per view']).toBe('12.9%');
  });

  test('[C2.28] offers upload, view profile and settings; the last two lead to the profile', async () => {
    const actions = (await open()).html.split('Quick actions')[1] ?? '';
    expect(linkTo(actions, 'Upload Content')).toBe('/studio/upload');
    expect(linkTo(actions, 'View Profile')).toBe('/profile');
    expect(linkTo(actions, 'Settings')).toBe('/profile');
  });
});
