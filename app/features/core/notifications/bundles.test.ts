import { describe, expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import type { Viewer } from '../../../scope.ts';
import { rateContent } from '../../community/ratings/ratings.server.ts';
import { lineOf } from './notification-text.ts';
import { notificationView } from './notification-view.server.ts';
import {
  findBundle,
  listLines,
  listNotifications,
  markNotificationsRead,
  openBundle,
} from './notifications.server.ts';
import { notify } from './notify.server.ts';

const shop = testShop();
const { world } = shop;
const { notifyAll, unread, all } = testNotifications(world);
const five = { rating: 5 as const, review: undefined };
const athlete = async (facts = {}) => {
  const made = await world.person(facts);
  return { made, item: await world.item({ creator: made.id, title: 'Knee cut' }) };
};
const fan = () => world.person({ plan: 'premium', firstName: 'Nova', lastName: 'Silva' });

describe('one line for a week', () => {
  const lines = async (viewer: Viewer, request = { size: 24, after: null as string | null }) =>
    (await listLines(world.member(viewer), request)).items.map(
      (line) => notificationView(world.member(viewer), line).text,
    );
  const sold = (to: Viewer, about: number, at = world.clock.at) =>
    notify(world.em(), { kind: 'sale', event: 'sold', to: to.id, about, title: `T${about}`, at });
  const daysAgo = (days: number) => new Date(world.clock.at.getTime() - days * 86_400_000);

  test('holds the sales of a week, the ratings, and the new items of each creator; nothing else', async () => {
    const { made: coach, item } = await athlete();
    await sold(coach, 1, daysAgo(21));
    await sold(coach, 2, daysAgo(21));
    for (const about of [3, 4]) await sold(coach, about);
    await notify(world.em(), {
      kind: 'sale',
      event: 'refunded',
      to: coach.id,
      about: 5,
      title: 'T5',
      at: daysAgo(0),
    });
    await sold(coach, 5);
    for (const about of [1, 2]) {
      const request = { kind: 'request' as const, event: 'settled' as const, title: 'A request' };
      await notify(world.em(), { ...request, to: coach.id, about, at: world.clock.at });
    }
    await rateContent(world.member(await world.person()), item, five);
    await notifyAll();
    const shown = await lines(coach);
    expect(shown.slice(0, 5)).toEqual([
      '1 new rating of “Knee cut”',
      'The request “A request” is settled',
      'The request “A request” is settled',
      'You made 3 sales this week',
      'A sale of “T5” was refunded',
    ]);
    expect(shown[5]).toMatch(/^You made 2 sales in the week of \w+ \d+, \d{4}$/);
    expect(shown).toHaveLength(6);
  });

  test('its pages follow each other, and no line comes twice', async () => {
    const { made: coach } = await athlete();
    for (const week of [0, 1, 2, 3, 4]) {
      for (const each of [1, 2, 3]) await sold(coach, 10 * week + each, daysAgo(7 * week));
    }
    await notifyAll();
    const read = async (after: string | null): Promise<number[]> => {
      const page = await listLines(world.member(coach), { size: 2, after });
      const ids = page.items.map(({ id }) => id);
      return page.after === null ? ids : [...ids, ...(await read(page.after))];
    };
    const ids = await read(null);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
  });

  test('is unread while one of them is, leads to their list, and opening it reads those that it showed', async () => {
    const { made: coach } = await athlete();
    for (const about of [1, 2, 3]) await sold(coach, about);
    await notifyAll();
    await markNotificationsRead(world.member(coach), { ids: [(await all(coach))[0]?.id ?? 0] });
    const [line] = (await listLines(world.member(coach), { size: 2, after: null })).items;
    expect(line).toMatchObject({ held: 3, isRead: false });
    const id = line?.id ?? 0;
    expect(notificationView(world.member(coach), line as never).href).toBe(`/notifications/${id}?all=1`);
    await sold(coach, 4);
    await notifyAll();
    await expect(openBundle(world.member(await fan()), id, true)).rejects.toThrow('Not found');
    expect(await openBundle(world.member(coach), id, true)).toBe(`/notifications?of=${id}`);
    expect(await unread(coach)).toEqual(['You sold “T4”']);
    const bundle = await findBundle(world.member(coach), id);
    const listed = await listNotifications(world.member(coach), { size: 3, after: null, bundle });
    expect(listed.items.map((each) => lineOf(each).text)).toEqual([
      'You sold “T4”',
      'You sold “T3”',
      'You sold “T2”',
    ]);
    expect(listed.after).not.toBeNull();
  });
});
