import type { DemoOffer } from './shapes.ts';

/** What creators take for a technique made on request. */
export const offers: DemoOffer[] = [
  {
    creator: 'coach_bia',
    price: 4_900,
    days: 14,
    atOnce: 8,
    note: 'I answer with a short film or pictures of every grip. Tell me your size, and where you get stuck.',
  },
  {
    creator: 'marina_costa',
    price: 5_900,
    days: 14,
    atOnce: 4,
    note: 'Guard questions only, please. Send me a short clip of the moment at which it goes wrong.',
  },
  {
    creator: 'tomasz_zielinski',
    price: 6_900,
    days: 10,
    atOnce: 3,
    note: 'Leg entanglements, drawn like a machine. Write which rule set you train under.',
  },
];
