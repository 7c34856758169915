import { beforeEach, describe, expect, test } from 'vitest';
import { control, linkTo, rendered, textOf } from '../../../../tests/support/browser/rendered.tsx';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as creatorCall from './creators/admin-creator.api.ts';
import * as details from './creators/creator.page.tsx';
import * as list from './creators/creators.page.tsx';
import * as remove from './creators/delete-creator.page.tsx';
import * as edit from './creators/edit-creator.page.tsx';

const world = testWorld();
let admin: Viewer;
let creator: Viewer;
beforeEach(async () => {
  admin = await world.person({ isAdmin: true });
  creator = await world.person({ firstName: 'Ana', lastName: 'Lima' });
  await row(world.em())`update users set martial_art = 'bjj', belt_level = 'brown',
    created_at = '2026-02-03T12:00:00Z' where id = ${creator.id}`;
});
const item = async (facts: Parameters<typeof world.item>[0] = {}, { likes = 0, views = 0 } = {}) => {
  const id = await world.item({ creator: creator.id, hasPicture: true, ...facts });
  await row(world.em())`update content_stats set likes = ${likes}, views = ${views} where content_id = ${id}`;
  return id;
};
/** 2.50 dollars of a sale of 4.99. */
async function sale(contentId: number) {
  const buyer = await world.person();
  await world.em().transactional(async (em) => {
    const purchase = await row<{ id: number }>(em)`
      insert into purchases (user_id, content_id, amount_cents, status, paid_at)
      values (${buyer.id}, ${contentId}, 499, 'paid', now()) returning id`;
    const charge = await row<{ id: number }>(em)`
      insert into charges (kind, user_id, purchase_id, title, amount_cents, paid_at)
      values ('sale', ${buyer.id}, ${purchase?.id}, 'x', 499, now()) returning id`;
    await row(em)`insert into ledger_entries (charge_id, kind, account, creator_id, amount_cents) values
      (${charge?.id}, 'sale', 'creator', ${creator.id}, 250), (${charge?.id}, 'sale', 'platform', null, 249)`;
    await row(em)`update content_stats set sales = sales + 1 where content_id = ${contentId}`;
  });
}
const params = () => ({ id: String(creator.id) });
const at = (page: Parameters<typeof rendered>[1]) =>
  rendered(world, page, admin, `/admin/creators/${creator.id}`, { params: params() });
const lineIn = (html: string) =>
  html.split('<li class="member">').find((part) => part.includes(`@${creator.username}`)) ?? '';

describe('the list of creators', () => {
  test('[C2.43] says how many there are', async () => {
    const counted = async () =>
      (
        await row<{ n: number }>(world.em())`
        select count(distinct creator_id)::int as n from content where status = 'published'`
      )?.n;
    const before = await counted();
    await item();
    expect(await counted()).toBe((before ?? 0) + 1);
    expect((await at(list)).text).toContain(`Total Creators: ${(before ?? 0) + 1} `);
  });

  test('[C2.44] [C2.45] [C2.46] shows who each one is and what they earned, and offers View, Edit and Delete', async () => {
    const id = await item({ tier: 'vip', priceCents: 499 });
    const line = lineIn((await at(list)).html);
    expect(line).toMatch(/<svg class="avatar"/);
    const words = textOf(line);
    for (const fact of [
      'Ana Lima',
      `@${creator.username}`,
      creator.email,
      'Brazilian Jiu-Jitsu',
      'Brown belt',
      '$0.00 total earnings',
      'Joined Feb 3, 2026',
    ]) {
      expect(words).toContain(fact);
    }
    expect(linkTo(line, 'View Ana Lima')).toBe(`/admin/creators/${creator.id}`);
    expect(linkTo(line, 'Edit Ana Lima')).toBe(`/admin/creators/${creator.id}/edit`);
    expect(linkTo(line, 'Delete Ana Lima')).toBe(`/admin/creators/${creator.id}/delete`);
    await sale(id);
    expect(textOf(lineIn((await at(list)).html))).toContain('$2.50 total earnings');
  });
});

