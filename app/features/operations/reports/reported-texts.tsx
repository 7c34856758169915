import { Moment } from '../../../ui/moment.tsx';
import { type Reason, reasons } from './outcomes.ts';

interface TextFacts {
  id: number;
  reporter: string | null;
  reason: Reason;
  details: string | null;
  /** The subject's text at the time of the report, if it has changed since. */
  seenThen: string | null;
  createdAt: string;
}

export function ReportedTexts({ said, total }: { said: readonly TextFacts[]; total: number }) {
  return (
    <section className="stack" aria-labelledby="said">
      <h2 id="said">{total === 1 ? 'One report' : `${total} reports`}</h2>
      <ol className="ruled">
        {said.map((each) => (
          <li key={each.id} className="case">
            <p>
              <strong>{reasons[each.reason]}</strong>
            </p>
            {each.details && <p className="case__words as-written">{each.details}</p>}
            {each.seenThen && (
              <details className="audit__change">
                <summary>What it said when it was reported</summary>
                <p className="case__words as-written">{each.seenThen}</p>
              </details>
            )}
            <p className="soft small">
              {each.reporter ? `@${each.reporter}` : 'A former member'}, <Moment at={each.createdAt} />
            </p>
          </li>
        ))}
      </ol>
      {total > said.length && <p className="soft small">The first {said.length} are shown.</p>}
    </section>
  );
}
