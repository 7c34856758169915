import { describe, expect, test } from 'vitest';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as page from './rate.page.tsx';
import * as call from './rating.api.ts';
import * as list from './ratings.api.ts';
import { ownRating, rateContent } from './ratings.server.ts';
import * as removal from './remove-rating.action.ts';

const world = testWorld();
const pleaseSelect = 'Please select a star rating.';

describe('as a form', () => {
  const open = (viewer: Viewer | null, id: number | string) =>
    world.send(page.loader, viewer, `/content/${id}/rate`, { id: String(id) });
  const post = (viewer: Viewer | null, id: number | string, fields: Record<string, string>) =>
    world.send(page.action, viewer, `/content/${id}/rate`, { id: String(id) }, formPost(fields));

  test('saving leads to the item, and the page shows the earlier rating the next time', async () => {
    const [viewer, item] = [await world.person(), await world.item({ title: 'Armbar' })];
    expect(await (await open(viewer, item)).json()).toEqual({
      item: { id: item, title: 'Armbar' },
      own: null,
    });
    const saved = await post(viewer, item, { rating: '4', review: ' Two lines\r\nof praise ' });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/content/${item}`]);
    expect((await (await open(viewer, item)).json()).own).toEqual({
      rating: 4,
      review: 'Two lines\nof praise',
      hiddenReason: null,
    });
  });

  test.each(['', '0', '6', '4.5', '-1', 'five', '٤'])('%j stars are refused', async (rating) => {
    const [viewer, item] = [await world.person(), await world.item()];
    const answer = await post(viewer, item, { rating, review: 'Kept' });
    expect(answer.status).toBe(422);
    const { form } = await answer.json();
    expect(form.error).toEqual({ rating: [pleaseSelect] });
    expect(form.initialValue.review).toBe('Kept');
    expect(await ownRating(world.scope(viewer), item)).toBeNull();
  });

  test('a review has 2,000 characters at most, whatever alphabet', async () => {
    const [viewer, item] = [await world.person(), await world.item()];
    expect((await post(viewer, item, { rating: '5', review: '🥋'.repeat(1000) })).status).toBe(303);
    const long = await post(viewer, item, { rating: '5', review: 'x'.repeat(2001) });
    expect((await long.json()).form.error.review).toEqual(['A review can have at most 2000 characters.']);
    expect((await post(viewer, item, { rating: '5', review: 'a\0b' })).status).toBe(400);
  });

  test('a visitor signs in first; own, locked and unknown items are refused before and after the form', async () => {
    const creator = await world.person();
    const own = await world.item({ creator: creator.id });
    const locked = await world.item({ tier: 'vip' });
    const visitor = await open(null, own);
    expect(visitor.status).toBe(303);
    expect(visitor.headers.get('location')).toBe(`/auth?tab=sign-in&next=%2Fcontent%2F${own}%2Frate`);
    expect((await post(null, own, { rating: '5' })).status).toBe(303);
    for (const [id, status] of [
      [own, 403],
      [locked, 403],
      [2_147_483_647, 404],
      ['abc', 404],
      ['0', 404],
    ] as const) {
      expect((await open(creator, id)).status).toBe(status);
      expect((await post(creator, id, { rating: '5' })).status).toBe(status);
    }
  });

  test('a button takes the rating back', async () => {
    const [viewer, item] = [await world.person(), await world.item()];
    await rateContent(world.member(viewer), item, { rating: 2 });
    const params = { id: String(item) };
    const path = `/content/${item}/rate/remove`;
    const gone = await world.send(removal.action, viewer, path, params, formPost({}));
    expect([gone.status, gone.headers.get('location')]).toEqual([303, `/content/${item}`]);
    expect(await ownRating(world.scope(viewer), item)).toBeNull();
    expect((await world.send(removal.action, null, path, params, formPost({}))).status).toBe(303);
    const opened = await world.send(removal.loader, viewer, path, params);
    expect([opened.status, opened.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('as JSON', () => {
  const send = (viewer: Viewer | null, id: number | string, method: string, body?: unknown) =>
    world.send(call.action, viewer, `/api/content/${id}/rating`, { id: String(id) }, jsonCall(method, body));

  test('answers the new average, for a number or its text', async () => {
    const [ann, bob, item] = [await world.person(), await world.person(), await world.item()];
    const first = await send(ann, item, 'POST', { rating: 5, review: null });
    expect([first.status, await first.json()]).toEqual([200, { averageRating: 5, totalRatings: 1 }]);
    const second = await send(bob, item, 'POST', {
      rating: '2',
      review: 'Too fast',
      stars: 5,
      userId: ann.id,
    });
    expect(await second.json()).toEqual({ averageRating: 3.5, totalRatings: 2 });
    const removed = await send(ann, item, 'DELETE');
    expect([removed.status, await removed.json()]).toEqual([200, { averageRating: 2, totalRatings: 1 }]);
  });

  test.each([
    [{}, 422],
    [{ rating: 6 }, 422],
    [{ rating: 4.5 }, 422],
    [{ rating: true }, 422],
    [{ rating: [5] }, 422],
    [{ rating: { gt: 1 } }, 422],
    [{ rating: null }, 422],
    [{ rating: 5, review: 7 }, 422],
    [{ rating: 5, review: 'a\0b' }, 400],
    [[5], 400],
  ])('%j is %i', async (body, status) => {
    const answer = await send(await world.person(), await world.item(), 'POST', body);
    expect(answer.status).toBe(status);
    const said = await answer.json();
    if (status === 422 && !('review' in body)) {
      expect(said).toEqual({ message: pleaseSelect, errors: { rating: [pleaseSelect] } });
    }
    expect(said.message).toBeTruthy();
  });

  test('answers errors with the right status', async () => {
    const viewer = await world.person();
    const item = await world.item();
    expect((await send(null, item, 'POST', { rating: 5 })).status).toBe(401);
    expect((await send(null, item, 'DELETE')).status).toBe(401);
    expect((await send(viewer, await world.item({ creator: viewer.id }), 'POST', { rating: 5 })).status).toBe(
      403,
    );
    expect((await send(viewer, await world.item({ tier: 'vip' }), 'POST', { rating: 5 })).status).toBe(403);
    for (const id of ['2147483647', '99999999999', 'x', '-1']) {
      expect((await send(viewer, id, 'POST', { rating: 5 })).status).toBe(404);
      expect((await send(viewer, id, 'DELETE')).status).toBe(404);
    }
    const wrong = await send(viewer, item, 'PUT', { rating: 5 });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
  });

  test('GET ratings is an array in pages, with a Link to the next one', async () => {
    const item = await world.item();
    for (const rating of [1, 2, 3]) await rateContent(world.member(await world.person()), item, { rating });
    const get = (query: string) =>
      world.send(list.loader, null, `/api/content/${item}/ratings${query}`, { id: String(item) });
    const first = await get('?limit=2');
    const found = await first.json();
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({ rating: 3, review: null, createdAt: world.clock.at.toISOString() });
    const next = /<(?:[^?]+)(\?[^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await get(next);
    expect((await rest.json()).map((each: { rating: number }) => each.rating)).toEqual([1]);
    expect(rest.headers.has('link')).toBe(false);
    for (const query of [
      '?limit=0',
      '?limit=-5',
      '?limit=1e9',
      '?limit=x&cursor=%27',
      '?cursor=WyJ4IiwxXQ',
    ]) {
      expect((await (await get(query)).json()).length).toBeGreaterThan(0);
    }
    const post = await world.send(
      list.action,
      null,
      '/api/content/1/ratings',
      { id: '1' },
      jsonCall('POST', {}),
    );
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const unknown = await world.send(list.loader, null, '/api/content/x/ratings', { id: 'x' });
    expect(unknown.status).toBe(404);
  });
});
