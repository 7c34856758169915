import { beforeEach, describe, expect, test } from 'vitest';
import { accountActions, hourMs } from '../../../../tests/support/people/account-actions.ts';
import { linkIn } from '../../../../tests/support/people/mail.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import { MailFailed, MailRefused } from '../../../mail/mail.ts';
import { viewerById } from '../sessions/sessions.server.ts';
import * as forgot from './forgot.page.tsx';
import { sweepAccounts } from './links.server.ts';
import * as again from './send-again.action.ts';

const world = testWorld();
const mails = world.mail;
const { later, member, signsUp, stored, open, press, movingTo } = accountActions(world);
beforeEach(async () => {
  await mails.deliver();
});

describe('after signing up', () => {
  const joins = async (username: string) => {
    await signsUp(username);
    const found = await row<{ id: number }>(world.em())`select id from users where username = ${username}`;
    return viewerById(world.em(), found!.id, world.clock.at);
  };

  test('one email asks to confirm the address; opening the link confirms nothing, the button does', async () => {
    const viewer = await joins('nova');
    const [mail, ...more] = await mails.deliver();
    expect([mail?.to, more]).toEqual(['nova@example.com', []]);
    expect(mail?.text).toMatch(/^Hello Nova,\n\n/);
    const path = linkIn([mail!], '/auth/verify/');
    for (let look = 0; look < 3; look += 1) expect((await open(path)).status).toBe(200);
    expect((await stored(viewer))?.verified_email).toBeNull();
    const answer = await press(path, viewer);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect((await stored(viewer))?.verified_email).toBe('nova@example.com');
    expect((await open(path)).status).toBe(410);
    expect((await press(path)).headers.get('location')).toBe(path);
  });

  test('a new member is led to the next steps, and to the profile once these are closed', async () => {
    const confirms = async (username: string, seesWelcome: boolean) => {
      const viewer = await joins(username);
      expect(viewer?.seesWelcome).toBe(true);
      const path = linkIn(await mails.deliver(), '/auth/verify/');
      return (await press(path, { ...viewer!, seesWelcome })).headers.get('location');
    };
    expect(await confirms('fresh', true)).toBe('/');
    expect(await confirms('settled', false)).toBe('/profile');
  });

  test('the queue and the table hold no working link', async () => {
    await joins('secretive');
    const jobs = await rows<{ payload: object }>(world.em())`
      select payload from graphile_worker._private_jobs where payload->>'email' = 'secretive@example.com'`;
    expect(jobs).toHaveLength(1);
    const [mail] = await mails.deliver();
    const token = linkIn([mail!], '/auth/verify/').split('/').at(-1) ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(jobs)).not.toContain(token);
    const kept = await rows(world.em())`select * from account_links`;
    expect(JSON.stringify(kept)).not.toContain(token);
    expect((await open(`/auth/verify/${(kept as { token_hash: string }[]).at(-1)?.token_hash}`)).status).toBe(
      410,
    );
  });

  test('a link is valid for a day, and another can be sent; both work, and using one ends both', async () => {
    const viewer = await joins('sleeper');
    const first = linkIn(await mails.deliver(), '/auth/verify/');
    later(2 * hourMs);
    const answer = await world.send(
      again.action,
      viewer,
      '/account/email/send-again',
      {},
      formPost({ back: '/profile' }),
    );
    expect(answer.headers.get('location')).toBe('/profile');
    const second = linkIn(await mails.deliver(), '/auth/verify/');
    expect((await open(first)).status).toBe(200);
    later(22 * hourMs);
    expect((await open(first)).status).toBe(410);
    expect((await press(second)).headers.get('location')).toBe('/');
    expect((await stored(viewer))?.verified_email).toBe('sleeper@example.com');
    await world.send(again.action, viewer, '/account/email/send-again', {}, formPost({}));
    expect(await mails.deliver()).toEqual([]);
  });

  test('an email that failed is sent again with a working link; one that was refused for good is not', async () => {
    await joins('patient');
    mails.breaks(new MailFailed('not now'));
    expect(await mails.deliver()).toEqual([]);
    mails.breaks(null);
    const [mail] = await mails.deliver();
    expect((await open(linkIn([mail!], '/auth/verify/'))).status).toBe(200);
    await joins('unlucky');
    mails.breaks(new MailRefused('no such mailbox'));
    await mails.deliver();
    mails.breaks(null);
    expect(await mails.deliver()).toEqual([]);
  });

  test('an email that would come too late is not sent', async () => {
    await joins('forgotten');
    later(25 * hourMs);
    expect(await mails.deliver()).toEqual([]);
  });
});

test('a link of one kind does not work as another, and an invalid one does nothing', async () => {
  const viewer = await member();
  await world.send(forgot.action, null, '/auth/forgot', {}, formPost({ email: viewer.email }));
  const token =
    linkIn(await mails.deliver(), '/auth/reset/')
      .split('/')
      .at(-1) ?? '';
  expect((await open(`/auth/verify/${token}`)).status).toBe(410);
  expect((await press(`/auth/verify/${token}`)).headers.get('location')).toMatch(/^\/auth\/verify/);
  expect((await open(`/auth/undo/${token}`)).status).toBe(410);
  for (const rubbish of ['', 'x', "' or 1=1 --", '\u0000', 'é'.repeat(5_000)]) {
    expect((await open(`/auth/undo/${rubbish}`)).status).toBe(410);
  }
});

test('expired links are deleted', async () => {
  const viewer = await member();
  await movingTo(viewer, 'slow@example.com');
  later(8 * 24 * hourMs);
  await sweepAccounts(world.em(), world.clock.at);
  expect((await stored(viewer))?.pending_email).toBeNull();
  expect(await rows(world.em())`select 1 from account_links where user_id = ${viewer.id}`).toEqual([]);
});
