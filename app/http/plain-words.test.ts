import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseForm } from './pages/form.server.ts';
import { parseInput } from './parse.ts';

const schema = z.strictObject({
  text: z.string().min(2).max(3),
  count: z.int().max(9),
  tier: z.enum(['free', 'vip']),
  tags: z.array(z.string()).max(1),
  email: z.email(),
  own: z.string('Please write something.'),
});
const good = { text: 'abc', count: 3, tier: 'vip', tags: ['a'], email: 'ana@example.com', own: 'x' };

test.each([
  ['text', undefined, 'Please fill this in.'],
  ['text', 4, 'This must be a text.'],
  ['text', 'a', 'This must be at least 2 characters long.'],
  ['text', 'abcd', 'This may be at most 3 characters long.'],
  ['count', 'three', 'This must be a number.'],
  ['count', 1.5, 'This must be a whole number.'],
  ['count', 10, 'This may be at most 9.'],
  ['tier', 'gold', 'Please choose one of: free, vip.'],
  ['tags', ['a', 'b'], 'This may be at most 1 entry long.'],
  ['email', 'ana', 'Please enter a whole email address, such as name@example.com.'],
  ['own', undefined, 'Please write something.'],
])('%s of %j is answered in plain words', (field, value, words) => {
  expect(() => parseInput(schema, { ...good, [field]: value })).toThrow(
    expect.objectContaining({ errors: { [field]: [words] } }),
  );
});

test('a name that is not known is named', () => {
  expect(() => parseInput(schema, { ...good, colour: 'red' })).toThrow(
    'Please leave out what we do not know: colour.',
  );
});

test('a form speaks the same words', () => {
  const form = new FormData();
  form.set('tier', 'gold');
  expect(() => parseForm(form, schema.pick({ tier: true }))).toThrow(
    expect.objectContaining({
      answer: { form: expect.objectContaining({ error: { tier: ['Please choose one of: free, vip.'] } }) },
    }),
  );
});
