import { describe, expect, test } from 'vitest';
import { choices, control, linkTo, rendered, textOf } from '../../../../tests/support/browser/rendered.tsx';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import * as adminFrame from '../../operations/admin/admin.page.tsx';
import * as firstTab from '../../operations/admin/first-tab.page.tsx';
import * as deletePage from './delete.page.tsx';
import * as editPage from './edit.page.tsx';
import * as listPage from './list.page.tsx';
import * as newPage from './new.page.tsx';

const world = testWorld();
const admin = () => world.person({ isAdmin: true });
const denied = 'Access Denied: You need admin privileges to access this page.';

interface Typed {
  title: string;
  tier?: 'FREE' | 'PREMIUM' | 'VIP';
  locked?: boolean;
  isActive?: boolean;
}

const card = async ({ title, tier = 'FREE', locked = false, isActive = true }: Typed) =>
  (
    await row<{ id: number }>(world.em())`
      insert into featured (title, creator, image_url, tier, tier_color, likes, comments, display_order, locked,
        is_active)
      values (${title}, 'Mara Lima', 'https://pictures.example/a.jpg', ${tier}, 'bg-bjj-gold', 12, 34, 5, ${locked},
        ${isActive})
      returning id`
  )?.id ?? 0;

/** The one card of the list with this title. */
const cardIn = (html: string, title: string) =>
  html.split('<article').find((part) => part.includes(`>${title}</h2>`)) ?? '';

describe('the admin screen', () => {
  test('[C2.29] [C2.30] [C2.23] has its title, subtitle and tabs, the featured one first', async () => {
    const viewer = await admin();
    const page = await rendered(world, [adminFrame, listPage], viewer, '/admin/featured');
    expect(page.text).toMatch(/^Admin Dashboard Manage platform content and creators /);
    expect(linkTo(page.html, 'Featured Content')).toBe('/admin/featured');
    expect(linkTo(page.html, 'Creator Management')).toBe('/admin/creators');
    const answer = await redirectOf(await world.send(firstTab.loader, viewer, '/admin'));
    expect(answer).toEqual({ status: 303, to: '/admin/featured', says: null });
  });

  test('[C2.25] [C2.31] [C4.3] [C8.16] shows others nothing but a link home, with the reason', async () => {
    for (const edge of [adminFrame.loader, firstTab.loader, listPage.loader, newPage.loader]) {
      const answer = await world.send(edge, await world.person({ plan: 'vip' }), '/admin');
      expect(await answer.clone().text()).toBe('');
      expect(await redirectOf(answer)).toEqual({ status: 303, to: '/', says: denied });
    }
  });
});

describe('the cards', () => {
  test('[C2.33] show title, creator, image, tier badge, likes, comments and display order', async () => {
    await card({ title: 'Whole card', tier: 'PREMIUM' });
    const { html } = await rendered(world, listPage, await admin(), '/admin/featured');
    const shown = cardIn(html, 'Whole card');
    expect(shown).toContain('src="https://pictures.example/a.jpg"');
    const words = textOf(shown);
    for (const fact of ['Premium', 'by Mara Lima', '12 likes', '34 comments', 'Display order 5']) {
      expect(words).toContain(fact);
    }
    for (const [tier, label] of [
      ['FREE', 'Free'],
      ['VIP', 'VIP'],
    ] as const) {
      await card({ title: `One that is ${tier}`, tier });
      const list = await rendered(world, listPage, await admin(), '/admin/featured');
      expect(textOf(cardIn(list.html, `One that is ${tier}`))).toContain(` ${label} `);
    }
  });

  test('[C2.34] [C2.35] say LOCKED only when they are, and Active or Inactive', async () => {
    await card({ title: 'Shut and on', locked: true });
    await card({ title: 'Open and off', isActive: false });
    const { html } = await rendered(world, listPage, await admin(), '/admin/featured');
    const [shut, open] = [textOf(cardIn(html, 'Shut and on')), textOf(cardIn(html, 'Open and off'))];
    expect(shut).toMatch(/ Active LOCKED /);
    expect(open).toMatch(/ Inactive /);
    expect(open).not.toContain('LOCKED');
  });

  test('[C2.32] [C2.36] [C4.16] lead to a form for a new one, to one for each, and to its deletion', async () => {
    const viewer = await admin();
    const id = await card({ title: 'Led from' });
    const list = await rendered(world, listPage, viewer, '/admin/featured');
    expect(linkTo(list.html, 'Add Featured Content')).toBe('/admin/featured/new');
    expect(linkTo(list.html, 'Edit Led from')).toBe(`/admin/featured/${id}/edit`);
    expect(linkTo(list.html, 'Delete Led from')).toBe(`/admin/featured/${id}/delete`);

    const create = await rendered(world, newPage, viewer, '/admin/featured/new');
    expect(create.html).toContain('<h1>Create Featured Content</h1>');
    expect(control(create.html, 'title')).not.toContain('value="Led from"');
    const params = { id: String(id) };
    const edit = await rendered(world, editPage, viewer, `/admin/featured/${id}/edit`, { params });
    expect(edit.html).toContain('<h1>Edit Featured Content</h1>');
    expect(control(edit.html, 'title')).toContain('value="Led from"');
    const asked = await rendered(world, deletePage, viewer, `/admin/featured/${id}/delete`, { params });
    expect(asked.html).toMatch(/<form method="post".*<button[^>]*>Delete<\/button>/s);
  });
});

