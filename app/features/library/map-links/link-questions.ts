/** The three questions about an item, as forms and calls name them. */
export const questions = ['startsIn', 'does', 'endsIn'] as const;
export type Question = (typeof questions)[number];

/** What was written for each question. What is absent stays as it is; an empty text removes the link. */
export type Asked = Partial<Record<Question, string>>;

/** Where an item stands on the map. Words wait where no thing was chosen for them yet. */
export interface Links {
  startsId: number | null;
  transitionId: number | null;
  termId: number | null;
  endsId: number | null;
  startsAs: string | null;
  doesAs: string | null;
  endsAs: string | null;
}

export const noLinks: Links = {
  startsId: null,
  transitionId: null,
  termId: null,
  endsId: null,
  startsAs: null,
  doesAs: null,
  endsAs: null,
};

export const wordsLength = 200;

/** The text of a field that means exactly one thing: `half guard #12`. */
export const numbered = (name: string, id: number) => `${name} #${id}`;

/** The number at the end of such a text. */
export function numberIn(text: string): number | null {
  const digits = /\s#(\d{1,9})$/.exec(text.trim())?.[1];
  return digits ? Number(digits) : null;
}

/** Whether an answer is still to be chosen. */
export const isWaiting = ({ startsAs, doesAs, endsAs }: Links) =>
  startsAs !== null || doesAs !== null || endsAs !== null;

const waitingIn = { startsIn: 'startsAs', does: 'doesAs', endsIn: 'endsAs' } as const;

/** The words that wait for a choice. */
export const waitingWords = (links: Links, question: Question) => links[waitingIn[question]];

/** Whether words wait that were not there before. */
export const isWaitingAnew = (links: Links, asked: Asked, before: Record<Question, string>) =>
  questions.some(
    (question) => waitingWords(links, question) !== null && asked[question] !== before[question],
  );

/** The answers of a form: a field that it has and that is empty removes the link. */
export const askedIn = (fields: FormData, read: Asked): Asked =>
  Object.fromEntries(
    questions.filter((question) => fields.has(question)).map((question) => [question, read[question] ?? '']),
  );

type Choices = Partial<Record<`${Question}Is`, string>>;

/** What was chosen for each question. */
export const choicesIn = (read: Choices): Partial<Record<Question, string>> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const choice = read[`${question}Is`];
      return choice ? [[question, choice]] : [];
    }),
  );

export const textsIn = (asked: readonly { name: Question; text: string }[]): Record<string, string> =>
  Object.fromEntries(asked.map(({ name, text }) => [name, text]));
