import { execFileSync } from 'node:child_process';
import { hasW3m } from '../support/browser/text-browsers.ts';
import { expect, test } from './journey.ts';
import { questions, wayAddress } from './map/map-questions.ts';
import { addressOf } from './screens.ts';

/** What w3m prints of a page. */
const printed = (address: string) =>
  execFileSync('w3m', ['-dump', '-cols', '80', '-header', 'Cookie: visit=1', address], { encoding: 'utf8' });

/** Each is found after the one before it. */
function inOrder(text: string, words: (string | RegExp)[]) {
  let from = 0;
  return words.filter((word) => {
    const rest = text.slice(from);
    const at = typeof word === 'string' ? rest.indexOf(word) : rest.search(word);
    if (at >= 0) from += at + 1;
    return at < 0;
  });
}

const readings: [screen: string, words: (string | RegExp)[]][] = [
  [
    '/',
    [
      'Skip to content',
      'Share your favorite techniques',
      'Latest Technique Nuggets',
      /by \w+/,
      'Choose your plan',
    ],
  ],
  [
    '/discover?search=guard',
    ['Search creators or content', 'Subscription Tier', 'Apply', 'Content', /by \w+/],
  ],
  [
    '/content/{free}',
    ['by Marina Costa', /likes?: like/, 'Step by step', '1. ', 'Ratings', 'Related techniques'],
  ],
  [
    '/content/{locked}',
    ['What unlocks this', 'VIP Elite opens this and', '$24.99', 'per month', 'Sign up for VIP'],
  ],
  ['/auth?tab=sign-in', ['Welcome back', 'Email', 'Password', 'Sign In', 'Forgot your password?']],
  [
    '/map/way?from=half+guard&to=back&as=bottom',
    [
      'From Half guard to Back control',
      'Find the ways',
      /Way 1: \d steps?/,
      'You end on top',
      /1\. \w+/,
      /You act/,
      'To ',
    ],
  ],
  [
    '/map/p/{position}',
    ['Map', 'Half guard', 'Find a way from here', 'What leads out', 'acts', 'What leads in'],
  ],
  ['/subscriptions', ['Explorer', 'Free', 'Premium', '$9.99', 'VIP', '$24.99']],
];

test('w3m shows the pages of a visitor in their order', async ({ page, site, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'it is another browser');
  test.skip(!hasW3m, 'there is no w3m on this machine (Debian: apt-get install w3m)');
  for (const [screen, words] of readings) {
    const text = printed(new URL(await addressOf(page, screen), site).href);
    expect.soft(inOrder(text, words), `${screen}\n${text}`).toEqual([]);
  }
});

test('w3m answers what people ask of the map, step by step', async ({ site, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'it is another browser');
  test.skip(!hasW3m, 'there is no w3m on this machine (Debian: apt-get install w3m)');
  for (const question of questions) {
    const text = printed(new URL(wayAddress(question), site).href);
    const [, , as] = question;
    const begins = `You begin ${as === 'top' ? 'on top' : 'on the bottom'}.`;
    const words = [
      /From \S/,
      begins,
      'Find the ways',
      /Way 1: \d+ steps?/,
      /You end on/,
      /1\. \w+/,
      /To \w+/,
    ];
    expect.soft(inOrder(text, words), `${question}\n${text}`).toEqual([]);
  }
});