describe('the form', () => {
  const newForm = async () => rendered(world, newPage, await admin(), '/admin/featured/new');

  test('[C2.37] asks for title, creator and an image, as a file or as an address', async () => {
    const { html, text } = await newForm();
    for (const label of ['Title', 'Creator', 'Image file', 'Image URL']) expect(text).toContain(label);
    expect(control(html, 'title')).toMatch(/required/);
    expect(control(html, 'creator')).toMatch(/required/);
    expect(control(html, 'image')).toMatch(/accept="image\/\*".*type="file"/);
    expect(control(html, 'imageUrl')).not.toMatch(/required|type="file"/);
  });

  test('[C2.39] [C2.40] [C3.22] [C3.23] offers three tiers and three colours, FREE and green at first', async () => {
    const { html } = await newForm();
    expect(choices(html, 'tier')).toEqual([
      ['FREE', 'FREE'],
      ['PREMIUM', 'PREMIUM'],
      ['VIP', 'VIP'],
    ]);
    expect(choices(html, 'tierColor')).toEqual([
      ['bg-green-500', 'Green (Free)'],
      ['bg-bjj-orange', 'Orange (Premium)'],
      ['bg-bjj-gold', 'Gold (VIP)'],
    ]);
    expect(html).toMatch(/<option[^>]*value="FREE"[^>]*selected/);
    expect(html).toMatch(/<option[^>]*value="bg-green-500"[^>]*selected/);
  });

  test('[C2.41] [C2.42] [C3.24] [C5.13] has whole numbers that begin at 0, two checkboxes, Cancel and Save', async () => {
    const { html, text } = await newForm();
    for (const [name, label] of [
      ['likes', 'Likes'],
      ['comments', 'Comments'],
      ['displayOrder', 'Display Order'],
    ] as const) {
      expect(text).toContain(label);
      expect(control(html, name)).toMatch(/type="number"/);
      expect(control(html, name)).toMatch(/step="1"/);
      expect(control(html, name)).toMatch(/value="0"/);
    }
    const box = (name: string) =>
      new RegExp(`<input(?=[^>]*checkbox)[^>]*"${name}"[^>]*><span>.*?<`).exec(html)?.[0];
    expect(box('locked')).toMatch(/<span>Locked</);
    expect(box('locked')).not.toContain('checked=');
    expect(box('isActive')).toMatch(/checked="".*<span>Active</);
    expect(html).toMatch(/<button[^>]*data-pending="Saving..."[^>]*>Save<\/button>/);
    expect(linkTo(html, 'Cancel')).toBe('/admin/featured');
  });
});

describe('the linked technique', () => {
  const offered = async (find: string) =>
    rendered(world, newPage, await admin(), `/admin/featured/new?find=${encodeURIComponent(find)}`);
  const values = (html: string) =>
    [...html.matchAll(/<input(?=[^>]*type="radio")[^>]*value="([^"]*)"/g)].map(([, value]) => value);

  test('is found by its name, by its athlete and by its address, and only while it is public', async () => {
    const creator = await world.person({ firstName: 'Xenia', lastName: 'Quistorp' });
    const shown = await world.item({ creator: creator.id, title: 'Zanzibar roll' });
    const draft = await world.item({ creator: creator.id, title: 'Zanzibar draft', status: 'draft' });
    for (const find of ['zanzibar', 'quist', `/content/${shown}`, String(shown)]) {
      expect(values((await offered(find)).html), find).toEqual(['', String(shown)]);
    }
    expect((await offered(`/content/${draft}`)).text).toContain('Nothing found');
    expect((await offered('50%_')).text).toContain('Nothing found for “50%_”.');
    expect(values((await offered('')).html)).toEqual(['']);
  });

  test('stays chosen while another is searched for, and the form says which numbers count', async () => {
    const creator = await world.person({ firstName: 'Real', lastName: 'Name' });
    const contentId = await world.item({ creator: creator.id, title: 'Linked roll', hasPicture: true });
    await row(world.em())`update content_stats set likes = 6 where content_id = ${contentId}`;
    const id = await card({ title: 'With a link' });
    await row(world.em())`update featured set content_id = ${contentId} where id = ${id}`;
    const params = { id: String(id) };
    const edit = await rendered(
      world,
      editPage,
      await admin(),
      `/admin/featured/${id}/edit?find=nothing-such`,
      {
        params,
      },
    );
    expect(values(edit.html)).toEqual(['', String(contentId)]);
    expect(edit.html).toMatch(new RegExp(`<input[^>]*checked=""[^>]*value="${contentId}"`));
    expect(edit.text).toContain('Visitors see Linked roll with its own numbers: 6 likes, 0 comments.');
    expect(edit.text).toContain('typed below do not count while it is linked');
  });
});

test('[C8.31] [C6.8] creating, changing and deleting each say that it is done', async () => {
  const viewer = await admin();
  const fields = { title: 'Told of', creator: 'Mara', likes: '12.7', comments: '' };
  const create = await world.send(newPage.action, viewer, '/admin/featured/new', {}, formPost(fields));
  const says = async (answer: Response) => (await redirectOf(answer)).says;
  expect(await says(create)).toBe('Featured content created successfully');
  const made = await row<{ id: number }>(
    world.em(),
  )`select id, likes, comments from featured where title = 'Told of'`;
  expect(made).toMatchObject({ likes: 12, comments: 0 });
  const params = { id: String(made?.id) };
  const change = await world.send(editPage.action, viewer, '/x', params, formPost({ likes: '13' }));
  expect(await says(change)).toBe('Featured content updated successfully');
  const remove = await world.send(deletePage.action, viewer, '/x', params, formPost({}));
  expect(await says(remove)).toBe('Featured content deleted successfully');
  expect(await row(world.em())`select 1 from featured where id = ${made?.id ?? 0}`).toBeNull();
});
