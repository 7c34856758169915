import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { nameShape } from '../accounts/name-shape.ts';
import { hashPassword } from '../accounts/password-hash.server.ts';
import { viewerById } from '../sessions/sessions.server.ts';
import * as call from './profile.api.ts';
import * as page from './profile.page.tsx';

const world = testWorld();

const patch = (viewer: Viewer | null, body: unknown) =>
  world.send(call.action, viewer, '/api/profile', {}, jsonCall('PATCH', body));
const post = (viewer: Viewer | null, fields: Record<string, string>) =>
  world.send(page.action, viewer, '/profile?edit', {}, formPost(fields));
const errorsOf = async (answer: Response) => {
  const body = (await answer.json()) as { form?: { error: object }; errors?: object };
  return (body.form?.error ?? body.errors) as Record<string, string[]>;
};
const stored = ({ id }: Viewer) =>
  row<Record<string, unknown>>(world.em())`select * from users where id = ${id}`;

const full = {
  firstName: 'Marina',
  lastName: 'da Costa-Núñez',
  username: 'marina_c',
  martialArt: 'muay-thai',
  beltLevel: 'purple',
  acceptsRequests: 'true',
  bio: 'Guard first.\nhttps://guard.example is my school.',
  payoutEmail: 'marina@bank.example',
};

async function withPassword(viewer: Viewer) {
  await row(world.em())`update users set password_hash = ${await hashPassword('open guard')},
    payout_email = 'old@bank.example' where id = ${viewer.id}`;
  return viewer;
}

describe('as a form', () => {
  test('[C4.12] [C6.7] [C8.29] [C4] saves every field, leads back to the view and says so', async () => {
    const viewer = await world.person();
    const answer = await post(viewer, full);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/profile']);
    const flash = await world.context().cookies.flash.parse(answer.headers.get('set-cookie'));
    expect(flash).toMatchObject({ title: 'Profile updated successfully' });
    expect(await stored(viewer)).toMatchObject({
      first_name: 'Marina',
      last_name: 'da Costa-Núñez',
      username: 'marina_c',
      martial_art: 'muay-thai',
      belt_level: 'purple',
      accepts_requests: true,
      bio: full.bio,
      payout_email: 'marina@bank.example',
    });
  });

  test('empty fields are cleared, an unticked box means no, and missing fields stay', async () => {
    const viewer = await world.person({ firstName: 'Ann' });
    await post(viewer, { ...full, username: 'marina_e' });
    const today = await viewerById(world.em(), viewer.id, world.clock.at);
    await post(today, { username: 'marina_d', bio: '', martialArt: '', beltLevel: 'n/a' });
    expect(await stored(viewer)).toMatchObject({
      first_name: 'Marina',
      username: 'marina_d',
      martial_art: null,
      belt_level: 'n/a',
      accepts_requests: false,
      bio: null,
      payout_email: 'marina@bank.example',
    });
  });

  test.each([
    ['firstName', ' ', 'First name is required'],
    ['firstName', '<b>Ann</b>', 'First name must not contain < or >'],
    ['lastName', 'buy at shop.com', 'Last name must not contain a web address'],
    ['lastName', 'https://x', 'Last name must not contain a web address'],
    ['firstName', 'Mаrina', 'First name must not mix letters of different alphabets'],
    ['firstName', 'Ann\u202e', 'First name must not contain invisible characters'],
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['username', 'my.site', 'Username may contain only the letters a-z, digits and _'],
    ['username', 'mаrina', 'Username may contain only the letters a-z, digits and _'],
    ['username', 'Admin', 'This username is reserved. Please choose another.'],
    ['username', 'adm1n_', 'This username is reserved. Please choose another.'],
    ['martialArt', 'chess', 'Please choose a martial art from the list.'],
    ['beltLevel', 'pink', 'Please choose a belt from the list.'],
    ['bio', 'I am <script>alert(1)</script>', 'Bio must be plain text, without HTML'],
    ['bio', 'x'.repeat(1001), 'Bio must be at most 1000 characters'],
    ['payoutEmail', 'nobody', 'Please enter a valid email address, like name@example.com'],
  ])(
    'a wrong %s (%s) is reported beside it, values are kept, nothing is saved',
    async (field, value, message) => {
      const viewer = await world.person();
      const before = await stored(viewer);
      const answer = await post(viewer, { ...full, username: 'fresh_name', [field]: value });
      expect(answer.status).toBe(422);
      expect((await errorsOf(answer))[field]).toContain(message);
      expect(await stored(viewer)).toEqual(before);
    },
  );

  test('a bio may hold an arrow or a heart', async () => {
    const viewer = await world.person();
    expect((await post(viewer, { bio: 'Grip < pressure > patience <3' })).status).toBe(303);
  });

  test('[C2.24] a visitor is sent to sign in', async () => {
    for (const answer of [await post(null, full), await world.send(page.loader, null, '/profile')]) {
      expect(answer.headers.get('location')).toMatch(/^\/auth\?tab=sign-in&next=%2F/);
    }
  });
});

