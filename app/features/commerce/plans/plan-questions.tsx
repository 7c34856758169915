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
        until the end of the month you paid for, nothing more is charged, and you can take the cancellation
        back until then.
      </p>
    ),
  },
  {
    question: 'Can I have my money back?',
    answer: (
      <p>
        A single technique that does not open, or is not what its page describes:{' '}
        <a href={askAbout('payment')}>write to support</a> and we look at it. Months of a plan that have begun
        are not paid back, because everything in it was yours to watch. If we charge you twice by mistake, the
        second charge goes back by itself.
      </p>
    ),
  },
  {
    question: 'What happens to the techniques I bought?',
    answer: (
      <p>
        They stay yours, whatever your plan, also after you cancel and also if their creator takes them off
        the site. You find them in your <a href="/library">library</a>.
      </p>
    ),
  },
  {
    question: 'What happens when I change from VIP Elite to Premium?',
    answer: (
      <p>
        The change comes at the end of the month you paid for; until then you keep VIP Elite. After it, VIP
        techniques lock again unless you bought them, and of the techniques you sell, the two oldest stay for
        sale. The others stay published, and their buyers keep them.
      </p>
    ),
  },
  {
    question: 'And the other way, from Premium to VIP Elite?',
    answer: (
      <p>
        At once. You pay only the difference for the rest of your month, and you see the exact amount before
        you confirm.
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
