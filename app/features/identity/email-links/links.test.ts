import { expect, test } from 'vitest';
import { accountActions } from '../../../../tests/support/people/account-actions.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import type { LinkPurpose } from './account-link.ts';
import { confirmEmail } from './email-change.server.ts';
import { makeLink } from './links.server.ts';
import { readLink, useLink } from './links.sql.server.ts';

const world = testWorld();
const { member } = accountActions(world);
const purposes = ['verify', 'reset', 'change', 'undo'] as const;

const linkOf = ({ id }: Viewer, purpose: LinkPurpose, email: string) =>
  makeLink(world.em(), { purpose, email, userId: id, askedAt: world.clock.at });
const isGood = async (token: string) =>
  (await readLink(world.em(), token, purposes, world.clock.at)) !== null;
const waitsFor = ({ id }: Viewer, email: string) =>
  row(world.em())`
    update users set pending_email = ${email},
      pending_email_until = ${new Date(world.clock.at.getTime() + 3_600_000)} where id = ${id}`;

test.each(purposes)('a link to %s ends with its account', async (purpose) => {
  const viewer = await member();
  const address = purpose === 'change' ? `new_${viewer.id}@example.com` : viewer.email;
  if (purpose === 'change') await waitsFor(viewer, address);
  const token = await linkOf(viewer, purpose, address);
  expect(await isGood(token)).toBe(true);
  await row(world.em())`update users set status = 'suspended' where id = ${viewer.id}`;
  expect(await isGood(token)).toBe(false);
  expect(await useLink(world.em(), token, purposes, world.clock.at)).toBeNull();
});

test('a link for an address that is no longer the pending one is refused', async () => {
  const viewer = await member();
  await waitsFor(viewer, `second_${viewer.id}@example.com`);
  expect(await isGood(await linkOf(viewer, 'change', `first_${viewer.id}@example.com`))).toBe(false);
  expect(await isGood(await linkOf(viewer, 'change', `second_${viewer.id}@example.com`))).toBe(true);
});

test('links for a former address stay invalid when the account returns to it', async () => {
  const viewer = await member();
  const tokens = [await linkOf(viewer, 'reset', viewer.email), await linkOf(viewer, 'verify', viewer.email)];
  for (const address of [`away_${viewer.id}@example.com`, viewer.email]) {
    await waitsFor(viewer, address);
    expect(await confirmEmail(world.scope(), await linkOf(viewer, 'change', address))).not.toBeNull();
  }
  expect(
    (await row<{ email: string }>(world.em())`select email from users where id = ${viewer.id}`)?.email,
  ).toBe(viewer.email);
  for (const token of tokens) expect(await isGood(token)).toBe(false);
});
