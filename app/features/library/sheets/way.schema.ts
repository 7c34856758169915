import { wholeNumber } from '../../core/schemas/request-shapes.ts';
import { wayCallQuestion, wayQuestion } from '../../map/screens/ways/way.schema.ts';

const mostWays = 3;
const message = `Send \`way\` as a number from 1 to ${mostWays}.`;
const number = wholeNumber(message, 1, mostWays);

/** The question of a page; any other number means the first way. */
const numberedQuestion = wayQuestion.extend({ way: number.catch(1) });

export const readNumberedQuestion = (query: URLSearchParams) =>
  numberedQuestion.parse({ as: 'bottom', ...Object.fromEntries(query) });

/** The question of a call. */
export const numberedCallQuestion = wayCallQuestion.extend({
  way: number
    .optional()
    .default(1)
    .meta({ description: 'Which of the ways, from 1; the last one if there are fewer.', examples: [1] }),
});
