/** A name's shape: `5umma` equals `summa`. The database's function `name_shape` has the same rule. */
export const nameShape = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[01i5]/g, (sign) => ({ 0: 'o', 1: 'l', i: 'l', 5: 's' })[sign] ?? sign)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '');

const reserved = new Set(
  `admin administrator api auth account content creators dashboard discover feed healthz help library
   login logout media moderator notifications official profile readyz register report root security settings
   signin signup staff studio subscribe subscriptions summa support system team upload www`
    .split(/\s+/)
    .map(nameShape),
);

const digitLetters: Record<string, string> = { 3: 'e', 4: 'a', 7: 't', 8: 'b' };
const isWord = (name: string) =>
  reserved.has(nameShape(name.replace(/[3478]/g, (digit) => digitLetters[digit] ?? digit)));

/** Whether a username looks like a reserved word, or is made of several: `summa_support`. */
export function isReserved(username: string): boolean {
  const words = username.split(/_\d*/).filter(Boolean);
  return isWord(username) || (words.length > 1 && words.every(isWord));
}

/** Replaces ornamental and wide characters by the plain ones they stand for. */
export const plainLetters = (text: string): string =>
  text.replace(/[\u{1d400}-\u{1d7ff}\uff01-\uff5e]/gu, (sign) => sign.normalize('NFKC')).normalize('NFC');
