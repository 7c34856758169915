import { momentOf } from '../../ui/date.ts';
import type { RequestView } from './view.server.ts';
import { type RequestState, stateNames } from './words.ts';

/** What was done, where the state only says what is waited for. */
const taken: Partial<Record<RequestState, string>> = { accepted: 'Accepted', paid: 'Paid' };

/** All steps of a request, the first one first, with what was said. */
export function History({ steps }: { steps: RequestView['steps'] }) {
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">What happened</h2>
      <ol className="stack">
        {steps.map(({ id, state, at, by, note }) => (
          <li key={id}>
            <strong>{taken[state] ?? stateNames[state]}</strong>{' '}
            <span className="soft small">
              {momentOf(at)}
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
