import { describe, expect, test } from 'vitest';
import { details, testRequests } from '../../../../tests/support/money/requests.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { suspend } from '../../operations/members/account-status.server.ts';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import { collections } from '../../operations/personal-data/collections.server.ts';
import { sendRequestEmails } from './send-emails.server.ts';

const shop = testRequests();
const { world } = shop;

describe('a side that leaves', () => {
  test('a suspended creator’s open requests are cancelled and paid ones refunded; delivered ones stay', async () => {
    const { id, item, creator } = await shop.paid();
    const asked = await shop.ask(await world.person({ plan: 'vip' }), creator);
    await suspend(world.member(await world.person({ isAdmin: true })), creator.id, 'Rude.');
    await shop.turn();
    expect([await shop.stateOf(id), await shop.stateOf(asked)]).toEqual(['cancelled', 'cancelled']);
    expect(await shop.statesOf(item)).toEqual(['refunded']);
    const delivered = await shop.delivered();
    await suspend(world.member(await world.person({ isAdmin: true })), delivered.creator.id, 'Rude.');
    shop.days(7);
    await shop.turn();
    expect(await shop.stateOf(delivered.id)).toBe('done');
    await shop.settled();
  });

  test.each(['creator', 'vip'] as const)(
    'a deleted %s’s requests are ended as well, and their words are removed',
    async (who) => {
      const made = await shop.paid();
      const lapsed = await shop.ask(await world.person({ plan: 'vip' }), made.creator);
      await shop.takeStep(made.creator, lapsed, 'accept');
      await shop.fill(made.id);
      await world.em().transactional((em) => anonymise(em, made[who].id, world.clock.at));
      await shop.turn();
      expect(await shop.stateOf(made.id)).toBe('cancelled');
      expect(await shop.statesOf(made.item)).toEqual(['refunded']);
      const left = await row<{ details: string | null }>(
        world.em(),
      )`select details from requests where id = ${made.id}`;
      expect(left?.details).toBe(who === 'vip' ? null : details);
      await shop.settled();
    },
  );

  test('the end of a plan cancels no request', async () => {
    const { id, creator, vip } = await shop.paid();
    await row(world.em())`update users set plan = 'free' where id = ${vip.id}`;
    await shop.fill(id);
    await shop.takeStep(creator, id, 'deliver');
    expect((await shop.takeStep({ ...vip, plan: 'free' }, id, 'confirm')).id).toBe(id);
  });
});

test('both sides find a request in their data export, and emails go to the side that did not act', async () => {
  const { id, creator, vip } = await shop.paid();
  const read = collections.find(({ name }) => name === 'requests')?.read;
  for (const { id: memberId } of [creator, vip]) {
    const [entry] = (await read?.(world.em(), { memberId, after: id - 1, size: 1 })) ?? [];
    expect(entry).toMatchObject({ details, state: 'paid', steps: [{ state: 'asked' }, {}, {}] });
  }
  const sent = async () =>
    (
      await rows<{ to: string }>(world.em())`
        select payload->>'to' as to from graphile_worker._private_jobs
        where payload->>'text' like ${`%/requests/${id}%`}`
    ).map(({ to }) => to);
  await sendRequestEmails(world.systemContext(), { id, state: 'accepted', by: creator.id });
  expect(await sent()).toEqual([vip.email]);
  await sendRequestEmails(world.systemContext(), { id, state: 'late', by: null });
  expect((await sent()).toSorted()).toEqual([creator.email, vip.email, vip.email].toSorted());
});
