import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntriesAbout } from '../../../../../tests/support/people/audit-entries.ts';
import { redirectOf } from '../../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../../tests/support/world.ts';
import type { Viewer } from '../../../../scope.ts';
import * as contentCall from '../../../library/authoring/admin-content.api.ts';
import * as deleteItem from '../../../library/authoring/admin-delete.page.tsx';
import * as reinstate from '../reinstate.action.ts';
import * as suspend from '../suspend.page.tsx';
import * as creatorCall from './admin-creator.api.ts';
import * as creatorsCall from './admin-creators.api.ts';
import * as details from './creator.page.tsx';
import * as list from './creators.page.tsx';
import * as remove from './delete-creator.page.tsx';
import * as edit from './edit-creator.page.tsx';
import * as verify from './verify.action.ts';

const world = testWorld();
let admin: Viewer;
let creator: Viewer;
let item: number;
beforeEach(async () => {
  admin = await world.person({ isAdmin: true });
  creator = await world.person({ firstName: 'Ana', lastName: 'Lima' });
  item = await world.item({ creator: creator.id, hasPicture: true });
});

const params = () => ({ id: String(creator.id) });
const get = (edge: (args: never) => unknown, query = '') =>
  world.send(edge, admin, `/admin/creators/${creator.id}${query}`, params());
const post = (edge: (args: never) => unknown, fields: Record<string, string>) =>
  world.send(edge, admin, `/admin/creators/${creator.id}/x`, params(), formPost(fields));
const call = (method: string, body?: unknown) =>
  world.send(
    method === 'GET' ? creatorCall.loader : creatorCall.action,
    admin,
    `/api/admin/creators/${creator.id}`,
    params(),
    method === 'GET' ? {} : jsonCall(method, body),
  );

describe('as pages and forms', () => {
  test('the list shows the exact total, searches by name, username and email, and has pages', async () => {
    const seen = await (await get(list.loader)).json();
    const counted = await row<{ n: number }>(world.em())`
      select count(distinct creator_id)::int as n from content where status in ('published', 'suspended')`;
    expect(seen.total).toBe(counted?.n);
    expect(seen.creators[0]).toMatchObject({ id: creator.id, email: creator.email, earnedCents: 0 });
    for (const words of ['ana lim', creator.username, `@${creator.username}`, creator.email.slice(0, 12)]) {
      const found = await (await get(list.loader, `?search=${encodeURIComponent(words)}`)).json();
      expect(found.creators.map(({ id }: Viewer) => id)).toContain(creator.id);
    }
    for (const words of ['%', '_', 'nobody like this']) {
      const found = await (await get(list.loader, `?search=${encodeURIComponent(words)}`)).json();
      if (words !== '_') expect(found.creators).toEqual([]);
    }
    const member = await world.person({ username: `only_${creator.username}` });
    const none = await (await get(list.loader, `?search=${member.username}`)).json();
    expect(none.creators).toEqual([]);
  });

  test('the details have their figures and content, open to an admin; a deleted creator has none', async () => {
    await world.item({ creator: creator.id, tier: 'vip', status: 'draft', hasPicture: true });
    await world.item({ creator: creator.id, status: 'withdrawn' });
    await row(world.em())`update content_stats set likes = 3 where content_id = ${item}`;
    const { creator: shown, items } = await (await get(details.loader)).json();
    expect(shown).toMatchObject({ totalSales: 0, contentItems: 1, totalLikes: 3, earnedCents: 0 });
    expect(items.map((each: { status: string }) => each.status)).toEqual(['draft', 'published']);
    expect(items.every((each: { locked: boolean }) => !each.locked)).toBe(true);
    await post(remove.action, { confirm: creator.username });
    const gone = await get(details.loader);
    expect([gone.status, await gone.json()]).toEqual([404, { creator: null }]);
  });

  test('[C6.9] the form keeps what was typed, names what is wrong, and saves', async () => {
    const shown = await (await get(edit.loader)).json();
    expect(shown.values).toMatchObject({ firstName: 'Ana', acceptsRequests: 'true' });
    const fields = { ...shown.values, seen: shown.seen, beltLevel: 'Purple belt', bio: 'Guard player' };
    const wrong = await post(edit.action, { ...fields, username: 'a b' });
    expect(wrong.status).toBe(422);
    expect((await wrong.json()).form).toMatchObject({
      error: { username: ['Username may contain only the letters a-z, digits and _'] },
      initialValue: { bio: 'Guard player' },
    });
    expect(await redirectOf(await post(edit.action, fields))).toEqual({
      status: 303,
      to: `/admin/creators/${creator.id}`,
      says: 'Creator updated successfully',
    });
    const stale = await post(edit.action, { ...fields, bio: 'Typed with care' });
    expect(stale.status).toBe(422);
    const { form } = await stale.json();
    expect(form.error).toEqual({ bio: [expect.stringContaining('It now says: Guard player.')] });
    expect(form.initialValue.bio).toBe('Typed with care');
    const now = await (await get(edit.loader)).json();
    expect((await post(edit.action, { ...fields, bio: 'Typed with care', seen: now.seen })).status).toBe(303);
  });

  test('suspending asks for a reason; reinstating and the mark are buttons', async () => {
    const silent = await post(suspend.action, { reason: ' ' });
    expect((await silent.json()).form.error).toEqual({
      reason: ['Please say why. They read it when they try to sign in.'],
    });
    const to = `/admin/creators/${creator.id}`;
    expect(await redirectOf(await post(suspend.action, { reason: 'Spam' }))).toMatchObject({
      status: 303,
      to,
    });
    expect((await (await get(details.loader)).json()).creator).toMatchObject({
      status: 'suspended',
      suspensionReason: 'Spam',
      contentItems: 1,
    });
    const again = await post(suspend.action, { reason: 'Spam' });
    expect((await again.json()).form.error['']).toEqual(['This member is already suspended.']);
    expect(await redirectOf(await post(reinstate.action, {}))).toMatchObject({
      to,
      says: expect.stringMatching(/^Reinstated/),
    });
    expect((await redirectOf(await post(reinstate.action, { back: to }))).says).toBe(
      'Error: This member is not suspended.',
    );
    for (const verified of ['true', 'true', 'false']) await post(verify.action, { verified });
    const verbs = (await auditEntriesAbout(world.em(), 'creator', creator.id)).map(({ verb }) => verb);
    expect(verbs).toEqual(['suspended', 'reinstated', 'verified', 'took the verified mark from']);
  });

  test('deleting takes the typed username, with or without @, in any case, and nothing else', async () => {
    for (const confirm of ['', 'delete', creator.email]) {
      const wrong = await post(remove.action, { confirm });
      expect([wrong.status, Object.keys((await wrong.json()).form.error)]).toEqual([422, ['confirm']]);
    }
    const done = await post(remove.action, { confirm: `@${creator.username.toUpperCase()}` });
    expect(await redirectOf(done)).toEqual({
      status: 303,
      to: '/admin/creators',
      says: 'Creator deleted successfully',
    });
    const self = await world.send(
      remove.action,
      admin,
      '/x',
      { id: String(admin.id) },
      formPost({ confirm: admin.username }),
    );
    expect((await self.json()).form.error['']).toEqual(['You cannot delete your own account here.']);
  });

  test('[C6.10] an item is deleted from the details, and the log has the entry', async () => {
    const asked = await world.send(deleteItem.loader, admin, '/x', { id: String(item) });
    expect(await asked.json()).toMatchObject({ creatorId: creator.id, isSold: false });
    const done = await world.send(deleteItem.action, admin, '/x', { id: String(item) }, formPost({}));
    expect(await redirectOf(done)).toEqual({
      status: 303,
      to: `/admin/creators/${creator.id}`,
      says: 'Content deleted successfully',
    });
    expect(await auditEntriesAbout(world.em(), 'content', item)).toMatchObject([
      { by: admin.id, verb: 'deleted' },
    ]);
    const again = await world.send(deleteItem.loader, admin, '/x', { id: String(item) });
    expect(again.status).toBe(404);
  });
});

