import type { ReactNode } from 'react';
import { askAbout } from '../../../domain/contact.ts';
import { graceDays } from '../../../domain/plans.ts';
import { Fold } from '../../site/pages/fold.tsx';

const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'How do I cancel?',
    answer: (
      <p>
        On your <a href="/account/billing">billing page</a>, in two clicks and at any time. You keep your plan
        until the end of the month you paid for, nothing more is charged, and until then you can change your
        mind.
      </p>
    ),
  },
  {
    question: 'Can I have my money back?',
    answer: (
      <p>
        A single technique that does not open, or is not what its page describes:{' '}
        <a href={askAbout('payment')}>write to support</a> and we’ll look into it. We don’t refund months that
        have already begun, because you could watch everything in the plan. If we charge you twice by mistake,
        we refund the second charge automatically.
      </p>
    ),
  },
  {
    question: 'What happens to the techniques I bought?',
    answer: (
      <p>
        They are yours to keep on any plan, even after you cancel and even if their creator removes them from
        the site. You find them in your <a href="/library">library</a>.
      </p>
    ),
  },
  {
    question: 'What happens when I change from VIP Elite to Premium?',
    answer: (
      <p>
        The change takes effect at the end of the month you paid for; until then you keep VIP Elite. After
        that, VIP techniques lock again unless you bought them, and of the techniques you sell, the two oldest
        stay for sale. The others stay published, and their buyers keep them.
      </p>
    ),
  },
  {
    question: 'And the other way, from Premium to VIP Elite?',
    answer: (
      <p>
        Right away. You pay only the difference for the rest of your month, and you see the exact amount
        before you confirm.
      </p>
    ),
  },
  {
    question: 'What if my card is refused at renewal?',
    answer: (
      <p>
        You keep your plan for {graceDays} days. Every page reminds you, and your billing page has a button to
        pay with another card.
      </p>
    ),
  },
];

export function PlanQuestions() {
  return (
    <section className="pricing prose" aria-labelledby="questions">
      <h2 id="questions">Frequently asked questions</h2>
      <div>
        {questions.map(({ question, answer }) => (
          <Fold key={question} question={question}>
            {answer}
          </Fold>
        ))}
      </div>
    </section>
  );
}
