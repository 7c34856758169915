/** The few answers of S3 that are read have no attributes and no nesting that matters, so patterns read them. */

/** The texts of all elements of this name, in order, unescaped. */
export function textsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'));
  return [...found].map(([, text = '']) => unescaped(text));
}

/** The text of the first element of this name, or an empty one. */
export const textOf = (xml: string, name: string): string => textsOf(xml, name)[0] ?? '';

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|quot|apos|amp));/gi, (_, digits, hex, name) =>
    name
      ? (named[name.toLowerCase()] ?? '')
      : String.fromCodePoint(digits ? Number(digits) : parseInt(hex, 16)),
  );
