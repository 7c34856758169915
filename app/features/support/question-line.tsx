import { Badge } from '../../ui/badge.tsx';
import type { Tier } from '../content/words.ts';
import { planNames } from '../plans/plans.ts';
import { type Topic, topics } from './words.ts';

interface QuestionLineFacts {
  id: number;
  topic: Topic;
  subject: string;
  username: string | null;
  name: string;
  plan: Tier | null;
  /** What is left of the promise, or when it was answered or closed. */
  line: string;
  isLate: boolean;
}

/** The plan of who asks, or that they are a visitor. */
export const askerPlan = (plan: Tier | null) => (plan ? planNames[plan] : 'Visitor');

/** One question in the queue: the whole line leads to it. */
export function QuestionLine({ question }: { question: QuestionLineFacts }) {
  const { id, topic, subject, username, name, plan, line, isLate } = question;
  return (
    <li className="case" data-late={isLate ? '' : undefined}>
      <p className="row row--apart small">
        <span className="row">
          <Badge>{askerPlan(plan)}</Badge>
          <span className="soft">{username ? `@${username}` : name}</span>
        </span>{' '}
        <span className="case__state">{line}</span>
      </p>
      <p>
        <a href={`/admin/support/${id}`}>{subject}</a>
      </p>
      <p className="soft small">{topics[topic]}</p>
    </li>
  );
}
