import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '../../app/scope.ts';
import { type Seen, tagOf, wholeSite } from '../support/site/site-harness.ts';
import { row } from '../support/sql.ts';
import { formPost, testWorld } from '../support/world.ts';

const world = testWorld();
const open = wholeSite(world);

/** The visible controls of the form that leads to an address: name and type, '*' where one is required. */
function controlsOf({ html }: Seen, action: string): string[] {
  const at = html.indexOf(`action="${action.replaceAll('&', '&amp;')}"`);
  const form = html.slice(html.lastIndexOf('<form', at), html.indexOf('</form>', at));
  return [...form.matchAll(/<(input|select|textarea)\b([^>]*)>/g)].flatMap(([, kind = '', tag = '']) => {
    const [, name = ''] = /\bname="([^"]*)"/.exec(tag) ?? [];
    const [, type = kind] = /\btype="([^"]*)"/.exec(tag) ?? [];
    return type === 'hidden' ? [] : [`${name} ${type}${/\brequired=""/.test(tag) ? '*' : ''}`];
  });
}

const nova = {
  firstName: 'Nova',
  lastName: 'Silva',
  username: 'nova',
  email: 'nova@example.com',
  password: 'guard6',
  confirmPassword: 'guard6',
};
const signUp = (change: Partial<typeof nova>) =>
  open(null, '/auth?tab=sign-up', formPost({ ...nova, ...change } as Record<string, string>));

describe('/auth', () => {
  test('[E2.40] has two tabs', async () => {
    const page = await open(null, '/auth');
    expect(tagOf(page.html, 'Sign In', 'a')).toContain('href="/auth"');
    const nav = page.html.slice(page.html.indexOf('<main'));
    expect(tagOf(nav, 'Sign In', 'a')).toContain('href="/auth?tab=sign-in"');
    expect(tagOf(nav, 'Sign Up', 'a')).toContain('href="/auth?tab=sign-up"');
  });

  test('[E2.41] sends signed-in members home', async () => {
    for (const tab of ['', '?tab=sign-in', '?tab=sign-up']) {
      const answer = await open(await world.person(), `/auth${tab}`);
      expect([answer.status, answer.to]).toEqual([303, '/']);
    }
  });

  test('[E2.42] [E2.43] [E2.45] [E5.4] signs up with six fields, and an eye button for each password', async () => {
    const page = await open(null, '/auth?tab=sign-up');
    expect(controlsOf(page, '/auth?tab=sign-up')).toEqual(
      [
        'firstName text*',
        'lastName text*',
        'username text*',
        'email email*',
        'password password*',
        'confirmPassword password*',
      ].map((each) => each.replace(' text', ' input')),
    );
    const eyes = [...page.html.matchAll(/data-password="([^"]*)"/g)].map(([, id]) => id);
    expect(eyes).toEqual(['field-password', 'field-confirmPassword']);
    const main = page.html.slice(page.html.indexOf('<main'));
    expect(tagOf(main, 'Sign Up', 'button')).toContain('data-pending="Creating Account..."');
  });

  test('[E5.1] needs each of the six fields to sign up', async () => {
    for (const field of Object.keys(nova)) {
      const { [field as 'email']: _, ...others } = nova;
      const answer = await open(null, '/auth?tab=sign-up', formPost(others as Record<string, string>));
      expect([field, answer.status]).toEqual([field, 422]);
      expect(answer.html).toMatch(new RegExp(`id="field-${field}-error"`));
    }
    expect(await row(world.em())`select 1 from users where username = 'nova'`).toBeNull();
  });

  test('[E5.2] two different passwords: Password mismatch', async () => {
    const answer = await signUp({ confirmPassword: 'guard7' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Password mismatch');
    expect(answer.text).toContain('Please make sure your passwords match.');
  });

  test('[E5.3] [E9.1] five characters are too short, six make an account', async () => {
    const answer = await signUp({ password: 'five5', confirmPassword: 'five5' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Password too short');
    expect(answer.text).toContain('Password must be at least 6 characters long.');
    expect((await signUp({})).to).toBe('/');
  });

  test('[E2.44] [E2.46] [E5.4] [E5.5] signs in with email and password, both needed', async () => {
    const page = await open(null, '/auth?tab=sign-in');
    expect(controlsOf(page, '/auth?tab=sign-in')).toEqual(['email email*', 'password password*']);
    const main = page.html.slice(page.html.indexOf('<main'));
    expect(tagOf(main, 'Sign In', 'button')).toContain('data-pending="Signing In..."');
    const answer = await open(null, '/auth?tab=sign-in', formPost({}));
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Email is required');
    expect(answer.text).toContain('Password is required');
    expect((await open(null, '/auth?tab=sign-in', formPost({ email: nova.email }))).status).toBe(422);
  });

  test('[E5.4] every field for an email is of email type', async () => {
    const viewer = await world.person();
    const pages = [await open(null, '/auth/forgot'), await open(viewer, '/account/email')];
    for (const { html } of pages) {
      const fields = [...html.matchAll(/<input[^>]*name="email"[^>]*>/g)];
      expect(fields.length).toBeGreaterThan(0);
      for (const [tag] of fields) expect(tag).toContain('type="email"');
    }
  });
});

describe('rating', () => {
  let member: Viewer;
  let item = 0;
  beforeAll(async () => {
    member = await world.person();
    item = await world.item({ priceCents: 300 });
  });

  test('[E2.90] [E2.91] [E2.92] [E3.16] offers one to five stars and four rows for words', async () => {
    const page = await open(member, `/content/${item}/rate`);
    expect(page.html).toMatch(/<h1[^>]*>Rate This Content<\/h1>/);
    const values = [...page.html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].flatMap(([tag]) =>
      /name="rating"/.test(tag) ? [/value="(\d)"/.exec(tag)?.[1]] : [],
    );
    expect(values).toEqual(['1', '2', '3', '4', '5']);
    const area = /<textarea[^>]*name="review"[^>]*>/.exec(page.html)?.[0] ?? '';
    expect(area).toContain('rows="4"');
    expect(area).not.toContain('required');
  });

  test('[E5.6] [E9.2] without a star, or with six: Rating Required', async () => {
    for (const rating of [{}, { rating: '0' }, { rating: '6' }] as Record<string, string>[]) {
      const answer = await open(member, `/content/${item}/rate`, formPost({ review: 'Fine', ...rating }));
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('Rating Required');
      expect(answer.text).toContain('Please select a star rating.');
    }
  });

  test('[E5.7] [E3.16] [E6.5] one star without a word is a rating; the average follows with one decimal', async () => {
    const answer = await open(member, `/content/${item}/rate`, formPost({ rating: '1' }));
    expect([answer.status, answer.to]).toEqual([303, `/content/${item}`]);
    await open(await world.person(), `/content/${item}/rate`, formPost({ rating: '4' }));
    expect((await open(null, `/content/${item}`)).text).toContain('2.5 of 5');
  });

  test('[E6.3] visitors who like, buy or rate are sent to /auth', async () => {
    for (const [path, init] of [
      [`/content/${item}/like`, formPost({ liked: '1' })],
      [`/checkout/${item}`, {}],
      [`/checkout/${item}`, formPost({})],
      [`/content/${item}/rate`, {}],
      [`/content/${item}/rate`, formPost({ rating: '5' })],
    ] as const) {
      const answer = await open(null, path, init);
      expect([path, answer.status]).toEqual([path, 303]);
      expect(answer.to).toMatch(/^\/auth\?tab=sign-in/);
    }
  });
});
