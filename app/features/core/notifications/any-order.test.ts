import { describe, expect, test } from 'vitest';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { lineOf } from './notification-text.ts';
import { markNotificationsRead } from './notifications.server.ts';
import { type Single, writeNotification } from './write.server.ts';

const world = testWorld();
const { all, unread } = testNotifications(world);

/** Runs the jobs of these comments on one item, in this order. */
async function run(events: Single[], newest: number[]) {
  for (const one of newest) {
    const event = events.find((each) => each.newest === one) as Single;
    await writeNotification(world.systemContext(), event);
  }
}

/** A creator, and so many comments on one item, each by somebody else and a second after the one before. */
async function commented(count: number) {
  const creator = await world.person();
  const about = await world.item({ creator: creator.id, title: 'Knee cut' });
  const authors: Viewer[] = [];
  while (authors.length < count) authors.push(await world.person());
  const events = authors.map(
    ({ id: by }, index): Single => ({
      kind: 'comment',
      event: 'written',
      to: creator.id,
      about,
      by,
      newest: 11 + index,
      at: new Date(world.clock.at.getTime() + 1_000 * index).toISOString(),
    }),
  );
  return { creator, events, authors };
}

const orders = [
  [11, 12, 13],
  [11, 13, 12],
  [12, 11, 13],
  [12, 13, 11],
  [13, 11, 12],
  [13, 12, 11],
];

describe('the jobs of three comments', () => {
  test.each(orders)(
    'in the order %i, %i, %i count three, and the line is of the newest',
    async (...order) => {
      const { creator, events, authors } = await commented(3);
      await run(events, order);
      expect(await unread(creator)).toEqual(['3 new comments on “Knee cut”']);
      const [line] = await all(creator);
      expect([line?.by?.username, new Date(line?.at ?? 0)]).toEqual([
        authors[2]?.username,
        new Date(events[2]?.at ?? 0),
      ]);
    },
  );

  test.each(orders)('count each once if they run again: %i, %i, %i', async (...order) => {
    const { creator, events } = await commented(3);
    await run(events, [...order, ...order, ...order.toReversed()]);
    expect(await unread(creator)).toEqual(['3 new comments on “Knee cut”']);
  });

  test('at the same moment count three', async () => {
    const { creator, events } = await commented(3);
    await Promise.all([...events, ...events].map((each) => writeNotification(world.systemContext(), each)));
    expect(await unread(creator)).toEqual(['3 new comments on “Knee cut”']);
  });
});

test('a job that runs after the line was read begins a new line, and counts nothing twice', async () => {
  const { creator, events } = await commented(4);
  await run(events, [11, 13]);
  await markNotificationsRead(world.member(creator), { upTo: null });
  await run(events, [11, 13]);
  expect(await unread(creator)).toEqual([]);
  await run(events, [12, 14, 13, 12]);
  expect(await unread(creator)).toEqual(['2 new comments on “Knee cut”']);
  expect((await all(creator)).map((each) => lineOf(each).text)).toHaveLength(2);
});

test('a line remembers its newest 201 events; the job of one before them counts as done', async () => {
  const { creator, events } = await commented(1);
  const [first] = events as [Single];
  const write = (newest: number) => writeNotification(world.systemContext(), { ...first, newest });
  for (let newest = 11; newest <= 212; newest += 1) await write(newest);
  for (const again of [11, 12, 100, 212]) await write(again);
  expect(await unread(creator)).toEqual(['202 new comments on “Knee cut”']);
});