describe('as JSON', () => {
  test('[C7.30] [C6.9] [contract] the list has its keys, pages by cursor, and never a deleted creator', async () => {
    const first = await world.send(creatorsCall.loader, admin, '/api/admin/creators?limit=1');
    const [shown] = await first.json();
    expect(shown).toMatchObject({
      id: creator.id,
      firstName: 'Ana',
      lastName: 'Lima',
      username: creator.username,
      email: creator.email,
      martialArt: null,
      beltLevel: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      totalEarnings: 0,
    });
    const next = /<http:\/\/localhost:3000([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await (await world.send(creatorsCall.loader, admin, next ?? '')).json();
    expect(second).toHaveLength(1);
    expect(second[0].id).not.toBe(creator.id);
    expect((await call('DELETE')).status).toBe(204);
    const all = await (await world.send(creatorsCall.loader, admin, '/api/admin/creators?limit=48')).json();
    expect(all.map(({ id }: Viewer) => id)).not.toContain(creator.id);
  });

  test('[C7.31] [C7.33] [C3.26] [C1.7] [contract] details have totals and content; PUT changes what it names; DELETE once', async () => {
    const other = await world.item({ creator: creator.id });
    const shown = await (await call('GET')).json();
    expect(shown).toMatchObject({ id: creator.id, totalEarnings: 0, totalSales: 0, totalLikes: 0 });
    expect(shown.content.map(({ id }: { id: number }) => id)).toEqual([other, item]);
    expect(shown.content[0]).toMatchObject({ locked: false, subscriptionTier: 'free' });

    const put = await call('PUT', { lastName: 'Souza', beltLevel: 'brown', acceptsRequests: false });
    expect(put.status).toBe(200);
    expect(await put.json()).toMatchObject({
      firstName: 'Ana',
      lastName: 'Souza',
      beltLevel: 'brown',
      acceptsRequests: false,
    });
    expect(await auditEntriesAbout(world.em(), 'creator', creator.id)).toMatchObject([
      { by: admin.id, verb: 'edited' },
    ]);
    const wrong = await call('PUT', { email: 'nobody', firstName: '' });
    expect([wrong.status, Object.keys((await wrong.json()).errors).sort()]).toEqual([
      422,
      ['email', 'firstName'],
    ]);
    const taken = await call('PUT', { username: admin.username });
    expect([taken.status, await taken.json()]).toMatchObject([
      422,
      { errors: { username: ['This username is taken.'] } },
    ]);

    expect((await call('DELETE')).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await call(method, {})).status).toBe(404);
    const verb = await call('PATCH', {});
    expect([verb.status, verb.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE']);
  });

  test('[C7.34] [C6.10] any creator’s item can be deleted, and the log has the entry', async () => {
    const path = `/api/admin/content/${item}`;
    const done = await world.send(contentCall.action, admin, path, { id: String(item) }, jsonCall('DELETE'));
    expect(done.status).toBe(204);
    expect(await auditEntriesAbout(world.em(), 'content', item)).toMatchObject([
      { by: admin.id, verb: 'deleted' },
    ]);
  });
});
