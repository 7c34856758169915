import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseForm } from '../../../http/pages/form.server.ts';
import { parseInput } from '../../../http/parse.ts';
import { askSchema, offerSchema } from '../../commerce/custom-requests/request.schema.ts';
import { planChangeSchema } from '../../commerce/plans/plan.schema.ts';
import { purchaseSchema } from '../../commerce/purchases/purchase.schema.ts';
import { ratingSchema } from '../../community/ratings/rating.schema.ts';
import { pictureSchema } from '../../identity/profile/profile.schema.ts';
import { techniqueSchema } from '../../library/authoring/upload.schema.ts';
import { answerSchema, closeSchema } from '../../operations/support/question.schema.ts';
import { kinds } from '../notifications/event-kinds.ts';
import { choicesSchema, readSchema } from '../notifications/notification.schema.ts';
import { beginSchema } from '../uploads/chunks.schema.ts';
import { flag, wholeNumber } from './request-shapes.ts';

/** What a schema makes of one field, as a form and as JSON; 'refused' is a message beside that field. */
function readings(schema: z.ZodType, name: string, value: unknown) {
  const form = new FormData();
  for (const each of [value].flat()) if (each !== undefined) form.append(name, String(each));
  const attempt = (parse: () => unknown, errorsOf: (error: never) => object) => {
    try {
      return (parse() as Record<string, unknown>)[name];
    } catch (error) {
      return name in errorsOf(error as never) ? 'refused' : 'taken';
    }
  };
  return {
    form: attempt(
      () => parseForm(form, schema),
      (error: { answer: { form: { error: object } } }) => error.answer.form.error,
    ),
    json: attempt(
      () => parseInput(schema, { [name]: value }),
      (error: { errors: object }) => error.errors,
    ),
  };
}

describe('yes or no', () => {
  const schema = z.object({ wanted: flag('wanted') });
  const words: [unknown, boolean][] = [
    ...['true', 'TRUE', 'on', 'On', '1', 'yes', ' Yes '].map((word) => [word, true] as [string, boolean]),
    ...['false', 'False', 'off', '0', 'NO', ''].map((word) => [word, false] as [string, boolean]),
    [undefined, false],
  ];
  test.each(words)('%j is %j in any case of letters', (word, meant) => {
    expect(readings(schema, 'wanted', word)).toEqual({ form: meant, json: meant });
  });

  test.each(['maybe', 'truee', '2', '-1', 'null', ['true', 'false']])('%j is neither', (word) => {
    expect(readings(schema, 'wanted', word)).toEqual({ form: 'refused', json: 'refused' });
  });
  test.each([2, null, {}, ['true']])('as JSON %j is neither', (word) => {
    expect(readings(schema, 'wanted', word).json).toBe('refused');
  });
});

describe('a whole number', () => {
  const schema = z.object({ count: wholeNumber('Please enter a number.', 1, 60) });
  test.each(['7', ' 7 ', '07'])('is read from its digits: %j', (text) => {
    expect(readings(schema, 'count', text)).toEqual({ form: 7, json: 7 });
  });
  test.each(['1e1', '0x10', '7.0', '7,', 'seven', '', ' ', '٧', 'Infinity', '0', '61', ['7', '8']])(
    'is not %j',
    (text) => {
      expect(readings(schema, 'count', text)).toEqual({ form: 'refused', json: 'refused' });
    },
  );
  test.each([null, true, [7], {}, 7.5, 0, 61, 1e99])('as JSON is not %j', (value) => {
    expect(readings(schema, 'count', value).json).toBe('refused');
  });
});

describe('no form and no call takes an invalid value for the default', () => {
  test.each<[string, string, unknown, z.ZodType]>([
    ['an item', 'isForSale', 'maybe', techniqueSchema],
    ['an item', 'price', ['4', '5'], techniqueSchema],
    ['an item', 'tier', 'gold', techniqueSchema],
    ['an item', 'release', 'soon', techniqueSchema],
    ['an item', 'downloads', 'all', techniqueSchema],
    ['an item', 'publishAt', 'tomorrow', techniqueSchema],
    ['an offer', 'isOpen', 'maybe', offerSchema],
    ['an offer', 'days', '1e1', offerSchema],
    ['a request', 'seenPriceCents', '0x10', askSchema],
    ['a purchase', 'seenPriceCents', '1e1', purchaseSchema],
    ['a rating', 'rating', '0x5', ratingSchema],
    ['an answer', 'close', 'maybe', answerSchema],
    ['an answer', 'seen', '1e1', answerSchema],
    ['a closing', 'seen', '1e1', closeSchema],
    ['a picture', 'focus', 'left', pictureSchema],
    ['a change of plan', 'prorationAt', '1', planChangeSchema],
    ['a notification', 'id', '0x10', z.object({ id: (readSchema.options[0] as z.ZodObject).shape.id })],
    [
      'the kinds of notifications',
      'kinds',
      Array.from({ length: kinds.length + 1 }, () => 'sale'),
      choicesSchema,
    ],
    ['a file in chunks', 'onPhone', 'maybe', beginSchema],
    ['a file in chunks', 'onlyPictures', 'maybe', beginSchema],
  ])('%s: %s %j', (_what, name, value, schema) => {
    expect(readings(schema, name, value)).toEqual({ form: 'refused', json: 'refused' });
  });
});
