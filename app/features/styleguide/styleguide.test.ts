import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testWorld } from '../../../tests/support/world.ts';
import * as guide from './styleguide.page.tsx';
import { colours, spaces, steps } from './tokens.ts';

const world = testWorld();

test.each([
  [false, 200],
  [true, 404],
])('production: %s, so the guide answers %i', async (isProduction, status) => {
  const context = { ...world.context(), isProduction };
  const request = new Request('http://localhost:3000/styleguide');
  const answer = await Promise.resolve(guide.loader({ request, params: {}, context } as never)).catch(
    (thrown: Response) => thrown,
  );
  expect(answer instanceof Response ? answer.status : 200).toBe(status);
});

test('the guide shows every colour, step and space there is', () => {
  const sheet = readFileSync('app/styles/tokens.css', 'utf8');
  const root = sheet.slice(0, sheet.indexOf('}'));
  const names = [...root.matchAll(/^ {2}--([\w-]+):/gm)].map(([, name]) => name);
  const notForTheEye = ['wide', 'round', 'lift', 'quick'];
  expect([...colours, ...steps, ...spaces, ...notForTheEye].toSorted()).toEqual(names.toSorted());
});
