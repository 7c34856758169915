import { beforeEach, describe, expect, test } from 'vitest';
import { accountActions, errorsOf, hourMs } from '../../../../tests/support/people/account-actions.ts';
import { linkIn } from '../../../../tests/support/people/mail.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { beginSession, viewerById } from '../sessions/sessions.server.ts';

const world = testWorld();
const mails = world.mail;
const { later, member, signsUp, stored, open, press, asksFor, movingTo } = accountActions(world);
beforeEach(async () => {
  await mails.deliver();
});

describe('a member who did not ask for the change of address', () => {
  test('stops it from the old mailbox: every session, password and pending change of the thief ends', async () => {
    const viewer = await member();
    await beginSession(world.em(), viewer.id, { now: world.clock.at, agent: null, address: '' });
    const { confirm, undo: stop } = await movingTo(viewer, 'thief@example.com');
    expect((await open(stop)).status).toBe(200);
    const before = await stored(viewer);
    const answer = await press(stop);
    expect(answer.headers.get('location')).toMatch(/^\/auth\/reset\/[\w-]{43}$/);
    const after = await stored(viewer);
    expect(after).toMatchObject({ email: viewer.email, pending_email: null });
    expect(after?.password_hash).not.toBe(before?.password_hash);
    expect(await rows(world.em())`select 1 from sessions where user_id = ${viewer.id}`).toEqual([]);
    expect((await open(confirm)).status).toBe(410);
    expect((await open(stop)).status).toBe(410);
  });

  test('can restore the account for a week, even when the thief changed the address again and used that link', async () => {
    const viewer = await member();
    await press((await movingTo(viewer, 'thief1@example.com')).confirm);
    const mine = linkIn(await mails.deliver(), '/auth/undo/');
    later(hourMs);
    const moved = await viewerById(world.em(), viewer.id, world.clock.at);
    const { confirm } = await movingTo(moved, 'thief2@example.com');
    await press(confirm);
    const his = linkIn(await mails.deliver(), '/auth/undo/');
    await press(his);
    expect((await stored(viewer))?.email).toBe('thief1@example.com');
    later(6 * 24 * hourMs);
    await press(mine);
    expect((await stored(viewer))?.email).toBe(viewer.email);
  });

  test('finds the old address still reserved: no other member can take it for a week', async () => {
    const viewer = await member();
    await press((await movingTo(viewer, 'moved@example.com')).confirm);
    await mails.deliver();
    const join = () => signsUp('squatter', viewer.email);
    expect(await errorsOf(await join())).toEqual({ email: ['There is already an account with this email.'] });
    later(7 * 24 * hourMs + 1);
    expect((await join()).status).toBe(303);
  });

  test('gets a notice without a working link at an old address that was never confirmed', async () => {
    const viewer = await member();
    await row(world.em())`update users set verified_email = null where id = ${viewer.id}`;
    expect((await asksFor(viewer, 'right@example.com')).status).toBe(303);
    const [mail, ...more] = await mails.deliver();
    expect([mail?.to, more]).toEqual(['right@example.com', []]);
    await press(linkIn([mail!], '/auth/verify/'));
    const [notice] = await mails.deliver();
    expect([notice?.to, notice?.text.includes('http')]).toEqual([viewer.email, false]);
  });
});
