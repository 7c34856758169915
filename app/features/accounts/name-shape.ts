/**
 * What a name looks like at a glance: `5umma` and `summa`, `rnarina` and `marina` are one shape. The database
 * has the same rule as `name_shape` (migration 0004), and a test holds the two together.
 */
export const nameShape = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[01i5]/g, (sign) => ({ 0: 'o', 1: 'l', i: 'l', 5: 's' })[sign] ?? sign)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '');

/** Words that an address of the site or a role already uses. */
const reserved = new Set(
  `admin administrator api auth account content creators dashboard discover feed healthz help library
   login logout media moderator notifications official profile readyz register report root security settings
   signin signup staff studio subscribe subscriptions summa support system team upload www`
    .split(/\s+/)
    .map(nameShape),
);

/** Whether a username is, or looks like, a word of the house. */
export const isReserved = (username: string): boolean => reserved.has(nameShape(username));
