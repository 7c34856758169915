import { expect, test } from 'vitest';
import { accountActions } from '../../../../tests/support/people/account-actions.ts';
import { factorActions } from '../../../../tests/support/people/factor-actions.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { checkPassword } from '../accounts/accounts.server.ts';
import { beginSession, listSessions, viewerOf } from './sessions.server.ts';

const world = testWorld();
const account = accountActions(world);
const { begins } = factorActions(world, account);
const day = 24 * 60 * 60 * 1000;

const begin = ({ id }: Viewer, at = world.clock.at) =>
  beginSession(world.em(), id, { now: at, agent: null, address: '203.0.113.9' });
const holder = (token: string) => viewerOf(world.em(), token, world.clock.at);
const becomes = ({ id }: Viewer, status: string) =>
  row(world.em())`update users set status = ${status} where id = ${id}`;
const signIn = ({ email }: Viewer) => checkPassword(world.scope(), { email, password: 'open guard' });

test.each(['suspended', 'deleted'])(
  'a session that begins while its account ends (%s) is invalid',
  async (status) => {
    const viewer = await account.member();
    const token = await begin(viewer);
    expect((await holder(token))?.id).toBe(viewer.id);
    await becomes(viewer, status);
    expect(await holder(token)).toBeNull();
  },
);

test('tokens that are looked up at once find their own members, and an unknown one finds none', async () => {
  const members = await Promise.all([1, 2, 3].map(() => account.member()));
  const [ann, bob, cy] = await Promise.all(members.map((member) => begin(member)));
  const asked = [ann, bob, 'unknown', cy, ann, bob].map((token) => holder(token ?? ''));
  const found = (await Promise.all(asked)).map((viewer) => viewer?.id ?? null);
  const [first, second, third] = members.map(({ id }) => id);
  expect(found).toEqual([first, second, null, third, first, second]);
});

test('a deleted account answers like an unknown one, even with the right password', async () => {
  const viewer = await account.member();
  expect(await signIn(viewer)).toEqual({ userId: viewer.id, hasSecondFactor: false });
  await becomes(viewer, 'deleted');
  await expect(signIn(viewer)).rejects.toMatchObject({
    field: undefined,
    message: 'Wrong email or password. Please try again.',
  });
});

test('a second factor that was begun and never confirmed is not asked for', async () => {
  const viewer = await account.member();
  await begins(viewer);
  expect(await row(world.em())`select 1 from second_factors where user_id = ${viewer.id}`).not.toBeNull();
  expect((await signIn(viewer)).hasSecondFactor).toBe(false);
});

test('a session that ended after thirty days is not listed, however recently it was used', async () => {
  const viewer = await account.member();
  const token = await begin(viewer, new Date(world.clock.at.getTime() - 31 * day));
  await row(world.em())`update sessions set last_seen_at = ${world.clock.at} where user_id = ${viewer.id}`;
  await begin(viewer, new Date(world.clock.at.getTime() - 29 * day));
  await row(world.em())`
    update sessions set last_seen_at = ${world.clock.at} where user_id = ${viewer.id}`;
  expect(await holder(token)).toBeNull();
  expect(await listSessions(world.member(viewer))).toHaveLength(1);
});
