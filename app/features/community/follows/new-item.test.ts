import { expect, test } from 'vitest';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { Viewer } from '../../../scope.ts';
import { lineOf } from '../../core/notifications/notification-text.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { chooseKinds } from '../../identity/profile/notification-choices.server.ts';
import { updateContent } from '../../library/authoring/edit.server.ts';
import { publish } from '../../library/authoring/publish.server.ts';
import { publishDue } from '../../library/authoring/release.server.ts';
import { suspend } from '../../operations/members/account-status.server.ts';
import { setBlock } from '../messages/block.server.ts';
import { countUnread } from '../messages/unread.server.ts';
import { setFollow } from './follows.server.ts';

const world = testWorld();
const { notifyAll, texts, all } = testNotifications(world);
const hours = (n: number) => new Date(world.clock.at.getTime() + n * 3_600_000);
const news = '“Knee cut”';

async function creatorWith(...plans: Tier[]) {
  const creator = await world.person({ firstName: 'Bia', lastName: 'Rocha' });
  const followers = await Promise.all(plans.map((plan) => world.person({ plan })));
  for (const each of followers) await follow(each, creator);
  return { creator, followers };
}
const follow = (viewer: Viewer, creator: Viewer) => setFollow(world.scope(viewer), creator.username, true);

const details = (more: object = {}) =>
  ({
    title: 'Knee cut',
    description: 'Cut through the half guard.',
    steps: [],
    tags: [],
    category: 'technique',
    tier: 'free',
    techniqueType: null,
    difficultyLevel: 'beginner',
    beltLevelRequired: 'white',
    isForSale: false,
    price: null,
    release: 'now',
    publishAt: null,
    earlyUntil: null,
    ...more,
  }) as never;

/** Publishes as the upload form does. */
async function publishes(creator: Viewer, more: object = {}) {
  const key = crypto.randomUUID().replaceAll('-', '');
  const made = await row<{ id: number }>(world.em())`
    insert into media (key, owner_id, kind, status, mime, width, height, bytes, color, widths)
    values (${key}, ${creator.id}, 'image', 'ready', 'image/png', 640, 480, 1000, '#aabbcc', '{320,640}')
    returning id`;
  const file = { key, kind: 'image', id: made?.id ?? 0 } as never;
  return (await publish(world.member(creator), details(more), [file], 'No file')).id;
}
const heard = async (people: Viewer[]) =>
  Promise.all(people.map(async (each) => (await texts(each)).filter((text) => text.includes(news)).length));

test('the creator’s followers are notified of a new item once, and no other member is', async () => {
  const { creator, followers } = await creatorWith('free', 'vip');
  const [fan] = followers as [Viewer, Viewer];
  const stranger = await world.person();
  const id = await publishes(creator);
  await notifyAll({ times: 2 });
  await notify(world.em(), { kind: 'new-item', about: id, at: world.clock.at });
  await notifyAll();
  expect(await texts(fan)).toEqual(['Bia Rocha published “Knee cut”']);
  expect((await all(fan)).map((each) => lineOf(each).address)).toEqual([`/content/${id}`]);
  expect(await heard([...followers, stranger, creator])).toEqual([1, 1, 0, 0]);
  await setFollow(world.scope(fan), creator.username, false);
  await publishes(creator, { title: 'Another' });
  await notifyAll();
  expect(await texts(fan)).toHaveLength(1);
});

test('a notification that was read is not sent again when the job runs again', async () => {
  const { creator, followers } = await creatorWith('free');
  const [fan] = followers as [Viewer];
  const id = await publishes(creator);
  await notifyAll();
  await row(world.em())`update notifications set read_at = ${world.clock.at} where user_id = ${fan.id}`;
  await notify(world.em(), { kind: 'new-item', about: id, at: world.clock.at });
  await notifyAll({ times: 2 });
  expect([await heard([fan]), await countUnread(world.scope(fan))]).toEqual([
    [1],
    { messages: 0, notifications: 0 },
  ]);
});

