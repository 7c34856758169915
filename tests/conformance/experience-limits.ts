import type { Statement } from './statement.ts';

/** Sections 6 to 9 of experience.md; 7 and 8 only point at the other document. */
export const experienceLimits: Statement[] = [
  { id: 'E6.1', says: 'Visitor: landing, auth, discover, creators, pricing, help and legal pages.' },
  { id: 'E6.2', says: 'Visitor: can browse the feed and see free content only.' },
  { id: 'E6.3', says: 'Visitor: like, Buy Now and rate redirect to /auth.' },
  { id: 'E6.4', says: 'Member: dashboard, upload, profile, subscribe, checkout.' },
  { id: 'E6.5', says: 'Member: like, rate content they can view, buy items.' },
  { id: 'E6.6', says: 'Tier rights: free sees free; premium sees free and premium; vip sees everything.' },
  { id: 'E6.7', says: 'Monetization: free none, premium up to 2 techniques, vip unlimited.' },
  { id: 'E6.8', says: 'Admin: sees the Admin Panel link and may use /admin; nobody else may.' },
  { id: 'E9.1', says: 'Password minimum 6 characters.' },
  { id: 'E9.2', says: 'Stars 1 to 5; the average is shown with one decimal.' },
  {
    id: 'E9.3',
    says: 'Premium $9.99 per month; VIP $24.99 per month; Explorer free (follow up to 10 creators).',
  },
  { id: 'E9.4', says: 'Premium monetizes up to 2 techniques; VIP unlimited.' },
  { id: 'E9.5', says: 'Minimum sale price 0.99 USD.' },
  { id: 'E9.6', says: 'Creator share of each sale and purchase 50%.' },
  { id: 'E9.7', says: 'Title max 100 characters; description max 500.' },
  { id: 'E9.8', says: 'Image max 10MB (single and mobile uploads).' },
  { id: 'E9.9', says: 'Technique files up to 100MB each.' },
  { id: 'E9.10', says: 'Featured items on landing: 4.' },
  { id: 'E9.11', says: 'Mobile skeleton cards: 8.', replacedBy: 'decision 027' },
  { id: 'E9.12', says: 'Tap threshold 10 px.' },
  { id: 'E9.13', says: 'Mobile layout breakpoint at max width 768 px.' },
  { id: 'E9.14', says: 'Delay: signed-out like redirect 1000 ms.' },
  { id: 'E9.15', says: 'Delay: unauthorized redirect 500 ms.' },
  { id: 'E9.16', says: 'Delay: post-upload redirect 1000 ms.', replacedBy: 'decisions.md 14' },
  { id: 'E9.17', says: 'Splash minimum 2000 ms (or 2500 ms) and fade 500 ms.' },
  { id: 'E9.18', says: 'Toast limit 1; toast removal delay 1,000,000 ms.' },
  {
    id: 'E9.19',
    says: 'Current user data is fresh for 300000 ms with no refetch on focus or mount and no retry.',
    replacedBy: 'decision 027',
  },
  {
    id: 'E9.20',
    says: 'Other reads never go stale, with no retry, no refetch on focus and no polling.',
    replacedBy: 'decision 027',
  },
  { id: 'E9.21', says: 'Writes are not retried.' },
  {
    id: 'E9.22',
    says: 'Fallback display values: 150+ athletes, 2.5K+ content, 25% monthly growth, rating 4.8.',
  },
  {
    id: 'E9.23',
    says: 'Categories: training, competition, recovery, equipment (plus technique and lifestyle on upload).',
  },
  { id: 'E9.24', says: 'Tiers: free, premium, vip.' },
];
