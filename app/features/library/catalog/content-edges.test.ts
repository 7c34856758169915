import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { rendered } from '../../../../tests/support/browser/rendered.tsx';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import * as adminCall from '../authoring/admin-content.api.ts';
import * as deletePage from '../authoring/delete.page.tsx';
import * as ownCall from '../authoring/my-content.api.ts';
import * as itemPage from '../items/content.page.tsx';
import * as itemCall from '../items/item.api.ts';
import * as listCall from './content.api.ts';

const world = testWorld();
type Viewer = Awaited<ReturnType<typeof world.person>>;

const itemKeys =
  `id userId title description imageUrl videoUrl contentType subscriptionTier category techniqueType
  difficultyLevel beltLevelRequired tags views likes averageRating totalRatings isForSale price salesCount locked
  creator createdAt`.split(/\s+/);

const getItem = (viewer: Viewer | null, id: number | string) =>
  world.send(itemCall.loader, viewer, `/api/content/${id}`, { id: String(id) });
const getPage = (viewer: Viewer | null, id: number | string) =>
  world.send(itemPage.loader, viewer, `/content/${id}`, { id: String(id) });
const remove = (viewer: Viewer | null, id: number | string) =>
  world.send(itemCall.action, viewer, `/api/content/${id}`, { id: String(id) }, jsonCall('DELETE'));
const list = async (query: string, viewer: Viewer | null = null) =>
  world.send(listCall.loader, viewer, `/api/content?${query}`);

describe('an item as JSON', () => {
  test('[C3.2] has the keys of the contract, dollars and the first video', async () => {
    const creator = await world.person({ firstName: 'Rickson', lastName: 'Test' });
    const id = await world.item({
      creator: creator.id,
      priceCents: 499,
      contentType: 'mixed',
      hasPicture: true,
    });
    const video = 'f'.repeat(32);
    await row(world.em())`
      insert into media (key, owner_id, content_id, position, kind, status, mime, width, height, bytes, color,
        widths)
      values (${video}, ${creator.id}, ${id}, 1, 'video', 'ready', 'video/mp4', 9, 9, 9, '#123456', '{320}')`;
    const item = await (await getItem(null, id)).json();
    for (const key of itemKeys) expect(item).toHaveProperty(key);
    expect(item).toMatchObject({ price: 4.99, isForSale: true, creator: 'Rickson Test', locked: false });
    expect(item.videoUrl).toBe(`/media/${video}/video.mp4`);
    expect(item.imageUrl).toMatch(/^\/media\/[0-9a-f]{32}\/640\.jpg$/);
  });

  test.each(['0', '-1', 'abc', '1e3', '99999999999', '2147483647'])(
    'id %s is 404, as a page too',
    async (id) => {
      expect((await getItem(null, id)).status).toBe(404);
      expect((await getPage(null, id)).status).toBe(404);
    },
  );

  test.each([
    ['a draft', 'draft', { other: 404, owner: 200, buyer: 404, admin: 200 }],
    ['a withdrawn item', 'withdrawn', { other: 404, owner: 404, buyer: 200, admin: 200 }],
    ['a published item', 'published', { other: 200, owner: 200, buyer: 200, admin: 200 }],
  ] as const)('%s is shown to the right viewers', async (_, status, expected) => {
    const owner = await world.person();
    const id = await world.item({ creator: owner.id, status });
    const buyer = await world.person();
    await world.bought(buyer, id);
    const people = {
      other: await world.person(),
      owner,
      buyer,
      admin: await world.person({ isAdmin: true }),
    };
    for (const [name, viewer] of Object.entries(people)) {
      const wanted = expected[name as keyof typeof expected];
      expect((await getItem(viewer, id)).status, name).toBe(wanted);
      expect((await getPage(viewer, id)).status, name).toBe(wanted);
    }
    expect((await getItem(null, id)).status).toBe(expected.other);
  });

  test('no viewer is asked to like, share or rate what others cannot open', async () => {
    const owner = await world.person();
    const [draft, bought] = [await world.item({ creator: owner.id, status: 'draft' }), await world.item()];
    const [buyer, admin] = [await world.person(), await world.person({ isAdmin: true })];
    await world.bought(buyer, bought);
    await row(world.em())`update content set status = 'withdrawn' where id = ${bought}`;
    for (const [viewer, id, mayRate] of [
      [owner, draft, false],
      [admin, draft, false],
      [buyer, bought, true],
    ] as const) {
      const params = { id: String(id) };
      const { html } = await rendered(world, itemPage, viewer, `/content/${id}`, { params });
      expect(html).not.toMatch(new RegExp(`/content/${id}/like"|data-share="[^"]*/content/${id}"`));
      expect(html.includes(`/content/${id}/rate"`)).toBe(mayRate);
    }
  });

  test('other verbs are 405 with the allowed ones', async () => {
    const answer = await world.send(
      itemCall.action,
      null,
      '/api/content/1',
      { id: '1' },
      jsonCall('PUT', {}),
    );
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE']);
  });
});

