import { ButtonForm } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { onMoment } from '../../../ui/date.ts';
import { type Outcome, outcomeNames } from './outcomes.ts';

interface DecidedFacts {
  id: number;
  decidedAt: string | null;
  decidedBy: string | null;
  personNote: string | null;
  undoneAt: string | null;
  undoneBy: string | null;
}

const undo: Partial<Record<Outcome, string>> = { 'taken-down': 'Put it back', hidden: 'Show it again' };

export function Decided({ facts, outcome }: { facts: DecidedFacts; outcome: Outcome }) {
  const label = undo[outcome];
  return (
    <div className="stack">
      <Callout title={`${outcomeNames[outcome]}${by(facts.decidedBy, facts.decidedAt)}`}>
        {facts.personNote && <p className="case__words as-written">Note to them: {facts.personNote}</p>}
        {facts.undoneAt && <p>Undone{by(facts.undoneBy, facts.undoneAt)}.</p>}
      </Callout>
      {label && !facts.undoneAt && (
        <ButtonForm kind="secondary" icon="back" action={`/admin/reports/${facts.id}/undo`}>
          {label}
        </ButtonForm>
      )}
    </div>
  );
}

const by = (who: string | null, at: string | null) =>
  `${who ? ` by @${who}` : ''}${at ? ` ${onMoment(at)}` : ''}`;
