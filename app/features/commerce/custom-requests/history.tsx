import { Moment } from '../../../ui/moment.tsx';
import { type RequestState, stateNames } from './steps/states.ts';
import type { RequestView } from './view.server.ts';

/** What was done. The state's own text only says what comes next. */
const taken: Partial<Record<RequestState, string>> = { accepted: 'Accepted', paid: 'Paid' };

export function History({ steps }: { steps: RequestView['steps'] }) {
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">What happened</h2>
      <ol className="stack">
        {steps.map(({ id, state, at, by, note }) => (
          <li key={id}>
            <strong>{taken[state] ?? stateNames[state]}</strong>{' '}
            <span className="soft small">
              <Moment at={at} />
              {by && `, by ${by}`}
            </span>
            {note && (
              <p className="as-written" dir="auto">
                {note}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