test('a draft is announced once it is published, by hand or at its date', async () => {
  const { creator, followers } = await creatorWith('free');
  const draft = await publishes(creator, { release: 'draft' });
  await publishes(creator, { title: 'By itself', release: 'later', publishAt: hours(2) });
  expect(await notifyAll()).toBe(0);
  await updateContent(world.member(creator), draft, details());
  await notifyAll();
  expect(await texts(followers[0] as Viewer)).toEqual(['Bia Rocha published “Knee cut”']);
  const moment = hours(2);
  world.clock.at = hours(3);
  await publishDue(world.em(), world.clock.at);
  await publishDue(world.em(), world.clock.at);
  await notifyAll({ times: 2 });
  const [last] = await all(followers[0] as Viewer);
  expect([last?.item?.title, new Date(last?.at ?? 0)]).toEqual(['By itself', moment]);
  // A later change of the text notifies no one.
  await updateContent(world.member(creator), draft, details({ title: 'Knee cut again' }));
  expect(await notifyAll()).toBe(0);
});

test('during early access only VIPs are notified; the others when it opens, once each', async () => {
  const { creator, followers } = await creatorWith('free', 'premium', 'vip');
  const late = await world.person();
  await publishes(creator, { tier: 'premium', earlyUntil: hours(24) });
  await notifyAll({ times: 2 });
  expect(await heard(followers)).toEqual([0, 0, 1]);
  await follow(late, creator);
  world.clock.at = hours(23);
  expect(await notifyAll()).toBe(0);
  world.clock.at = hours(1);
  expect(await notifyAll({ times: 2 })).toBe(1);
  expect(await heard([...followers, late])).toEqual([1, 1, 1, 1]);
  expect(new Date((await all(late))[0]?.at ?? 0)).toEqual(world.clock.at);
});

test('when the date of early access is moved or ended, the others are notified when the item really opens', async () => {
  const { creator, followers } = await creatorWith('free', 'vip');
  const early = { tier: 'premium', earlyUntil: hours(24) };
  const [later, ended] = [await publishes(creator, early), await publishes(creator, early)];
  await notifyAll();
  expect(await heard(followers)).toEqual([0, 2]);
  await updateContent(world.member(creator), later, details({ ...early, earlyUntil: hours(48) }));
  await updateContent(world.member(creator), ended, details({ ...early, earlyUntil: null }));
  await notifyAll();
  expect(await heard(followers)).toEqual([1, 2]);
  world.clock.at = hours(24);
  await notifyAll();
  expect(await heard(followers)).toEqual([1, 2]);
  world.clock.at = hours(24);
  await notifyAll();
  expect(await heard(followers)).toEqual([2, 2]);
});

test('an item that got early access long after its publication is not announced', async () => {
  const { creator } = await creatorWith();
  const id = await publishes(creator, { tier: 'premium' });
  await notifyAll();
  const late = await world.person({ plan: 'vip' });
  await follow(late, creator);
  await updateContent(world.member(creator), id, details({ tier: 'premium', earlyUntil: hours(2) }));
  world.clock.at = hours(3);
  expect(await notifyAll()).toBe(0);
  expect(await heard([late])).toEqual([0]);
});

test('no notification about withdrawn items, to a member with a block, or of a kind that was turned off', async () => {
  const { creator, followers } = await creatorWith('free', 'free', 'free');
  const [first, blocking, deaf] = followers as [Viewer, Viewer, Viewer];
  await world.item({ creator: creator.id });
  await setBlock(world.member(blocking), creator.username, true);
  await chooseKinds(world.member(deaf), ['message']);
  const gone = await publishes(creator, { title: 'Gone' });
  await row(world.em())`update content set status = 'withdrawn' where id = ${gone}`;
  await publishes(creator);
  await notifyAll();
  expect(await Promise.all(followers.map(texts))).toEqual([['Bia Rocha published “Knee cut”'], [], []]);
  await suspend(world.member(await world.person({ isAdmin: true })), creator.id, 'Spam');
  expect(await texts(first)).toEqual(['A former member published a technique that is no longer here']);
  expect(await countUnread(world.scope(first))).toEqual({ messages: 0, notifications: 1 });
});

test('many followers are notified a thousand at a time', async () => {
  const { creator, followers } = await creatorWith('free');
  await row(world.em())`
    with made as (
      insert into users (email, username, first_name, last_name, password_hash)
      select 'many' || n || '@example.com', 'many_' || n, 'M', 'N' || n, 'x' from generate_series(1, 2400) n
      returning id
    )
    insert into follows (follower_id, creator_id, created_at) select id, ${creator.id}, now() from made`;
  const id = await publishes(creator);
  expect(await notifyAll({ times: 1 })).toBe(3);
  const shown = await row(world.em())`select count(*)::int as n from notifications where content_id = ${id}`;
  expect(shown).toEqual({ n: 2401 });
  expect(await heard(followers)).toEqual([1]);
});
