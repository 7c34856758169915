import argon2 from 'argon2';
import { describe, expect, test } from 'vitest';
import { accountActions } from '../../../../tests/support/people/account-actions.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { action as loginCall } from '../sessions/login.api.ts';
import { action as changePassword } from '../sessions/security.page.tsx';
import { asciiEmail, readableEmail } from './email-address.ts';
import { action as registerCall } from './register.api.ts';

const world = testWorld();
const { member, signsIn, signsUp, stored } = accountActions(world);

const composed = 'caf\u00e9 \u30ac\u30fc\u30c9';
const decomposed = composed.normalize('NFD');

/** A password as it was stored before passwords were normalised. */
const storedAsTyped = (password: string) =>
  argon2.hash(password, { memoryCost: 1_024, timeCost: 1, parallelism: 1 });

describe('a password is one, however its letters are composed', () => {
  test.each([
    [composed, decomposed],
    [decomposed, composed],
    ['ｇｕａｒｄ　１２３', 'guard 123'],
  ])('set as %j, it opens as %j', async (set, typed) => {
    const username = `spelt_${[...set].length}_${set === decomposed}_${set.codePointAt(0)}`;
    const fields = { username, email: `${username}@example.com`, password: set, confirmPassword: typed };
    const made = await world.send(
      registerCall,
      null,
      '/api/register',
      {},
      jsonCall('POST', { firstName: 'Nova', lastName: 'Silva', ...fields }),
    );
    expect(made.status).toBe(201);
    expect((await signsIn(fields.email, typed)).status).toBe(303);
    const call = jsonCall('POST', { email: fields.email, password: typed });
    expect((await world.send(loginCall, null, '/api/login', {}, call)).status).toBe(200);
  });

  test('one stored decomposed opens as it was typed, and from then on composed too', async () => {
    const viewer = await member();
    await row(world.em())`
      update users set password_hash = ${await storedAsTyped(decomposed)} where id = ${viewer.id}`;
    expect((await signsIn(viewer.email, composed)).status).toBe(422);
    expect((await signsIn(viewer.email, decomposed)).status).toBe(303);
    expect((await signsIn(viewer.email, composed)).status).toBe(303);
    expect((await signsIn(viewer.email, decomposed)).status).toBe(303);
    expect((await signsIn(viewer.email, 'cafe guard')).status).toBe(422);
  });

  test('one stored decomposed also proves its owner before a change', async () => {
    const viewer = await member();
    await row(world.em())`
      update users set password_hash = ${await storedAsTyped(decomposed)} where id = ${viewer.id}`;
    const fields = { currentPassword: decomposed, password: composed, confirmPassword: decomposed };
    const answer = await world.send(changePassword, viewer, '/account/security', {}, formPost(fields));
    expect(answer.status).toBe(303);
    expect((await signsIn(viewer.email, composed)).status).toBe(303);
  });

  test('a hash is only replaced when the password fits as it was typed', async () => {
    const viewer = await member('open guard');
    const before = await stored(viewer);
    expect((await signsIn(viewer.email, decomposed)).status).toBe(422);
    expect((await signsIn(viewer.email, 'open guard')).status).toBe(303);
    expect(await stored(viewer)).toEqual(before);
  });
});

const readable = 'Jo@Bücher.example';
const ascii = 'Jo@xn--bcher-kva.example';

describe('an address with an international domain', () => {
  test.each([
    [readable, ascii],
    ['jo@bu\u0308cher.example', 'jo@xn--bcher-kva.example'],
    ['jo@道場。日本', 'jo@xn--rlsx91k.xn--wgv71a'],
    ['jo@straße.example', 'jo@xn--strae-oqa.example'],
    ['Jo@Example.com', 'Jo@Example.com'],
    ['nobody', 'nobody'],
  ])('%s is stored as %s', (typed, kept) => expect(asciiEmail(typed)).toBe(kept));

  test('is shown as people write it', () => {
    expect(readableEmail('jo@xn--bcher-kva.example')).toBe('jo@bücher.example');
    expect(readableEmail('jo@xn--rlsx91k.xn--wgv71a')).toBe('jo@道場.日本');
    expect(readableEmail('jo@example.com')).toBe('jo@example.com');
    expect(readableEmail('jo@xn--a.example')).toBe('jo@xn--a.example');
  });

  test('signs up, gets its email, and signs in with either spelling', async () => {
    expect((await signsUp('jo_books', readable)).status).toBe(303);
    const kept = await row<{ id: number; email: string }>(world.em())`
      select id, email::text from users where username = 'jo_books'`;
    expect(kept?.email).toBe(ascii);
    const mails = await world.mail.deliver();
    expect(mails.map(({ to }) => to)).toContain(ascii);
    for (const spelling of [readable, ascii, 'JO@BÜCHER.EXAMPLE', 'jo@bu\u0308cher.example'])
      expect((await signsIn(spelling, 'open guard')).status, spelling).toBe(303);
  });

  test('is taken in its other spelling', async () => {
    const answer = await signsUp('jo_again', 'jo@xn--bcher-kva.example');
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('There is already an account with this email.');
  });

  test('may end in an international top level', async () => {
    expect((await signsUp('jo_dojo', 'jo@道場.日本')).status).toBe(303);
  });

  test.each(['jo@', 'jo@bücher', 'jo@ü..example', 'jö@example.com'])('%s is none', async (typed) => {
    expect((await signsUp('jo_wrong', typed)).status).toBe(422);
  });
});
