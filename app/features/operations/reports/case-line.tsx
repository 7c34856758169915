import { Badge } from '../../../ui/badge.tsx';
import { counted } from '../../../ui/number.ts';
import { kindNames, type Outcome, outcomeNames, type Reason, reasons, type SubjectKind } from './outcomes.ts';

interface CaseLineFacts {
  id: number;
  kind: SubjectKind;
  name: string;
  owner: string | null;
  reports: number;
  reasons: Reason[];
  outcome: Outcome | null;
  undoneAt: string | null;
  decidedBy: string | null;
  state: string;
  isLate: boolean;
}

export function CaseLine({ line }: { line: CaseLineFacts }) {
  return (
    <li className="case" data-late={line.isLate ? '' : undefined}>
      <p className="row row--apart small">
        <span className="row">
          <Badge>{kindNames[line.kind]}</Badge>
          {line.owner && <span className="soft">by @{line.owner}</span>}
        </span>{' '}
        <span className="case__state">{line.state}</span>
      </p>
      <p>
        <a href={`/admin/reports/${line.id}`}>{line.name}</a>
      </p>
      <p className="soft small">
        {line.outcome && (
          <strong>
            {outcomeNames[line.outcome]}
            {line.undoneAt && ', then undone'}
            {line.decidedBy && ` by @${line.decidedBy}`}.{' '}
          </strong>
        )}
        {counted(line.reports, 'report')}: {line.reasons.map((reason) => reasons[reason]).join('; ')}
      </p>
    </li>
  );
}
