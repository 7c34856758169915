import { expect, test } from 'vitest';
import { momentIn } from '../../../domain/release.ts';
import { parseForm } from '../../../http/pages/page.server.ts';
import { techniqueSchema } from './upload.schema.ts';

const words = { title: 'Knee cut', category: 'technique' };

async function messages(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...words, ...fields })) form.set(name, value);
  try {
    parseForm(form, techniqueSchema);
    return {};
  } catch (error) {
    return (error as { answer: { form: { error: Record<string, string[]> } } }).answer.form.error;
  }
}

test('a tag or step that is too long is reported beside its field, with its position', async () => {
  const tag = `juji gatame ${'x'.repeat(40)}`;
  const step = `Grip the collar ${'y'.repeat(300)}`;
  expect(await messages({ tags: `gi, ${tag}`, steps: `Stand\n${step}` })).toEqual({
    tags: [`A tag must be at most 40 characters: '${tag.slice(0, 30)}…' has 52.`],
    steps: [`A step must be at most 300 characters: '${step.slice(0, 30)}…' has 316.`],
  });
});

test('a title of invisible characters is refused', async () => {
  for (const title of ['\u200b', '\u3164 ', '\u2800', '\u2063\u00ad']) {
    expect(await messages({ title })).toEqual({
      title: ['Missing Title: Please provide a title for your technique.'],
    });
  }
  expect(await messages({ title: '🥋' })).toEqual({});
});

test('a date may name its offset from UTC', () => {
  expect(momentIn('2030-01-01T10:00+05:30')).toEqual(new Date('2030-01-01T04:30:00Z'));
  expect(momentIn('2029-12-31T23:30-09:30')).toEqual(new Date('2030-01-01T09:00:00Z'));
  for (const none of [
    '2030-02-30T10:00+01:00',
    '2030-01-01T10:00+25:00',
    '2030-01-01T10:00+5',
    '2030-01-01',
  ]) {
    expect(momentIn(none)?.getTime()).toBeNaN();
  }
});