describe('a username', () => {
  test('that is taken is refused in any case of letters; a member may change the case of their own', async () => {
    const [ann, bob] = [await world.person({ username: 'Ann_Lee' }), await world.person()];
    const taken = await post(bob, { username: 'ANN_LEE' });
    expect(await errorsOf(taken)).toMatchObject({ username: ['This username is taken.'] });
    expect((await post(ann, { username: 'ANN_lee' })).status).toBe(303);
    expect(await stored(ann)).toMatchObject({ username: 'ANN_lee' });
  });

  test('may not look like a creator’s, but may look like a new member’s', async () => {
    const creator = await world.person({ username: 'marina_5ilva' });
    await world.item({ creator: creator.id });
    await world.person({ username: 'new1ing' });
    const viewer = await world.person();
    const alike = await post(viewer, { username: 'rnarina__silva' });
    expect(await errorsOf(alike)).toMatchObject({
      username: ['This username looks too much like one that is taken. Please choose another.'],
    });
    expect((await post(viewer, { username: 'newling' })).status).toBe(303);
    expect((await post(creator, { username: 'marina_silva' })).status).toBe(303);
  });

  test('that was given before its word became reserved may stay', async () => {
    const viewer = await world.person({ username: 'admin' });
    expect((await post(viewer, { username: 'Admin', bio: 'hello' })).status).toBe(303);
  });

  test('has the same shape here and in the database', async () => {
    for (const name of ['5umma', 'Rnarina__', '_vvave_', 'i1l0O5s', 'a_b__c', 'burn_vv']) {
      expect(await row(world.em())`select name_shape(${name}) as shape`).toEqual({ shape: nameShape(name) });
    }
  });

  test('two members who want one name at once: one gets it', async () => {
    const [ann, bob] = [await world.person(), await world.person()];
    const answers = await Promise.all([ann, bob].map((who) => post(who, { username: 'the_only_one' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  });
});

describe('the payout address', () => {
  test('is set without a password, and changed with the password only', async () => {
    const fresh = await world.person();
    expect((await post(fresh, { payoutEmail: 'me@bank.example' })).status).toBe(303);
    const viewer = await withPassword(await world.person());
    const move = (currentPassword?: string) =>
      post(viewer, { payoutEmail: 'thief@bank.example', ...(currentPassword && { currentPassword }) });
    expect(await errorsOf(await move())).toMatchObject({
      currentPassword: ['Please enter your password to change where your earnings go.'],
    });
    const wrong = await move('closed guard');
    const text = await wrong.clone().text();
    expect(await errorsOf(wrong)).toMatchObject({
      currentPassword: ['This is not your password. Please try again.'],
    });
    expect(text).not.toContain('closed guard');
    expect(await stored(viewer)).toMatchObject({ payout_email: 'old@bank.example' });
    expect((await move('open guard')).status).toBe(303);
    expect(await stored(viewer)).toMatchObject({ payout_email: 'thief@bank.example' });
  });

  test('is kept by a form that does not change it, and not cleared without the password', async () => {
    const viewer = await withPassword(await world.person());
    expect((await post(viewer, { payoutEmail: 'old@bank.example', bio: 'x' })).status).toBe(303);
    expect((await post(viewer, { payoutEmail: '' })).status).toBe(422);
    expect((await patch(viewer, { payoutEmail: null })).status).toBe(422);
  });
});

describe('as JSON', () => {
  test('saves nothing when the new address is one too many', async () => {
    const viewer = await withPassword(await world.person());
    const move = (n: number) =>
      patch(viewer, { bio: `bio ${n}`, email: `new${n}@mail.example`, currentPassword: 'open guard' });
    world.rates.scale = 1;
    try {
      for (const n of [1, 2, 3, 4, 5]) expect((await move(n)).status).toBe(200);
      expect((await move(6)).status).toBe(429);
    } finally {
      world.rates.scale = 10_000;
    }
    expect(await stored(viewer)).toMatchObject({ bio: 'bio 5', pending_email: 'new5@mail.example' });
  });

  test('changes the fields it names and returns the user', async () => {
    const viewer = await world.person();
    const answer = await patch(viewer, { bio: 'Short.', beltLevel: 'Black', acceptsRequests: false });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      id: viewer.id,
      firstName: 'Pat',
      bio: 'Short.',
      beltLevel: 'black',
      acceptsRequests: false,
      martialArt: null,
    });
    for (const unclear of ['maybe', 1, null]) {
      expect(await errorsOf(await patch(viewer, { acceptsRequests: unclear }))).toEqual({
        acceptsRequests: ['Send acceptsRequests as true or false.'],
      });
    }
    const empty = await patch(viewer, {});
    expect(await empty.json()).toMatchObject({ bio: 'Short.', beltLevel: 'black', acceptsRequests: false });
    expect(await (await patch(viewer, { bio: null })).json()).toMatchObject({ bio: null });
  });

  test('takes no other fields, whatever their names', async () => {
    const viewer = await world.person();
    const before = await stored(viewer);
    const answer = await patch(viewer, {
      id: 1,
      isAdmin: true,
      plan: 'vip',
      subscriptionTier: 'vip',
      verifiedEmail: 'other@example.com',
      passwordHash: 'x',
      isVerified: true,
      publishedItems: 9,
      profileImageKey: 'a'.repeat(32),
      constructor: 'x',
      status: 'suspended',
    });
    expect(answer.status).toBe(200);
    expect(await stored(viewer)).toEqual(before);
  });

  test('answers errors with the right status', async () => {
    const viewer = await world.person();
    expect((await patch(null, {})).status).toBe(401);
    expect((await patch(viewer, [])).status).toBe(400);
    for (const wrong of [{ acceptsRequests: 7 }, { bio: { $ne: 1 } }, { username: 7 }, { firstName: null }]) {
      const answer = await patch(viewer, wrong);
      expect([answer.status, Object.keys(await errorsOf(answer))]).toEqual([422, Object.keys(wrong)]);
    }
    const put = await world.send(call.action, viewer, '/api/profile', {}, jsonCall('PUT', {}));
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'PATCH']);
  });
});
