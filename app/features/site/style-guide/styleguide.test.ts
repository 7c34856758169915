import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rendered } from '../../../../tests/support/browser/rendered.tsx';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
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

test('the guide shows every colour, step and space', () => {
  const sheet = readFileSync('app/styles/tokens.css', 'utf8');
  const root = sheet.slice(0, sheet.indexOf('}'));
  const names = [...root.matchAll(/^ {2}--([\w-]+):/gm)].map(([, name]) => name);
  const notForTheEye = ['wide', 'round', 'lift', 'quick'];
  expect([...colours, ...steps, ...spaces, ...notForTheEye].toSorted()).toEqual(names.toSorted());
});

/** Parts that the guide shows inside others, and hidden fields. */
const seenInOthers = ['Moment', 'Sprite', 'Notes', 'DialogPage', 'Sent', 'Says', 'usePostedErrors'];

test('the guide shows every part of app/ui', () => {
  const guide = globSync('app/features/site/style-guide/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const parts = globSync('app/ui/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:function|const) ([A-Z]\w+|use\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  expect(parts.length).toBeGreaterThan(30);
  const missing = parts.filter(
    (name) => !guide.some((text) => new RegExp(`(<|\\b)${name}\\b[ (.<>/\n]`).test(text)),
  );
  expect(missing.toSorted()).toEqual(seenInOthers.toSorted());
});

test('the guide shows every class that the sheets of app/ui paint', async () => {
  const { html } = await rendered(world, guide, null, '/styleguide');
  const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
  const painted = globSync('app/ui/**/*.css').flatMap((file) =>
    [
      ...readFileSync(file, 'utf8')
        .replace(/\/\*.*?\*\//gs, '')
        .matchAll(/(?<=[\s(&,])\.([a-z][\w-]*)/g),
    ].map(([, name = '']) => name),
  );
  expect(painted.length).toBeGreaterThan(40);
  // The sprite is in the file of icons, and the hero is on the landing page.
  expect(painted.filter((name) => !used.has(name))).toEqual(['sprite', 'hero']);
});

test('its form comes back with what was typed and what is wrong', async () => {
  const init = formPost({ stage: 'Nova', years: 'many' });
  const { html, text, status } = await rendered(world, guide, null, '/styleguide', { init });
  expect([status, text]).toEqual([
    422,
    expect.stringContaining('Please write the years as a number, such as 4.'),
  ]);
  expect(html).toContain('value="Nova"');
});
