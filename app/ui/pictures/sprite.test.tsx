import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Stars } from '../figures/stars.tsx';
import { Avatar } from './avatar.tsx';
import { Sprite, withSymbols } from './sprite.tsx';

const page = (parts: React.ReactNode) =>
  withSymbols(
    renderToStaticMarkup(
      <>
        <Sprite />
        {parts}
      </>,
    ),
  ).join('');
const idsIn = (markup: string) => [...markup.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
const referredIn = (markup: string) =>
  new Set([...markup.matchAll(/href="#((?:avatar|stars)[^"]*)"/g)].map(([, id]) => id));

test('a page has the symbols that it refers to, once and in its sprite', () => {
  const people = [...Array(40).keys()].map((userId) => <Avatar key={userId} userId={userId} />);
  const all = page([...people, <Stars key="stars" average={3.5} />, <Stars key="again" average={5} />]);
  expect(idsIn(all)).toEqual(['stars', 'avatar-0', 'avatar-1', 'avatar-2', 'avatar-3', 'avatar-4']);
  expect(new Set(idsIn(all))).toEqual(referredIn(all));
  expect(all.indexOf('</symbol></svg>')).toBeLessThan(all.indexOf('class="avatar"'));

  const one = page(<Avatar userId={7} />);
  expect(idsIn(one)).toHaveLength(1);
  expect(new Set(idsIn(one))).toEqual(referredIn(one));
});

test('a page without pictures by reference has none, and texts of people are no reference', () => {
  expect(idsIn(page(<p>Nothing here</p>))).toEqual([]);
  expect(idsIn(page(<p>{'<use href="#stars">'}</p>))).toEqual([]);
});
