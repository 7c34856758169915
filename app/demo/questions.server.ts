import type { Em } from '../db/orm.server.ts';
import { row } from '../db/sql.server.ts';

interface DemoQuestion {
  /** The key of a demo person; null for a visitor. */
  asker: string | null;
  topic: string;
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

/** Adds two open questions, one of them due soon, and one that was answered. */
export async function insertQuestions(em: Em, ids: Map<string, number>) {
  for (const [index, { asker, topic, subject, reference, asked, text, answer }] of questions.entries()) {
    const member = asker === null ? null : (ids.get(asker) ?? null);
    const made = await row<{ id: number }>(em)`
      insert into support_questions (asker_id, name, email, topic, subject, reference, asked_at, last_at, due_at)
      select ${member}, ${asker ? null : 'Mika Laine'}, ${asker ? null : 'mika.laine@example.com'}, ${topic}, ${subject},
        ${reference}, at, case when ${answer !== undefined} then at + interval '6 hours' else at end,
        case when ${answer === undefined} then at + interval '24 hours' end
      from (select now() - make_interval(hours => ${asked}) as at) moment
      returning id`;
    await row(em)`
      insert into support_words (question_id, author_id, is_answer, text, attempt, at)
      select id, asker_id, false, ${text}, ${`demo ${index}`}, asked_at from support_questions where id = ${made?.id}`;
    if (answer === undefined) continue;
    await row(em)`
      insert into support_words (question_id, author_id, is_answer, text, attempt, at)
      select id, ${ids.get('summa_admin') ?? null}, true, ${answer}, ${`demo answer ${index}`}, last_at
      from support_questions where id = ${made?.id}`;
  }
}
