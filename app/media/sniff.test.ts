import { expect, test } from 'vitest';
import { byteLimitOfHead } from './make.server.ts';
import { kindOfHead } from './sniff.server.ts';

const head = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['JPEG', '\xff\xd8\xff\xe0\0\x10JFIF\0\x01', 'image'],
  ['PNG', '\x89PNG\r\n\x1a\n\0\0\0\r', 'image'],
  ['WebP', 'RIFF\x10\0\0\0WEBP', 'image'],
  ['AVI', 'RIFF\x10\0\0\0AVI ', 'video'],
  ['Matroska', '\x1a\x45\xdf\xa3\x93\x42\x82\x88webm', 'video'],
  ['MP4', '\0\0\0\x18ftypisom', 'video'],
  ['QuickTime', '\0\0\0\x08wide\0\0\0\0', 'video'],
  ['WAV: RIFF, but neither WebP nor AVI', 'RIFF\x10\0\0\0WAVE', null],
  ['RIFF and nothing more', 'RIFF', null],
  ['WebP without RIFF', 'RIFX\x10\0\0\0WEBP', null],
  ['GIF', 'GIF89a\x01\0\x01\0\0\0', null],
  ['a page', '<!doctype ht', null],
  ['nothing', '', null],
])('the head of %s says %3$s', (_name, text, kind) => {
  expect(kindOfHead(head(text))).toBe(kind);
});

test('a file that its head does not show to be a video may not be as large as one', () => {
  const video = byteLimitOfHead(head('RIFF\x10\0\0\0AVI '));
  expect(byteLimitOfHead(head('RIFF\x10\0\0\0WAVE'))).toBeLessThan(video);
  expect(byteLimitOfHead(head('RIFF\x10\0\0\0WEBP'))).toBeLessThan(video);
});
