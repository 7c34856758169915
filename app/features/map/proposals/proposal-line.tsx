import { Badge } from '../../../ui/badge.tsx';
import { dayOf } from '../../../ui/date.ts';
import type { ListedProposal } from './lists.server.ts';
import { kindLabels, stateLabels } from './proposal-labels.ts';

/** A proposal in a list, with what became of it. */
export function ProposalLine({
  line: { kind, name, state, proposer, decidedBy, reason, createdAt },
  href,
  withPeople = false,
}: {
  line: ListedProposal;
  href: string;
  withPeople?: boolean;
}) {
  return (
    <li className="stack">
      <p className="row row--apart small">
        <span className="row">
          <Badge>{kindLabels[kind]}</Badge>
          {withPeople && <span className="soft">{proposer ? `by @${proposer}` : 'by a former member'}</span>}
        </span>{' '}
        <span className="soft">{dayOf(createdAt)}</span>
      </p>
      <p>
        <a className="tap" href={href} dir="auto">
          {name}
        </a>
      </p>
      <p className="soft small">
        {stateLabels[state]}
        {withPeople && decidedBy && `, by @${decidedBy}`}.{reason && <span dir="auto"> {reason}</span>}
      </p>
    </li>
  );
}
