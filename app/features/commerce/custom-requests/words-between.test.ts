import { expect, test } from 'vitest';
import { testRequests } from '../../../../tests/support/money/requests.ts';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import { setBlock } from '../../community/messages/block.server.ts';
import { sendMessage } from '../../community/messages/send.server.ts';
import { anonymise } from '../../operations/members/anonymise.server.ts';

const shop = testRequests();
const { world } = shop;
const notices = testNotifications(world);
const hello = { text: 'A question about it' };

test('the two sides of an open request can write to each other whatever their plans, as its page says', async () => {
  const creator = await world.person();
  const vip = await world.person({ plan: 'vip' });
  await shop.offer(creator);
  const id = await shop.ask(vip, creator);
  const lapsed = { ...vip, plan: 'free' as const };
  expect((await sendMessage(world.member(creator), vip.username, hello)).isNew).toBe(true);
  const other = await world.person();
  await shop.offer(other);
  await shop.ask(vip, other);
  expect((await sendMessage(world.member(lapsed), other.username, hello)).isNew).toBe(true);
  expect(id).toBeGreaterThan(0);
});

test('a request does not lift a block, and gives no right to write once it is over', async () => {
  const { creator, vip } = await shop.pair();
  const id = await shop.ask(vip, creator);
  await setBlock(world.member(creator), vip.username, true);
  const free = { ...vip, plan: 'free' as const };
  await expect(sendMessage(world.member(free), creator.username, hello)).rejects.toThrow(/at the moment/);
  await setBlock(world.member(creator), vip.username, false);
  await shop.takeStep(vip, id, 'withdraw');
  await expect(sendMessage(world.member(free), creator.username, hello)).rejects.toThrow(
    /start conversations/,
  );
});

test('the words of a requester who left are removed from the creator’s notifications, old and new', async () => {
  const { creator, vip } = await shop.pair();
  const declined = await shop.ask(vip, creator, 'My private trouble');
  shop.days(14);
  await shop.turn();
  expect(await shop.stateOf(declined)).toBe('expired');
  const open = await shop.ask(vip, creator, 'My other trouble');
  await shop.takeStep(creator, open, 'accept');
  await notices.notifyAll();
  expect((await notices.texts(creator)).join()).toContain('trouble');
  await world.em().transactional((em) => anonymise(em, vip.id, world.clock.at));
  await notices.notifyAll();
  expect((await notices.texts(creator)).join()).not.toContain('trouble');
});
