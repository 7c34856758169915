import { transcode } from 'node:buffer';

/** Shorter texts are written as fast in any way. */
const longLetters = 1_000;

/** V8 finds it without reading a text that it keeps in one byte a letter. */
const beyondLatin1 = /[\u0100-\uffff]/;

/** A text as bytes of UTF-8, as `Buffer.from` makes them. That takes three times as long where one letter is not in Latin 1,
 *  such as a typographic apostrophe: then V8 writes letter by letter. */
export function utf8Of(text: string): Buffer<ArrayBuffer> {
  if (text.length < longLetters || !beyondLatin1.test(text)) return Buffer.from(text);
  const bytes = transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
  return bytes as Buffer<ArrayBuffer>;
}
