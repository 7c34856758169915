import { describe, expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { startPurchase } from '../../commerce/purchases/buy.server.ts';
import { refundPurchase } from '../../commerce/purchases/refund-purchase.server.ts';
import { setBlock } from '../../community/messages/block.server.ts';
import { sendMessage } from '../../community/messages/send.server.ts';
import { markRead } from '../../community/messages/thread.server.ts';
import { countUnread } from '../../community/messages/unread.server.ts';
import { rateContent } from '../../community/ratings/ratings.server.ts';
import { chooseKinds } from '../../identity/profile/notification-choices.server.ts';
import { suspend } from '../../operations/members/account-status.server.ts';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import { collections } from '../../operations/personal-data/collections.server.ts';
import { decideCase, undoDecision } from '../../operations/reports/decide.server.ts';
import { fileReport } from '../../operations/reports/report.server.ts';
import { kinds } from './event-kinds.ts';
import { lineOf } from './notification-text.ts';
import { markNotificationsRead, openNotification } from './notifications.server.ts';
import { notify } from './notify.server.ts';
import { sweepNotifications } from './sweep.server.ts';

const shop = testShop();
const { world } = shop;
const { notifyAll, texts, unread, all } = testNotifications(world);
const five = { rating: 5 as const, review: undefined };
const athlete = async (facts = {}) => {
  const made = await world.person(facts);
  return { made, item: await world.item({ creator: made.id, title: 'Knee cut' }) };
};
const fan = () => world.person({ plan: 'premium', firstName: 'Nova', lastName: 'Silva' });
const write = (from: Viewer, to: Viewer, text = 'Hello') =>
  sendMessage(world.member(from), to.username, { text });
const admin = async () => world.member(await world.person({ isAdmin: true })) as AdminScope;
const linksOf = async (viewer: Viewer) => (await all(viewer)).map((each) => lineOf(each).address);

describe('what is notified', () => {
  test('messages are gathered while unread, and removed once the conversation is opened', async () => {
    const [{ made: coach }, nova] = [await athlete(), await fan()];
    await write(nova, coach);
    await write(nova, coach, 'Two');
    await notifyAll({ times: 2 });
    await write(nova, coach, 'Three');
    await notifyAll({ times: 2 });
    expect(await unread(coach)).toEqual(['3 new messages from Nova Silva']);
    expect(await linksOf(coach)).toEqual([`/messages/${nova.username}#newest`]);
    expect(await countUnread(world.scope(coach))).toEqual({ messages: 3, notifications: 1 });
    const { id: last } = await write(nova, coach, 'Four');
    const talk = await row<{ id: number }>(world.em())`select max(conversation_id) as id from messages`;
    await markRead(world.member(coach), talk?.id ?? 0, last - 1);
    expect(await unread(coach)).toEqual(['1 new message from Nova Silva']);
    await markRead(world.member(coach), talk?.id ?? 0, last);
    expect(await countUnread(world.scope(coach))).toEqual({ messages: 0, notifications: 0 });
    // The message was read while the job waited, so no notification is due.
    await notifyAll();
    expect(await unread(coach)).toEqual([]);
    await write(nova, coach, 'Five');
    await notifyAll();
    expect(await texts(coach)).toEqual(['1 new message from Nova Silva', '1 new message from Nova Silva']);
  });

  test('new ratings are gathered by item; changed stars are not notified, and after reading a new one begins', async () => {
    const { made: coach, item } = await athlete();
    const raters = [await world.person(), await world.person(), await world.person()] as const;
    for (const each of raters.slice(0, 2)) await rateContent(world.member(each), item, five);
    await rateContent(world.member(raters[0]), item, { ...five, rating: 3 });
    await notifyAll({ times: 2 });
    expect(await unread(coach)).toEqual(['2 new ratings of “Knee cut”']);
    expect(await linksOf(coach)).toEqual([`/content/${item}#reviews`]);
    await markNotificationsRead(world.member(coach), { upTo: null });
    await rateContent(world.member(raters[2]), item, five);
    await notifyAll({ times: 2 });
    expect(await unread(coach)).toEqual(['1 new rating of “Knee cut”']);
  });

  test('a sale, and its refund', async () => {
    const { creator, buyer, item, asBuyer } = await shop.stand();
    const { clientSecret, purchaseId } = await startPurchase(asBuyer(), item);
    expect(await notifyAll()).toBe(0);
    await world.payments.answer(clientSecret);
    await world.payments.deliver();
    await world.payments.deliver();
    await notifyAll({ times: 2 });
    const [title] = await texts(creator);
    expect(title).toMatch(/^You sold “Item \d+”$/);
    expect(await linksOf(creator)).toEqual(['/studio/earnings#sales']);
    await refundPurchase(await admin(), purchaseId);
    await world.payments.deliver();
    await notifyAll({ times: 2 });
    expect(await texts(creator)).toEqual([
      title?.replace('You sold', 'A sale of').concat(' was refunded'),
      title,
    ]);
    expect(await texts(buyer)).toEqual([]);
    expect(JSON.stringify(await all(creator))).not.toContain(buyer.username);
  });

  test('a decision about a report: to its sender and to the member it is about', async () => {
    const { made: coach, item } = await athlete();
    const [reporter, boss] = [await world.person(), await admin()];
    await fileReport(world.member(reporter), { content: item }, { reason: 'spam', details: null });
    const found = await row<{ id: number }>(world.em())`select max(id) as id from report_cases`;
    const id = found?.id ?? 0;
    await decideCase(boss, id, { outcome: 'taken-down', personNote: 'Not yours', logNote: null } as never);
    await notifyAll({ times: 2 });
    expect(await texts(reporter)).toEqual(['We reviewed your report about “Knee cut”']);
    expect(await linksOf(reporter)).toEqual(['/account/reports']);
    expect(await texts(coach)).toEqual(['We made a decision about “Knee cut”']);
    expect(await linksOf(coach)).toEqual(['/account/reports?show=about-me']);
    await undoDecision(boss, id);
    await notifyAll();
    expect((await texts(coach))[0]).toBe('We put “Knee cut” back where it was');
  });

  test('each step of a request, and answers of support gathered by question', async () => {
    const [nova, coach] = [await fan(), await world.person({ firstName: 'Bia', lastName: 'Rocha' })];
    const { at } = world.clock;
    const request = { kind: 'request' as const, about: 7, title: 'Berimbolo', at };
    await notify(world.em(), { ...request, event: 'asked', to: coach.id, by: nova.id });
    await notify(world.em(), { ...request, event: 'accepted', to: nova.id, by: coach.id });
    await notify(world.em(), { ...request, event: 'settled', to: nova.id });
    for (const newest of [3, 4, 3]) {
      await notify(world.em(), {
        kind: 'support',
        event: 'answered',
        to: nova.id,
        about: 9,
        newest,
        title: 'My belt',
        at,
      });
    }
    await notifyAll({ times: 2 });
    expect(await texts(coach)).toEqual(['Nova Silva asks you for “Berimbolo”']);
    expect(await texts(nova)).toEqual([
      '2 answers to your question “My belt”',
      'The request “Berimbolo” is settled',
      'The request “Berimbolo” was accepted by Bia Rocha',
    ]);
    expect(await linksOf(nova)).toEqual(['/account/support/9', '/requests/7', '/requests/7']);
  });
});

describe('what is not notified', () => {
  test('kinds that a member turned off, from then on', async () => {
    const [{ made: coach, item }, nova] = [await athlete(), await fan()];
    await write(nova, coach);
    await notifyAll();
    await chooseKinds(
      world.member(coach),
      kinds.filter((kind) => kind !== 'message'),
    );
    await write(nova, coach, 'Two');
    await rateContent(world.member(nova), item, five);
    await notifyAll();
    expect(await texts(coach)).toEqual(['1 new rating of “Knee cut”', '1 new message from Nova Silva']);
    await chooseKinds(world.member(coach), []);
    await notify(world.em(), { kind: 'sale', event: 'sold', to: coach.id, about: 1, at: world.clock.at });
    await notifyAll();
    expect(await texts(coach)).toHaveLength(2);
  });

  test('what a blocked member does, except where money is settled', async () => {
    const [{ made: coach, item }, nova] = [await athlete(), await fan()];
    await write(nova, coach);
    await setBlock(world.member(coach), nova.username, true);
    await rateContent(world.member(nova), item, five);
    const request = { kind: 'request' as const, about: 1, to: coach.id, by: nova.id, at: world.clock.at };
    await notify(world.em(), { ...request, event: 'asked' }, { ...request, event: 'disputed' });
    await notifyAll();
    expect(await texts(coach)).toEqual(['The request something was disputed by Nova Silva']);
  });

  test('one’s own actions, and anything for a member who left', async () => {
    const { made: coach } = await athlete();
    const sale = { kind: 'sale' as const, event: 'sold' as const, about: 1, at: world.clock.at };
    await notify(world.em(), { ...sale, to: coach.id, by: coach.id });
    await world.em().transactional((em) => anonymise(em, coach.id, world.clock.at));
    await notify(world.em(), { ...sale, to: coach.id, about: 2 });
    await notifyAll();
    expect(await texts(coach)).toEqual([]);
  });
});

describe('later', () => {
  test('deleted members have no name, and deleted items neither title nor link', async () => {
    const [{ made: coach, item }, nova] = [await athlete(), await fan()];
    await write(nova, coach);
    await rateContent(world.member(nova), item, five);
    await notifyAll();
    await suspend(await admin(), nova.id, 'Spam');
    await row(world.em())`update content set status = 'withdrawn' where id = ${item}`;
    expect(await texts(coach)).toEqual([
      '1 new rating of a technique that is no longer here',
      '1 new message from a former member',
    ]);
    expect(await linksOf(coach)).toEqual([null, '/messages']);
    await row(world.em())`delete from content where id = ${item}`;
    expect(await countUnread(world.scope(coach))).toEqual({ messages: 1, notifications: 1 });
  });

  test('opening marks it, a prefetch does not, and a member cannot open another’s', async () => {
    const [{ made: coach }, nova] = [await athlete(), await fan()];
    await write(nova, coach);
    await notifyAll();
    const [{ id } = { id: 0 }] = await all(coach);
    await expect(openNotification(world.member(nova), id, true)).rejects.toThrow('Not found');
    await expect(markNotificationsRead(world.member(nova), { ids: [id] })).rejects.toThrow('Not found');
    expect(await openNotification(world.member(coach), id, false)).toBe(`/messages/${nova.username}#newest`);
    expect(await unread(coach)).toHaveLength(1);
    await openNotification(world.member(coach), id, true);
    expect(await unread(coach)).toEqual([]);
  });

  test('marking all leaves those that came after the page was rendered', async () => {
    const { made: coach } = await athlete();
    const sale = { kind: 'sale' as const, event: 'sold' as const, to: coach.id, at: world.clock.at };
    await notify(world.em(), { ...sale, about: 1, title: 'One' });
    await notifyAll();
    const [first] = await all(coach);
    await notify(world.em(), { ...sale, about: 2, title: 'Two' });
    await notifyAll();
    await markNotificationsRead(world.member(coach), { upTo: first?.moved ?? 0 });
    expect(await unread(coach)).toEqual(['You sold “Two”']);
  });

  test('read ones are deleted after 90 days, unread ones after a year', async () => {
    const { made: coach } = await athlete();
    const began = world.clock.at;
    const sale = { kind: 'sale' as const, event: 'sold' as const, to: coach.id, at: began };
    await notify(world.em(), { ...sale, about: 1 }, { ...sale, about: 2 });
    await notifyAll();
    await markNotificationsRead(world.member(coach), { ids: [(await all(coach))[0]?.id ?? 0] });
    const after = (days: number) => new Date(began.getTime() + days * 86_400_000 + 1);
    const left = async (days: number) => {
      await sweepNotifications(world.em(), after(days));
      return (await all(coach)).length;
    };
    expect([await left(89), await left(90), await left(364), await left(365)]).toEqual([2, 1, 1, 0]);
  });

  test('the archive has them and the chosen kinds; leaving removes them, and the member’s words at others', async () => {
    const [{ made: coach }, nova] = [await athlete(), await fan()];
    await write(nova, coach);
    await write(coach, nova);
    const request = { kind: 'request' as const, event: 'asked' as const, at: world.clock.at };
    await notify(world.em(), { ...request, to: coach.id, by: nova.id, about: 1, title: 'My secret' });
    await chooseKinds(world.member(nova), ['sale']);
    await notifyAll();
    const read = (name: string) =>
      collections
        .find((each) => each.name === name)
        ?.read(world.em(), { memberId: coach.id, after: 0, size: 9 });
    expect(await read('notifications')).toMatchObject([
      { kind: 'message' },
      { kind: 'request', about: 'My secret', by: nova.username, count: 1, readAt: null },
    ]);
    await world.em().transactional((em) => anonymise(em, nova.id, world.clock.at));
    expect(await texts(coach)).toEqual([
      'A former member asks you for something',
      '1 new message from a former member',
    ]);
    const kept = await rows(world.em())`select 1 from notifications where user_id = ${nova.id}`;
    expect(kept).toEqual([]);
    const choices = await row(world.em())`select unwanted_kinds from users where id = ${nova.id}`;
    expect(choices).toEqual({ unwanted_kinds: [] });
  });
});
