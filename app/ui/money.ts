const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Cents as text: 999 is '$9.99'. */
export const money = (cents: number) => dollars.format(cents / 100);

/** Typed dollars ('4.99', '$4,9') in cents, never through a float; null for any other text. */
export function centsIn(text: string): number | null {
  const [, dollars, cents = ''] = /^\$?(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}
