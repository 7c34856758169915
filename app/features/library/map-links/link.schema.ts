import { z } from 'zod';
import { questions, wordsLength } from './link-questions.ts';

/** A name in one line. Marks that change the direction of a text would change what is shown beside it. */
const words = (what: string) =>
  z
    .string({ error: `Write ${what} as a text.` })
    .transform((text) =>
      text
        .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .pipe(z.string().max(wordsLength, `At most ${wordsLength} characters, please.`))
    .optional();

/** Where an item starts, what it does and where it ends: any name of the map in any language, or an id. */
export const linkFields = {
  startsIn: words('where it starts').describe(
    'Where it starts: a name of the map in any language, or an id.',
  ),
  does: words('what it does').describe(
    'What it does: a transition of the map or a technique, by name or id.',
  ),
  endsIn: words('where it ends').describe('Where it ends, as `startsIn`.'),
};

const choice = z
  .string()
  .regex(/^(?:[ptm][1-9]\d{0,8}|new|later|other)$/, 'Please choose from the list.')
  .optional();

/** The page 'Did you mean…': what was chosen for each question, and the words if they are others now. */
export const chooseSchema = z.object({
  ...linkFields,
  startsInIs: choice,
  doesIs: choice,
  endsInIs: choice,
  seen: z.string().max(200).optional(),
});

/** `/upload?startsIn=12` fills the form. */
export const linksInAddress = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((name) =>
      query.get(name) ? [[name, query.get(name)?.slice(0, wordsLength) ?? '']] : [],
    ),
  );
