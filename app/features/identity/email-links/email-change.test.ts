import { beforeEach, describe, expect, test } from 'vitest';
import { accountActions, errorsOf } from '../../../../tests/support/people/account-actions.ts';
import { linkIn } from '../../../../tests/support/people/mail.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import * as profileCall from '../profile/profile.api.ts';
import * as cancel from './cancel-email.action.ts';
import * as again from './send-again.action.ts';

const world = testWorld();

const { member, stored, open, press, asksFor, movingTo } = accountActions(world);
beforeEach(async () => {
  await world.mail.deliver();
});

describe('a new address', () => {
  test('[C4] waits until its mailbox confirms it, and the old mailbox is notified', async () => {
    const viewer = await member();
    const { mails, confirm } = await movingTo(viewer, 'new.home@example.com');
    expect(mails.map(({ to }) => to).sort()).toEqual([viewer.email, 'new.home@example.com'].sort());
    expect(mails.find(({ to }) => to === viewer.email)?.text).toContain('n***@example.com');
    expect(await stored(viewer)).toMatchObject({
      email: viewer.email,
      pending_email: 'new.home@example.com',
    });
    expect((await open(confirm)).status).toBe(200);
    await press(confirm);
    expect(await stored(viewer)).toMatchObject({
      email: 'new.home@example.com',
      verified_email: 'new.home@example.com',
      pending_email: null,
    });
    const [notice, ...more] = await world.mail.deliver();
    expect([notice?.to, notice?.subject, more]).toEqual([viewer.email, 'Your email address was changed', []]);
    expect(linkIn([notice!], '/auth/undo/')).toBeTruthy();
  });

  test('needs the password, and must be another one', async () => {
    const viewer = await member();
    const wrong = await asksFor(viewer, 'x@example.com', 'closed guard');
    expect(wrong.status).toBe(422);
    const text = await wrong.clone().text();
    expect(text).not.toContain('closed guard');
    expect(await errorsOf(wrong)).toEqual({
      currentPassword: ['This is not your password. Please try again.'],
    });
    expect(await errorsOf(await asksFor(viewer, viewer.email.toUpperCase()))).toEqual({
      email: ['This is already your address.'],
    });
    expect(await world.mail.deliver()).toEqual([]);
    expect((await stored(viewer))?.pending_email).toBeNull();
  });

  test('that has an account gets the same answer as any other; only its mailbox learns the reason', async () => {
    const [viewer, other] = [await member(), await world.person()];
    const [taken, free] = [
      await asksFor(viewer, other.email),
      await asksFor(await member(), 'nobody@example.com'),
    ];
    const words = async (answer: Response) => [
      answer.status,
      answer.headers.get('location'),
      JSON.stringify(await world.context().cookies.flash.parse(answer.headers.get('set-cookie'))).replaceAll(
        /\S+@\S+/g,
        'X',
      ),
    ];
    expect(await words(taken)).toEqual(await words(free));
    expect((await stored(viewer))?.pending_email).toBe(other.email);
    const mail = (await world.mail.deliver()).find(({ to }) => to === other.email)!;
    expect(mail.subject).toBe('You already have an account');
    expect(mail.text).not.toMatch(/auth\/verify|auth\/undo/);
    expect(mail.text).not.toContain(viewer.username);
  });

  test('that another member registers meanwhile stays theirs', async () => {
    const viewer = await member();
    const { confirm } = await movingTo(viewer, 'wanted@example.com');
    await row(
      world.em(),
    )`update users set email = 'wanted@example.com' where id = ${(await world.person()).id}`;
    const answer = await press(confirm);
    expect([answer.status, await errorsOf(answer)]).toEqual([
      422,
      { '': ['This address belongs to another account now.'] },
    ]);
    expect((await stored(viewer))?.email).toBe(viewer.email);
  });

  test('two accounts that confirm the same address at once: one gets it', async () => {
    const [ann, bob] = [await member(), await member()];
    const links = [await movingTo(ann, 'both@example.com'), await movingTo(bob, 'both@example.com')];
    const answers = await Promise.all(links.map(({ confirm }) => press(confirm)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    const owners = await rows(world.em())`select 1 from users where email = 'both@example.com'`;
    expect(owners).toHaveLength(1);
  });

  test('can be sent again, changed for another and cancelled', async () => {
    const viewer = await member();
    const { confirm } = await movingTo(viewer, 'first@example.com');
    await world.send(again.action, viewer, '/x', {}, formPost({}));
    expect((await world.mail.deliver()).map(({ to }) => to)).toEqual(['first@example.com']);
    const second = await movingTo(viewer, 'second@example.com');
    expect((await open(confirm)).status).toBe(410);
    await world.send(cancel.action, viewer, '/x', {}, formPost({}));
    expect((await press(second.confirm)).headers.get('location')).toBe(second.confirm);
    expect(await stored(viewer)).toMatchObject({ email: viewer.email, pending_email: null });
  });

  test('cannot be used to flood mailboxes', async () => {
    const viewer = await member();
    const plenty = world.rates.scale;
    world.rates.scale = 1;
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await asksFor(viewer, `victim${n}@example.com`));
    world.rates.scale = plenty;
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429]);
  });

  test('can be started by PATCH /api/profile, with the password, and the answer says what is pending', async () => {
    const viewer = await member();
    const patch = (body: unknown) =>
      world.send(profileCall.action, viewer, '/api/profile', {}, jsonCall('PATCH', body));
    const refused = await patch({ bio: 'Hello', email: 'patched@example.com' });
    expect([refused.status, ((await refused.json()) as { errors: object }).errors]).toEqual([
      422,
      { currentPassword: ['Please enter your password to change your email.'] },
    ]);
    expect((await patch({ email: 'nobody', currentPassword: 'open guard' })).status).toBe(422);
    expect((await patch({ email: 'patched@example.com', currentPassword: 'wrong' })).status).toBe(422);
    expect(await (await patch({ bio: 'Hi', email: viewer.email.toUpperCase() })).json()).toMatchObject({
      bio: 'Hi',
      email: viewer.email,
      pendingEmail: null,
    });
    const started = await patch({ email: 'patched@example.com', currentPassword: 'open guard' });
    expect([started.status, await started.json()]).toMatchObject([
      200,
      { email: viewer.email, isEmailVerified: true, pendingEmail: 'patched@example.com' },
    ]);
    expect((await world.mail.deliver()).map(({ to }) => to).sort()).toEqual(
      [viewer.email, 'patched@example.com'].sort(),
    );
  });
});
