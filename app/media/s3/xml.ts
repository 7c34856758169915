/** The text of the first element of this name, unescaped, or an empty one. The few answers of S3 that are read have no
 *  nesting that matters, so a pattern reads them. */
export function textOf(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return unescaped(text);
}

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|quot|apos|amp));/gi, (_, digits, hex, name) =>
    name
      ? (named[name.toLowerCase()] ?? '')
      : String.fromCodePoint(digits ? Number(digits) : parseInt(hex, 16)),
  );
