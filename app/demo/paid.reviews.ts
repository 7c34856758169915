import type { DemoReview } from './shapes.ts';

/** What members wrote about items for Premium and VIP. */
export const paidReviews: DemoReview[] = [
  {
    item: 'de-la-riva-tripod',
    stars: 5,
    text: 'The grip on the sleeve before the hook. I had paid for a seminar that did not mention it.',
  },
  {
    item: 'spider-guard-cycle',
    stars: 4,
    text: 'Wonderful rhythm once you have it. My fingers need a day off after it, so use it wisely.',
  },
  {
    item: 'bow-and-arrow-choke',
    stars: 5,
    text: 'Bought it on its own and used it in the final. The four-finger grip is the secret.',
  },
  {
    item: 'hip-bump-kimura-guillotine',
    stars: 5,
    text: 'Three doors, one grip, and they always walk through one of them. Best few dollars I have spent on this sport.',
  },
  {
    item: 'hip-bump-kimura-guillotine',
    stars: 3,
    text: 'The chain is good, but for the price I expected more on the kimura than two steps.',
  },
  {
    item: 'arm-triangle',
    stars: 4,
    text: 'Walk off first, then rest. I squeezed from mount for years. I wish there were a film of the walking.',
  },
  {
    item: 'over-under-pass',
    stars: 5,
    text: 'Be a heavy blanket. At 46 this is the pass I can do at the end of class, too.',
  },
  {
    item: 'stack-pass',
    stars: 2,
    text: 'It works, but it puts a lot of load on the neck below and there is no word about that. Please add a warning for training partners.',
  },
  {
    item: 'seoi-nage',
    stars: 5,
    text: 'The part about protecting the back after a missed throw is what every grappler needs. Worth buying.',
  },
  {
    item: 'weight-without-drama',
    stars: 1,
    text: 'I hoped for a plan with numbers and got “talk to a professional”. Probably right, but not what I paid a month for.',
  },
  {
    item: 'single-leg-x-entries',
    stars: 5,
    text: 'Tomasz thinks like an engineer and it shows. Three entries, one position, no magic. My most used guard this season.',
  },
  {
    item: 'inside-heel-hook-safety',
    stars: 5,
    text: 'I run a gym and made this required reading before anybody touches a heel. Control first, and the tap early.',
  },
  {
    item: 'berimbolo-to-the-back',
    stars: 4,
    text: 'First explanation that a thirty-nine-year-old back survives. Slow, with stops. I still get lost at the second turn.',
  },
  {
    item: 'uchi-mata',
    stars: 5,
    text: 'Twenty years of judo and I still found two things to change. The wrist, and the look over the shoulder.',
  },
];
