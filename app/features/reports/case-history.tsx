import { dayOf } from '../../ui/date.ts';
import { counted } from '../../ui/number.ts';
import { type ActFacts, ActLine } from '../acts/act-line.tsx';
import { type Outcome, outcomeNames } from './words.ts';

interface EarlierCaseFacts {
  id: number;
  openedAt: string;
  reports: number;
  outcome: Outcome | null;
}

/** What happened to the subject before: other cases about it, and what admins did. */
export function CaseHistory({
  cases,
  acts,
}: {
  cases: readonly EarlierCaseFacts[];
  acts: readonly (ActFacts & { id: number })[];
}) {
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">History</h2>
      {cases.length === 0 && acts.length === 0 && <p className="soft">Nothing happened here before.</p>}
      {cases.length > 0 && (
        <ul>
          {cases.map((each) => (
            <li key={each.id}>
              <a href={`/admin/reports/${each.id}`}>{dayOf(each.openedAt)}</a>:{' '}
              {counted(each.reports, 'report')},{' '}
              {each.outcome ? outcomeNames[each.outcome].toLowerCase() : 'open'}
            </li>
          ))}
        </ul>
      )}
      {acts.length > 0 && (
        <ol className="ruled">
          {acts.map((act) => (
            <ActLine key={act.id} act={act} />
          ))}
        </ol>
      )}
    </section>
  );
}
