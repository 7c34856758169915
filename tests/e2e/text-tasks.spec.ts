import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasLynx, hasW3m, openLynx } from '../support/browser/text-browsers.ts';
import { expect, signUp, test } from './journey.ts';

const withLynx = test.extend<{ lynx: ReturnType<typeof openLynx> }>({
  lynx: async ({ site }, use) => {
    const lynx = openLynx(site);
    await use(lynx);
    lynx.close();
  },
});

withLynx(
  'lynx finds, signs in, likes, rates, buys and signs out',
  async ({ page, lynx, javaScriptEnabled }) => {
    test.skip(!javaScriptEnabled, 'it is another browser');
    test.skip(!hasLynx, 'there is no lynx on this machine (Debian: apt-get install lynx)');
    test.setTimeout(90_000);
    const { email, password } = await signUp(page);

    expect(lynx.read('/')).toContain('Share your favorite techniques');
    const found = lynx.visit(
      '/discover',
      { write: 'closed guard', into: 'Search creators or content' },
      { press: 'Search' },
    );
    expect(found.text).toContain('Closed guard: control before you attack by Marina Costa');
    const item = lynx.visit(found.address, { press: 'Closed guard: control before you attack' });
    expect(item.text).toContain('Step by step 1. Cross your ankles');

    // A visitor who likes an item is led to sign in, and back from there.
    const door = lynx.visit(item.address, { press: 'likes: like Closed guard' });
    expect(door.text).toMatch(/Sign in required.* Welcome back/);
    const wrong = lynx.visit(
      door.address,
      { write: email, into: 'Email' },
      { write: 'not my password', into: 'Password' },
      { press: 'Sign In' },
    );
    expect(wrong.text).toContain('Wrong email or password.');
    const back = lynx.visit(
      door.address,
      { write: email, into: 'Email' },
      { write: password, into: 'Password' },
      { press: 'Sign In' },
    );
    expect(back.address).toBe(item.address);
    expect(back.text).toContain('Account of Nova Silva');

    const liked = lynx.visit(item.address, { press: 'likes: like Closed guard' });
    expect(liked.text).toContain('Liked! Added to your favorites');
    expect(liked.text).toContain('likes: like Closed guard: control before you attack, liked by you');
    const form = lynx.visit(item.address, { press: 'Rate This Content' });
    const rated = lynx.visit(
      form.address,
      { press: '4 stars' },
      { write: 'Clear, one step after the other.', into: 'Review (optional)' },
      { press: 'Submit rating' },
    );
    expect(rated.text).toContain('Nova Silva 4.0 of 5');
    expect(rated.text).toContain('Clear, one step after the other.');

    const checkout = lynx.visit('/creators/coach_bia', { press: 'Buy Now: ' });
    const paying = lynx.visit(checkout.address, { press: 'Pay $' });
    const bought = lynx.visit(paying.address, { press: 'Pay $' });
    expect(bought.text).toContain('Purchase Successful');
    const title = / For (.+?) Amount /.exec(paying.text)?.[1] ?? 'the payment page names no title';
    expect(lynx.visit('/library', { press: title }).text).toContain('You own this');

    expect(lynx.visit('/dashboard', { press: 'Log out' }).text).not.toContain('Nova Silva');
    expect(lynx.read('/library')).toContain('Welcome back');
  },
);

test('w3m signs in, stays signed in by its cookie, and reads one’s own pages', async ({
  page,
  site,
  javaScriptEnabled,
}, info) => {
  test.skip(!javaScriptEnabled, 'it is another browser');
  test.skip(!hasW3m, 'there is no w3m on this machine (Debian: apt-get install w3m)');
  const { email, password } = await signUp(page);
  const home = info.outputPath('home');
  mkdirSync(home);
  const w3m = (path: string, ...words: string[]) =>
    execFileSync('w3m', ['-dump', '-cookie', '-cols', '80', ...words, `${site}${path}`], {
      encoding: 'utf8',
      env: { ...process.env, HOME: home },
    });
  expect(w3m('/library')).toContain('Welcome back');
  const form = join(home, 'form');
  writeFileSync(form, `${new URLSearchParams({ email, password })}`);
  expect(w3m('/auth?tab=sign-in', '-post', form)).toContain('Account of Nova Silva');
  expect(w3m('/library')).toContain('Nothing bought yet');
  expect(w3m('/logout', '-post', '/dev/null')).not.toContain('Nova Silva');
  expect(w3m('/library')).toContain('Welcome back');
});
