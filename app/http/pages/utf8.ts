import { transcode } from 'node:buffer';

/** Shorter texts are written as fast in any way. */
const longLetters = 1_000;

/** A text as bytes of UTF-8, as `Buffer.from` makes them. That takes five times as long where one letter is not in Latin 1,
 *  such as a typographic apostrophe: then V8 writes letter by letter. */
export function utf8Of(text: string): Buffer<ArrayBuffer> {
  if (text.length < longLetters) return Buffer.from(text);
  const bytes = transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
  return bytes as Buffer<ArrayBuffer>;
}
