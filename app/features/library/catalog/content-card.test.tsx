import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type CardItem, ContentCard } from './content-card.tsx';

const plain: CardItem = {
  id: 7,
  title: 'Knee cut pass',
  creatorId: 3,
  creatorName: 'Ana Ribeiro',
  creatorHandle: '@ana',
  tier: 'free',
  locked: false,
  picture: null,
  views: 0,
  likes: 0,
  liked: false,
  watched: null,
  priceCents: null,
  salesCount: 0,
  averageRating: 0,
  contentType: 'image',
  isPublished: true,
  canRate: false,
  canBuy: false,
};
const card = (change: Partial<CardItem> = {}) =>
  renderToStaticMarkup(
    <ContentCard item={{ ...plain, ...change }} path="/discover?tier=vip" origin="https://summa.example" />,
  );

describe('the card of an item', () => {
  test('is a link to the item, with the words that any viewer may read', () => {
    expect(card()).toContain('href="/content/7"');
    expect(card()).toContain('by Ana Ribeiro');
    expect(card()).toContain('value="https://summa.example/content/7"');
    for (const word of [
      '$',
      'sale',
      'of 5',
      'Buy Now',
      'Rate This Content',
      'VIP Only',
      'Subscribe to view',
    ]) {
      expect(card()).not.toContain(word);
    }
  });

  test('says what would unlock it', () => {
    expect(card({ locked: true, tier: 'vip' })).toContain('VIP Only');
    expect(card({ locked: true, tier: 'premium' })).toContain('Subscribe to view');
    expect(card({ locked: true, tier: 'premium', priceCents: 499 })).toContain('buy it for $4.99');
  });

  test('shows price, sales and stars only when there are any', () => {
    const html = card({ priceCents: 499, salesCount: 2, averageRating: 4.25 });
    expect(html).toContain('$4.99');
    expect(html).toContain('2 sales');
    expect(html).toContain('4.3');
  });

  test('asks for the requested state, and returns to the card', () => {
    expect(card()).toContain('name="liked" value="1"');
    expect(card({ liked: true })).toContain('name="liked" value="0"');
    expect(card()).toContain('name="back" value="/discover?tier=vip#card-7"');
  });

  test('that others cannot open can be neither liked nor shared', () => {
    expect(card()).toMatch(/action="\/content\/7\/like".*data-share=/s);
    expect(card({ isPublished: false })).not.toMatch(/\/like"|data-share=/);
  });

  test('has a padlock beside the badge only when it is locked', () => {
    const marksOf = (change: Partial<CardItem>) =>
      /<div class="card__marks">(.*?)<\/div>/s.exec(card(change))?.[1]?.match(/class="badge"/g)?.length;
    expect([marksOf({}), marksOf({ locked: true, tier: 'vip' })]).toEqual([1, 2]);
  });

  test('says to members whether they watched it', () => {
    expect(card()).not.toMatch(/data-watched|Watched/);
    expect(card({ watched: false })).toContain('data-watched="false"');
    expect(card({ watched: false })).not.toContain('Watched');
    expect(card({ watched: true })).toMatch(/data-watched="true".*Watched/s);
  });

  test('has a quiet button to buy what is open already', () => {
    const buttonOf = (change: Partial<CardItem>) => /<a href="\/checkout\/7"[^>]*>/.exec(card(change))?.[0];
    expect(buttonOf({ canBuy: true, locked: true })).toContain('data-kind="primary"');
    expect(buttonOf({ canBuy: true })).toContain('data-kind="quiet"');
  });

  test('offers buying and rating to members who may', () => {
    expect(card({ canBuy: true })).toContain('href="/checkout/7"');
    expect(card({ canRate: true })).toContain('href="/content/7/rate"');
  });
});
