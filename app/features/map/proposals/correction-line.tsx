import { Badge } from '../../../ui/badge.tsx';
import { dayOf } from '../../../ui/date.ts';
import type { Correction } from './corrections.server.ts';
import { correctionLabels, subjectLabels } from './proposal-labels.ts';

/** A correction in a list, with what became of it. */
export function CorrectionLine({ line, href }: { line: Correction; href: string | null }) {
  const { name, subject, text, state, reason, createdAt, thing } = line;
  return (
    <li className="stack">
      <p className="row row--apart small">
        <span className="row">
          <Badge>{subjectLabels[subject]}</Badge>
          {href && <span className="soft">by @{line.member}</span>}
        </span>{' '}
        <span className="soft">{dayOf(createdAt)}</span>
      </p>
      <p>
        <a className="tap" href={href ?? `/map/${thing.kind.charAt(0)}/${thing.id}`} dir="auto">
          {name}
        </a>
      </p>
      <p className="clamp as-written" dir="auto">
        {text}
      </p>
      <p className="soft small">
        {correctionLabels[state]}.{reason && <span dir="auto"> {reason}</span>}
      </p>
    </li>
  );
}