describe('Creator Details', () => {
  test('[C2.47] [C2.48] has four figures; the likes are those of all the content', async () => {
    const sold = await item({ tier: 'vip', priceCents: 499 }, { likes: 3 });
    await item({}, { likes: 4 });
    await sale(sold);
    const { html } = await at(details);
    expect(html).toContain('<h1>Creator Details</h1>');
    const figures = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, figure]) => [
      name,
      figure,
    ]);
    expect(figures).toEqual([
      ['Total Earnings', '$2.50'],
      ['Total Sales', '1'],
      ['Content Items', '2'],
      ['Total Likes', '7'],
    ]);
  });

  test('[C2.49] shows each item with image, tier, title, likes, views and a delete button', async () => {
    const id = await item({ title: 'Collar choke', tier: 'vip' }, { likes: 6, views: 81 });
    const card =
      (await at(details)).html.split('<article').find((part) => part.includes('Collar choke')) ?? '';
    expect(card).toMatch(/<img[^>]*src="\/media\//);
    for (const fact of ['VIP', 'Collar choke', '6 likes', '81 views']) expect(textOf(card)).toContain(fact);
    expect(linkTo(card, 'Delete Collar choke')).toBe(`/admin/content/${id}/delete`);
  });

  test('[C2.50] shows a sentence when the list is empty', async () => {
    const asked = { params: { id: '999999' } };
    const page = await rendered(world, details, admin, '/admin/creators/999999', asked);
    expect(page.status).toBe(404);
    expect(page.html).toMatch(/<h1[^>]*>No creator details available<\/h1>/);
  });
});

describe('Edit Creator Profile', () => {
  test('[C2.51] [C2.52] [C2.53] [C3.25] has the fields of the specification, filled, and its two buttons', async () => {
    const { html, text } = await at(edit);
    expect(html).toContain('<h1>Edit Creator Profile</h1>');
    const labels = [
      'First Name',
      'Last Name',
      'Username',
      'Email',
      'Martial Art',
      'Belt Level',
      'Bio',
      'Accepts Requests',
    ];
    for (const label of labels) expect(text).toContain(label);
    expect(control(html, 'firstName')).toContain('value="Ana"');
    expect(control(html, 'lastName')).toContain('value="Lima"');
    expect(control(html, 'username')).toContain(`value="${creator.username}"`);
    expect(control(html, 'email')).toContain('type="email"');
    expect(control(html, 'bio')).toMatch(/^<textarea/);
    expect(control(html, 'martialArt')).toContain('placeholder="e.g. Brazilian Jiu-Jitsu"');
    expect(control(html, 'beltLevel')).toContain('placeholder="e.g. Blue Belt"');
    expect(control(html, 'acceptsRequests')).toMatch(/type="checkbox"/);
    expect(html).toMatch(/<button[^>]*>Save Changes<\/button>/);
    expect(linkTo(html, 'Cancel')).toBe(`/admin/creators/${creator.id}`);
  });
});

test('[C8.32] changing and deleting a creator say that it is done', async () => {
  const send = (edge: (args: never) => unknown, fields: Record<string, string>) =>
    world.send(edge, admin, '/x', params(), formPost(fields));
  const saved = await redirectOf(await send(edit.action, { ...(await valuesOf()), firstName: 'Anna' }));
  expect(saved.says).toBe('Creator updated successfully');
  const gone = await redirectOf(await send(remove.action, { confirm: creator.username }));
  expect(gone.says).toBe('Creator deleted successfully');
});

const valuesOf = async () =>
  (await (await world.send(edit.loader, admin, '/x', params())).json()).values as Record<string, string>;

test('[C7.32] [C3.25] PUT takes the eight fields of the specification', async () => {
  const fields = {
    firstName: 'Anna',
    lastName: 'Lima Souza',
    username: `anna_${creator.id}`,
    email: `anna${creator.id}@example.com`,
    martialArt: 'judo',
    beltLevel: 'coral',
    bio: 'Typed by an admin.',
    acceptsRequests: false,
  };
  const put = (body: unknown) => world.send(creatorCall.action, admin, '/x', params(), jsonCall('PUT', body));
  const answer = await put(fields);
  expect([answer.status, await answer.json()]).toMatchObject([200, fields]);
  const stored = await world.send(creatorCall.loader, admin, '/x', params());
  expect(await stored.json()).toMatchObject(fields);
});
