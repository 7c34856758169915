import { array, assert, constantFrom, property, record, tuple } from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inViewersTime } from '../../../http/pages/viewer-clock.server.ts';
import { keptMarkup } from '../../../ui/kept-markup.ts';
import { type CardItem, ContentCard } from './content-card.tsx';
import { ContentGrid } from './content-grid.tsx';

const picture = (viewer: string) => ({
  src: `/media/one/640.jpg?for=${viewer}`,
  sources: [],
  width: 640,
  height: 480,
  color: '#ccc',
  alt: '',
});

/** All that a card may show, by field. */
const values: { [Field in keyof CardItem]: CardItem[Field][] } = {
  id: [1, 2],
  title: ['Armbar', 'Arm "bar" <b>'],
  creatorId: [7, 8],
  creatorName: ['Marina Costa', 'Owen Blake'],
  creatorHandle: ['@marina', '@owen'],
  creatorAvatar: [null, '/media/face/320.webp'],
  tier: ['free', 'premium', 'vip'],
  tierAfter: [null, 'free'],
  earlyUntil: [null, '2026-12-01T00:00:00Z'],
  locked: [false, true],
  picture: [null, picture('one'), picture('other')],
  views: [0, 19],
  likes: [2, 3],
  liked: [false, true],
  watched: [null, true, false],
  priceCents: [null, 499],
  salesCount: [0, 1],
  averageRating: [0, 4.5],
  contentType: ['image', 'video'],
  isPublished: [true, false],
  canRate: [false, true],
  canBuy: [false, true],
};
const card = record(
  Object.fromEntries(
    Object.entries(values).map(([field, all]) => [field, constantFrom(...(all as unknown[]))]),
  ),
);
/** The same card, as another viewer sees it: one thing differs. */
const change = constantFrom(...Object.entries(values)).chain(([field, all]) =>
  constantFrom(...(all as unknown[])).map((value) => ({ [field]: value })),
);
/** At midnight of Greenwich, the day is another one in two of them. */
const zone = constantFrom(null, 'America/New_York', 'Pacific/Honolulu', 'Asia/Tokyo');
const viewerIn = (timeZone: string | null) =>
  ({ viewer: { timeZone }, visitor: { timeZone: null }, now: () => new Date() }) as never;
const places = ['/', '/discover?tier=free'];

test('a grid shows each viewer exactly the cards that React renders for them', () => {
  assert(
    property(card, array(tuple(change, constantFrom(...places), zone), { maxLength: 40 }), (base, views) => {
      for (const [changed, path, timeZone] of [[{}, '/', null] as const, ...views]) {
        const item = { ...base, ...changed } as unknown as CardItem;
        const place = { path, origin: 'https://summa.example' };
        const [grid, fresh] = [
          <ContentGrid key="grid" {...place} items={[item]} isSignedIn />,
          <ContentCard key="card" {...place} item={item} loading="eager" urgent />,
        ].map((part) => inViewersTime(viewerIn(timeZone), () => renderToStaticMarkup(part)));
        expect(grid).toBe(`<ul class="grid" data-grid=""><li>${fresh}</li></ul>`);
      }
    }),
    { numRuns: 100 },
  );
});

test('markup is rendered once for a key, and the oldest is dropped', () => {
  let rendered = 0;
  const kept = keptMarkup(100);
  const show = (key: string) =>
    kept(key, () => {
      rendered += 1;
      return <p>{key.repeat(20)}</p>;
    });
  expect([show('a'), show('a'), rendered]).toEqual([
    `<p>${'a'.repeat(20)}</p>`,
    `<p>${'a'.repeat(20)}</p>`,
    1,
  ]);
  for (const key of ['b', 'c', 'd', 'd']) show(key);
  expect(rendered).toBe(4);
  show('a');
  expect(rendered).toBe(5);
});
