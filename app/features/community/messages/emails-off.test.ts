import { beforeEach, expect, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as emailsOff from './emails-off.page.tsx';
import { sendDueNotices, wantsMails } from './notice.server.ts';
import { offToken } from './off-token.server.ts';
import { sendMessage } from './send.server.ts';

const world = testWorld();
let fan: Viewer;
let athlete: Viewer;
beforeEach(async () => {
  [fan, athlete] = [await world.person({ plan: 'vip' }), await world.person()];
  await world.item({ creator: athlete.id });
});

const tokenOf = ({ id }: Viewer) => offToken(world.systemContext().box, { kind: 'messages', memberId: id });
const open = (token: string, viewer: Viewer | null = null) =>
  world.send(emailsOff.loader, viewer, `/emails/off/${token}`, { token });
const post = (token: string, body?: BodyInit, viewer: Viewer | null = null) =>
  world.send(
    emailsOff.action,
    viewer,
    `/emails/off/${token}`,
    { token },
    { method: 'POST', body: body ?? null },
  );
const oneClick = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
const wants = (viewer: Viewer) => wantsMails(world.member(viewer));

async function mailed() {
  await sendMessage(world.member(fan), athlete.username, { text: 'Hello' });
  world.clock.at = new Date(world.clock.at.getTime() + 3_600_000);
  await row(world.em())`delete from graphile_worker._private_jobs`;
  await sendDueNotices(world.systemContext());
  const jobs = await rows<{ payload: { to: string; text: string; offAddress?: string } }>(world.em())`
    select payload from graphile_worker._private_jobs`;
  return jobs.map(({ payload }) => payload).filter(({ to }) => to === athlete.email);
}

test('the email about unread messages says where it is turned off, and one click there ends it', async () => {
  const [mail] = await mailed();
  expect(mail?.text).toContain(mail?.offAddress);
  const token = mail?.offAddress?.split('/emails/off/')[1] ?? '';
  expect((await post(token, oneClick())).status).toBe(200);
  expect([await wants(athlete), await wants(fan)]).toEqual([false, true]);
  expect(await mailed()).toEqual([]);
});

test('a form with parts counts, too, and so does a second click, years later and from the account of another', async () => {
  const token = tokenOf(athlete);
  await row(world.em())`update users set email = 'moved@example.com' where id = ${athlete.id}`;
  world.clock.at = new Date(world.clock.at.getTime() + 10 * 365 * 86_400_000);
  const parts = new FormData();
  parts.append('List-Unsubscribe', 'One-Click');
  for (const body of [parts, oneClick()]) {
    expect((await post(token, body, fan)).status).toBe(200);
    expect([await wants(athlete), await wants(fan)]).toEqual([false, true]);
  }
});

test('opening the link changes nothing, however often a scanner does; its button does, and comes back to the page', async () => {
  const token = tokenOf(athlete);
  for (let look = 0; look < 20; look += 1)
    expect(await (await open(token)).json()).toMatchObject({ isOn: true });
  expect(await wants(athlete)).toBe(true);
  const answer = await post(token, new URLSearchParams());
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/emails/off/${token}`]);
  expect(await (await open(token)).json()).toMatchObject({ isOn: false });
});

test('a token that is not ours opens nothing and changes nothing', async () => {
  const token = tokenOf(athlete);
  const { box } = world.systemContext();
  const wrong = [
    '',
    'nonsense',
    token.slice(0, -2),
    `${token}AA`,
    `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`,
    box.seal(`messages ${athlete.id}`, 'something else'),
    box.seal(`others ${athlete.id}`, 'emails off'),
  ];
  for (const each of wrong) {
    expect((await open(each)).status).toBe(404);
    expect((await post(each, oneClick())).status).toBe(404);
  }
  expect(await wants(athlete)).toBe(true);
});

test('the token of a member who has left is answered like any other', async () => {
  const token = tokenOf({ ...athlete, id: 2_000_000 });
  expect([(await open(token)).status, (await post(token, oneClick())).status]).toEqual([200, 200]);
});