describe('the list as JSON', () => {
  test('continues by its Link header until every item was listed once', async () => {
    const creator = await world.person();
    for (let n = 0; n < 7; n += 1)
      await world.item({ creator: creator.id, title: `Walk ${n}`, tags: ['stroll'] });
    const seen: string[] = [];
    let next = '/api/content?search=stroll&limit=3&tier=free';
    for (let pages = 0; next && pages < 9; pages += 1) {
      const answer = await world.send(listCall.loader, null, next);
      seen.push(...(await answer.json()).map((item: { title: string }) => item.title));
      const link = /^<http:\/\/localhost:3000(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '');
      next = link?.[1] ?? '';
      if (next) expect(next).toContain('tier=free');
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Walk ${n}`));
  });

  test.each([
    ['', 24],
    ['limit=2', 2],
    ['limit=999', 48],
    ['limit=0', 24],
    ['limit=-3', 24],
    ['limit=x', 24],
    ['limit=2.9', 2],
  ])('?%s gives %i', async (query, size) => {
    const missing = 50 - (await rows(world.em())`select 1 from content where status = 'published'`).length;
    for (let n = 0; n < missing; n += 1) await world.item();
    expect(await (await list(query)).json()).toHaveLength(size);
  });

  test('[C7.11] own items come with drafts and without what was withdrawn', async () => {
    const member = await world.person();
    const draft = await world.item({ creator: member.id, status: 'draft' });
    const shown = await world.item({ creator: member.id, tier: 'vip', hasPicture: true });
    await world.item({ creator: member.id, status: 'withdrawn' });
    await world.item();
    const own = await (await world.send(ownCall.loader, member, '/api/my-content')).json();
    expect(own.map((item: { id: number; status: string }) => [item.id, item.status])).toEqual([
      [shown, 'published'],
      [draft, 'draft'],
    ]);
    expect(own[0]).toMatchObject({ locked: false });
    expect((await world.send(ownCall.loader, null, '/api/my-content')).status).toBe(401);
  });
});

describe('deleting', () => {
  test('[C7.15] removes the item with all that belongs to it, files too', async () => {
    const owner = await world.person();
    const id = await world.item({ creator: owner.id, hasPicture: true });
    const scope = world.member(owner);
    const { key } = (await row<{ key: string }>(
      world.em(),
    )`select key from media where content_id = ${id}`) ?? { key: '' };
    await mkdir(scope.tempDir, { recursive: true });
    await writeFile(`${scope.tempDir}/x`, 'x');
    await scope.media.put(key, '320.jpg', `${scope.tempDir}/x`);
    await row(world.em())`insert into likes (user_id, content_id) values (${owner.id}, ${id})`;
    await row(world.em())`insert into featured (title, creator, content_id) values ('F', 'C', ${id})`;

    expect((await remove(owner, id)).status).toBe(204);
    expect((await getItem(owner, id)).status).toBe(404);
    expect((await remove(owner, id)).status).toBe(404);
    expect(await scope.media.stat(key, '320.jpg')).toBeNull();
    expect(await rows(world.em())`select 1 from media where key = ${key}`).toEqual([]);
    expect(await rows(world.em())`select 1 from likes where content_id = ${id}`).toEqual([]);
    expect(await row(world.em())`select is_active, content_id from featured where title = 'F'`).toEqual({
      is_active: false,
      content_id: null,
    });
  });

  test('a sold item is only withdrawn: its buyers keep it, for all others it is gone', async () => {
    const owner = await world.person();
    const buyer = await world.person();
    const id = await world.item({ creator: owner.id, priceCents: 500, tier: 'vip', hasPicture: true });
    await world.bought(buyer, id);
    expect((await remove(owner, id)).status).toBe(204);
    expect((await getItem(owner, id)).status).toBe(404);
    expect(await (await getItem(buyer, id)).json()).toMatchObject({ locked: false, isForSale: false });
    expect((await remove(owner, id)).status).toBe(404);
  });

  test('[C6.5] [C6.10] is for the creator and admins only', async () => {
    const owner = await world.person();
    const id = await world.item({ creator: owner.id });
    const draft = await world.item({ creator: owner.id, status: 'draft' });
    expect((await remove(null, id)).status).toBe(401);
    expect((await remove(await world.person({ plan: 'vip' }), id)).status).toBe(403);
    expect((await remove(await world.person(), draft)).status).toBe(404);
    const admin = await world.person({ isAdmin: true });
    const asAdmin = (viewer: Viewer | null, of: number) =>
      world.send(
        adminCall.action,
        viewer,
        `/api/admin/content/${of}`,
        { id: String(of) },
        jsonCall('DELETE'),
      );
    expect((await asAdmin(null, id)).status).toBe(401);
    expect((await asAdmin(owner, id)).status).toBe(403);
    expect((await asAdmin(admin, id)).status).toBe(204);
    expect((await remove(admin, draft)).status).toBe(204);
  });

  test('100 deletions at once, and deletions during a purchase, end in one of the two ways', async () => {
    const owner = await world.person();
    const id = await world.item({ creator: owner.id, priceCents: 500 });
    const buyer = await world.person();
    const buys = world.bought(buyer, id).then(
      () => true,
      () => false,
    );
    const answers = await Promise.all(Array.from({ length: 100 }, () => remove(owner, id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await getItem(buyer, id)).status).toBe((await buys) ? 200 : 404);
  });

  test('[C8.9] [C8.25] a form asks first, then redirects with the words of the specification', async () => {
    const owner = await world.person();
    const id = String(await world.item({ creator: owner.id, title: 'Old sweep' }));
    const asked = await world.send(deletePage.loader, owner, `/content/${id}/delete`, { id });
    expect(await asked.json()).toMatchObject({ title: 'Old sweep' });
    const foreign = await world.send(deletePage.action, await world.person(), `/content/${id}/delete`, {
      id,
    });
    expect(foreign.status).toBe(403);
    expect(await foreign.text()).toContain('Failed to delete content: ');
    expect(
      (await world.send(deletePage.loader, null, `/content/${id}/delete`, { id })).headers.get('location'),
    ).toMatch(/^\/auth\?tab=sign-in&next=/);
    const done = await world.send(deletePage.action, owner, `/content/${id}/delete`, { id }, formPost({}));
    expect([done.status, done.headers.get('location')]).toEqual([303, '/studio/content']);
    const toast = await world.context().cookies.flash.parse(done.headers.get('set-cookie'));
    expect(toast).toMatchObject({ kind: 'success', title: 'Content deleted successfully' });
    expect((await getPage(owner, id)).status).toBe(404);
  });
});
