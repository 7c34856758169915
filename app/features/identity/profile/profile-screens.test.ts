import { beforeEach, describe, expect, test } from 'vitest';
import { choices, control, linkTo, rendered } from '../../../../tests/support/browser/rendered.tsx';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as userCall from '../accounts/user.api.ts';
import { viewerById } from '../sessions/sessions.server.ts';
import * as profileCall from './profile.api.ts';
import * as profile from './profile.page.tsx';

const world = testWorld();
let viewer: Viewer;
beforeEach(async () => {
  viewer = await world.person({ firstName: 'Ana', lastName: 'Lima' });
  await row(world.em())`update users set bio = 'Guard first.' where id = ${viewer.id}`;
});
const open = (query = '', init?: RequestInit) =>
  rendered(world, profile, viewer, `/profile${query}`, { init });
const now = async () => viewerById(world.em(), viewer.id, world.clock.at);

describe('the profile', () => {
  test('[C2.7] [C4.11] [C6.3] shows the person and stat cards; Edit Profile leads to edit mode', async () => {
    await world.item({ creator: viewer.id, title: 'Mine alone' });
    const { html, text } = await open();
    expect(html).toMatch(/<h1[^>]*>Ana Lima<\/h1>/);
    expect(text).toContain('Guard first.');
    expect(text).toMatch(/Total Views 0 Total Likes 0 Content Items 1 Followers 0 Total Earnings \$0\.00/);
    expect(text).toContain('Mine alone');
    expect(control(html, 'bio')).toBe('');
    expect(linkTo(html, 'Edit Profile')).toBe('/profile?edit');
    const edit = await open('?edit');
    expect(edit.html).toContain('<h1>Edit Profile</h1>');
    expect(control(edit.html, 'firstName')).toContain('value="Ana"');
  });

  test('[C4.12] [C4.13] [C8.10] an invalid save stays in edit mode and says so; Cancel resets; a valid one leaves edit mode', async () => {
    const typed = { bio: 'Typed and not kept', username: 'a b' };
    const refused = await open('?edit', formPost(typed));
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('<h2>Failed to update profile</h2>');
    expect(refused.html).toContain('>Typed and not kept</textarea>');
    expect(linkTo(refused.html, 'Cancel')).toBe('/profile');
    expect((await open()).text).toContain('Guard first.');
    expect((await open('?edit')).html).toContain('>Guard first.</textarea>');
    const answer = await world.send(profile.action, viewer, '/profile?edit', {}, formPost({ bio: 'Kept' }));
    expect(await redirectOf(answer)).toEqual({
      status: 303,
      to: '/profile',
      says: 'Profile updated successfully',
    });
    expect((await open()).text).toContain('Kept');
  });

  test('[C3.18] [C3.19] [C5.12] the form offers the arts and belts of the specification; the payout field takes an email', async () => {
    const { html } = await open('?edit');
    expect(choices(html, 'martialArt').map(([value]) => value)).toEqual([
      ...[
        '',
        'bjj',
        'judo',
        'wrestling',
        'mma',
        'muay-thai',
        'kickboxing',
        'karate',
        'taekwondo',
        'boxing',
        'other',
      ],
    ]);
    expect(choices(html, 'beltLevel').map(([value]) => value)).toEqual([
      ...['', 'white', 'blue', 'purple', 'brown', 'black', 'coral', 'red', 'n/a'],
    ]);
    expect(control(html, 'payoutEmail')).toContain('type="email"');
  });

  test('[C3.20] members accept requests until they turn it off', async () => {
    expect(control((await open('?edit')).html, 'acceptsRequests')).toContain('checked=""');
    await world.send(profile.action, viewer, '/profile?edit', {}, formPost({ bio: 'x' }));
    expect(control((await open('?edit')).html, 'acceptsRequests')).not.toContain('checked=""');
  });
});

describe('as JSON', () => {
  const full = {
    username: 'ana_changed',
    martialArt: 'judo',
    beltLevel: 'coral',
    acceptsRequests: false,
    bio: 'New words.',
    payoutEmail: 'ana@bank.example',
  };

  test('[C7.23] [C7.4] [C3.17] PATCH takes the six fields of the specification, and the current user follows', async () => {
    const patch = (body: unknown) =>
      world.send(profileCall.action, viewer, '/api/profile', {}, jsonCall('PATCH', body));
    const answer = await patch(full);
    expect([answer.status, await answer.json()]).toMatchObject([200, full]);
    const user = await (await world.send(userCall.loader, await now(), '/api/auth/user')).json();
    expect(user).toEqual(
      expect.objectContaining({
        ...full,
        id: viewer.id,
        firstName: 'Ana',
        lastName: 'Lima',
        email: viewer.email,
        profileImageUrl: null,
        subscriptionTier: 'free',
        isAdmin: false,
      }),
    );
  });

  test.each([
    ...[
      'bjj',
      'judo',
      'wrestling',
      'mma',
      'muay-thai',
      'kickboxing',
      'karate',
      'taekwondo',
      'boxing',
      'other',
    ].map((word) => ['martialArt', word, 200]),
    ...['white', 'blue', 'purple', 'brown', 'black', 'coral', 'red', 'n/a'].map((word) => [
      'beltLevel',
      word,
      200,
    ]),
    ['martialArt', 'chess', 422],
    ['beltLevel', 'green', 422],
  ] as [string, string, number][])('[C3.18] [C3.19] %s %s answers %i', async (name, word, status) => {
    const answer = await world.send(
      profileCall.action,
      viewer,
      '/api/profile',
      {},
      jsonCall('PATCH', { [name]: word }),
    );
    expect(answer.status).toBe(status);
    if (status === 200) expect((await answer.json())[name]).toBe(word);
  });
});
