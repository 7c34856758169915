import { expect, test } from 'vitest';
import { thingAddress } from './thing-address.ts';

test.each([
  ['12', null, 12],
  [' 12 ', null, 12],
  ['p/12-mount', 'position', 12],
  ['/map/t/456-arm-drag', 'transition', 456],
  ['map/p/7', 'position', 7],
  ['https://summa.example/map/P/12-mount?from=3#top', 'position', 12],
])('%j is %s %i', (text, kind, id) => {
  expect(thingAddress(text)).toEqual({ kind, id });
});

test.each([
  ...['', 'mount', '50/50', '50-50', '4/11', '2-on-1', '100 kilos', '12345678901', '-3', '1.5', '12?x'],
  ...['p/mount', 'x/12', 'https://summa.example/content/12', 'p/12-mount and more', '\u200f12'],
])('%j is none', (text) => {
  expect(thingAddress(text)).toBeNull();
});
