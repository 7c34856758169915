const tag = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"<&]*")*)\s*(\/?)>|([^<>&]+)/y;

/** Reads XML without entities, comments and declarations, as strictly as a parser. @returns the elements by name
 *  @throws Error where it is not well-formed */
export function elementsOf(xml: string): { name: string; attributes: Map<string, string> }[] {
  const found: { name: string; attributes: Map<string, string> }[] = [];
  const open: string[] = [];
  tag.lastIndex = 0;
  for (let at = 0; at < xml.length; at = tag.lastIndex) {
    tag.lastIndex = at;
    const match = tag.exec(xml);
    if (!match) throw new Error(`Not well-formed: ${xml.slice(at, at + 60)}`);
    const [, closing, name = '', attributes = '', empty, text] = match;
    if (text !== undefined) {
      if (open.length === 0) throw new Error('Text outside of the root');
    } else if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      if (open.length === 0 && found.length > 0) throw new Error('More than one root');
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
        ([, key = '', value = '']) => [key, value] as const,
      );
      if (new Set(pairs.map(([key]) => key)).size < pairs.length)
        throw new Error(`<${name}> repeats an attribute`);
      found.push({ name, attributes: new Map(pairs) });
      if (!empty) open.push(name);
    }
  }
  if (open.length > 0 || found.length === 0) throw new Error(`Left open: ${open.join(' ')}`);
  return found;
}
