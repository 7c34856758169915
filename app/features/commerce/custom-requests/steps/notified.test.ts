import { expect, test } from 'vitest';
import { testRequests } from '../../../../../tests/support/money/requests.ts';
import { testNotifications } from '../../../../../tests/support/people/notifications.ts';
import { row, rows } from '../../../../../tests/support/sql.ts';
import type { Viewer } from '../../../../scope.ts';
import { sendRequestEmails } from '../send-emails.server.ts';
import { decideRequest } from './decide.server.ts';

const shop = testRequests();
const { world } = shop;
const notices = testNotifications(world);

test('a step made by the clock is described as such to both sides: no side declined or cancelled', async () => {
  const messages = async (
    id: number,
    who: 'creator' | 'vip',
    people: Awaited<ReturnType<typeof shop.pair>>,
  ) => {
    await shop.turn();
    await notices.notifyAll();
    return [await shop.stateOf(id), (await notices.texts(people[who]))[0]];
  };
  const unanswered = await shop.pair();
  const asked = await shop.ask(unanswered.vip, unanswered.creator, 'Elbow');
  shop.days(14);
  for (const who of ['creator', 'vip'] as const) {
    expect(await messages(asked, who, unanswered)).toEqual([
      'expired',
      'The request “Elbow” was not answered in time',
    ]);
  }
  const unpaid = await shop.pair();
  const accepted = await shop.ask(unpaid.vip, unpaid.creator, 'Knee');
  await shop.takeStep(unpaid.creator, accepted, 'accept');
  shop.days(3);
  expect(await messages(accepted, 'creator', unpaid)).toEqual([
    'lapsed',
    'The request “Knee” was not paid in time',
  ]);
  const { id, ...late } = await shop.paid();
  shop.days(10);
  expect(await messages(id, 'vip', late)).toEqual([
    'late',
    'The request “Armbar from the stack” was not delivered in time',
  ]);
});

test('a member whose request expired without an answer also gets an email', async () => {
  const { creator, vip } = await shop.pair();
  const id = await shop.ask(vip, creator);
  shop.days(14);
  await shop.turn();
  await sendRequestEmails(world.systemContext(), { id, state: 'expired', by: null });
  const sent = await rows<{ to: string; text: string }>(world.em())`
    select payload->>'to' as to, payload->>'text' as text from graphile_worker._private_jobs
    where payload->>'text' like ${`%/requests/${id}%`}`;
  expect(sent.map(({ to }) => to)).toEqual([vip.email]);
  expect(sent[0]?.text).toContain('did not answer');
});

test('admins get an email about a dispute, except its two sides and admins without a confirmed address', async () => {
  const { id, creator, vip } = await shop.delivered();
  const [admin, unproved] = [await world.person({ isAdmin: true }), await world.person({ isAdmin: true })];
  await row(world.em())`update users set is_admin = true where id = ${creator.id}`;
  await row(world.em())`update users set verified_email = case when id <> ${unproved.id} then email end
    where is_admin`;
  await shop.takeStep(vip, id, 'dispute', 'It shows the other arm.');
  await sendRequestEmails(world.systemContext(), { id, state: 'disputed', by: vip.id });
  const sent = await rows<{ to: string; text: string }>(world.em())`
    select payload->>'to' as to, payload->>'text' as text from graphile_worker._private_jobs
    where payload->>'text' like ${`%/requests/${id}%`} order by payload->>'subject'`;
  expect(sent.map(({ to }) => to)).toEqual([admin.email, creator.email]);
  expect(sent[0]?.text).toContain(`/admin/requests/${id}`);
});

test('no admin decides a dispute of their own while another admin can', async () => {
  const { id, creator, vip } = await shop.delivered();
  await shop.takeStep(vip, id, 'dispute', 'It shows the other arm.');
  await row(world.em())`update users set is_admin = true where id = ${creator.id}`;
  const decide = (viewer: Viewer) =>
    decideRequest(world.member({ ...viewer, isAdmin: true }), id, { outcome: 'release', reason: 'Fine.' });
  const admin = await world.person({ isAdmin: true });
  await expect(decide(creator)).rejects.toThrow(/another admin/);
  expect(await shop.stateOf(id)).toBe('disputed');
  await decide(admin);
  expect(await shop.stateOf(id)).toBe('done');
});
