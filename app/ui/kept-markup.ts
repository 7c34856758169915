import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const mostLetters = 8_000_000;

/** Keeps the markup of elements that are the same for the same key, so that React renders them once. The key must say
 *  everything that the markup shows: what is not in it could reach another viewer (ADR-060).
 *  @param most letters that are kept; the oldest markup is dropped first */
export function keptMarkup(most = mostLetters) {
  const kept = new Map<string, string>();
  let letters = 0;
  return (key: string, render: () => ReactElement): string => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = inOnePiece(renderToStaticMarkup(render()));
    letters += key.length + made.length;
    kept.set(key, made);
    for (const [oldest, markup] of kept) {
      if (letters <= most) break;
      kept.delete(oldest);
      letters -= oldest.length + markup.length;
    }
    return made;
  };
}

/** For parts that look the same on many pages; each keeps so many letters at most. */
const mostOfPart = 400_000;

/** The inside of an element by a part that is a function of its properties alone: plain data, no context, no clock. All
 *  of them are the key, so the same properties need one rendering.
 *  @returns the property of the element around it, for given properties of the part */
export function keptInside<Props extends object>(part: FunctionComponent<Props>, most = mostOfPart) {
  const kept = keptMarkup(most);
  return (props: Props) => ({
    dangerouslySetInnerHTML: { __html: kept(JSON.stringify(props), () => createElement(part, props)) },
  });
}

/** React joins a text of hundreds of parts, and V8 keeps each part with 32 bytes until the text is read. */
const inOnePiece = (markup: string) => Buffer.from(withReferences(markup)).toString();

/** In a language of other letters, references would make the page longer. */
const mostReferences = 20;

/** Writes a few letters beyond Latin 1, such as the ń of a name, as references. One such letter would make V8 keep the
 *  whole page in two bytes a letter, which takes three times as long to join and to send. */
function withReferences(markup: string): string {
  const letters = markup.match(/[\u{100}-\u{10ffff}]/gu)?.length ?? 0;
  // In those two elements a reference is no letter.
  if (letters === 0 || letters > mostReferences || /<(script|style)\b/.test(markup)) return markup;
  return markup.replace(/[\u{100}-\u{10ffff}]/gu, (letter) => `&#${letter.codePointAt(0)};`);
}
