import { z } from 'zod';
import { id, moment, words } from '../handbook/answered.ts';
import { type State, states, type Topic, topicNames } from './words.ts';

/** A question as the calls answer it. */
export const questionShape = z
  .object({
    id,
    topic: z.enum(topicNames),
    subject: words('Charged twice'),
    reference: words('receipt 12').nullable(),
    state: z.enum(states),
    askedAt: moment,
    lastAt: moment,
    dueAt: moment
      .nullable()
      .meta({ description: 'Until when we promise to answer; null while nothing waits.' }),
  })
  .meta({ id: 'Question' });

export const wordsShape = z.object({
  id,
  isAnswer: z.boolean().meta({ description: 'Written by us.' }),
  text: words('It goes back to your card today.'),
  at: moment,
});

interface QuestionFacts {
  id: number;
  topic: Topic;
  subject: string;
  reference: string | null;
  askedAt: string;
  lastAt: string;
  dueAt: string | null;
  state: State;
}

const iso = (at: string) => new Date(at).toISOString();

export const questionJson = ({ id, topic, subject, reference, state, ...at }: QuestionFacts) => ({
  id,
  topic,
  subject,
  reference,
  state,
  askedAt: iso(at.askedAt),
  lastAt: iso(at.lastAt),
  dueAt: at.dueAt && iso(at.dueAt),
});
