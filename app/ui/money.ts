const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Cents as people read them: 999 is '$9.99'. */
export const money = (cents: number) => dollars.format(cents / 100);
