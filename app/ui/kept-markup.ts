import type { ReactElement } from 'react';
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

/** React joins a text of hundreds of parts, and V8 keeps each part with 32 bytes until the text is read. */
const inOnePiece = (markup: string) => Buffer.from(markup).toString();
