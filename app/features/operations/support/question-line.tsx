import { planNames } from '../../../domain/plans.ts';
import { type Topic, topics } from '../../../domain/support-topics.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { Badge } from '../../../ui/badge.tsx';

interface QuestionLineFacts {
  id: number;
  topic: Topic;
  subject: string;
  username: string | null;
  name: string;
  plan: Tier | null;
  line: string;
  isLate: boolean;
}

export const askerPlan = (plan: Tier | null) => (plan ? planNames[plan] : 'Visitor');

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
