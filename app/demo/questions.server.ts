import { db } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import type { Topic } from '../domain/support-topics.ts';
import { hoursAgo } from './ago.server.ts';

interface DemoQuestion {
  /** The key of a demo person; null for a visitor. */
  asker: string | null;
  topic: Topic;
  subject: string;
  reference: string | null;
  /** Hours ago. */
  asked: number;
  text: string;
  answer?: string;
}

const questions: DemoQuestion[] = [
  {
    asker: 'premium_member',
    topic: 'payment',
    subject: 'An invoice with my company’s name',
    reference: null,
    asked: 20,
    text: 'My club pays my plan as training costs and needs its own name on the receipt.\n\nCan I add it somewhere, or can you?',
  },
  {
    asker: null,
    topic: 'content',
    subject: 'Is there anything for a left-handed judoka?',
    reference: null,
    asked: 3,
    text: 'I throw everything to the other side. Before I sign up: do your films show both, or do I have to turn them in my head?',
  },
  {
    asker: 'free_member',
    topic: 'account',
    subject: 'My new belt does not show',
    reference: '/profile',
    asked: 70,
    text: 'I got my blue belt on Saturday! I changed it in my profile, and the card still says white.',
    answer:
      'Congratulations!\n\nThe card shows the belt of the item, which is what its creator suggests, not yours. Your own belt stands on your profile and it is blue there, as it should be.',
  },
];

const hoursToAnswer = 6;
const hoursPromised = 24;

/** Adds two open questions, one of them due soon, and one that was answered. */
export async function insertQuestions(em: Em, ids: Map<string, number>) {
  for (const [index, { asker, topic, subject, reference, asked, text, answer }] of questions.entries()) {
    const member = asker === null ? null : (ids.get(asker) ?? null);
    const { id } = await db(em)
      .insertInto('support_questions')
      .values({
        asker_id: member,
        name: asker ? null : 'Mika Laine',
        email: asker ? null : 'mika.laine@example.com',
        topic,
        subject,
        reference,
        asked_at: hoursAgo(asked),
        last_at: hoursAgo(answer === undefined ? asked : asked - hoursToAnswer),
        due_at: answer === undefined ? hoursAgo(asked - hoursPromised) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const question = { question_id: id, author_id: member, is_answer: false, text };
    const replies = [{ ...question, attempt: `demo ${index}`, at: hoursAgo(asked) }];
    if (answer !== undefined) {
      replies.push({
        ...question,
        author_id: ids.get('summa_admin') ?? null,
        is_answer: true,
        text: answer,
        attempt: `demo answer ${index}`,
        at: hoursAgo(asked - hoursToAnswer),
      });
    }
    await db(em).insertInto('support_replies').values(replies).execute();
  }
}
