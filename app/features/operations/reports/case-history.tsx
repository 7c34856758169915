import { dayOf } from '../../../ui/date.ts';
import { counted } from '../../../ui/number.ts';
import { type AuditFacts, AuditLine } from '../../core/audit-log/audit-line.tsx';
import { type Outcome, outcomeNames } from './outcomes.ts';

interface EarlierCaseFacts {
  id: number;
  openedAt: string;
  reports: number;
  outcome: Outcome | null;
}

/** Earlier cases about the subject, and what admins did to it. */
export function CaseHistory({
  cases,
  entries,
}: {
  cases: readonly EarlierCaseFacts[];
  entries: readonly (AuditFacts & { id: number })[];
}) {
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">History</h2>
      {cases.length === 0 && entries.length === 0 && <p className="soft">No earlier cases.</p>}
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
      {entries.length > 0 && (
        <ol className="ruled">
          {entries.map((entry) => (
            <AuditLine key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}
