import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { RadioGroup, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { decisionSchema, maxNote } from './decision.schema.ts';
import { type Outcome, outcomesOf, type SubjectKind } from './outcomes.ts';

interface CaseToDecide {
  id: number;
  kind: SubjectKind;
  owner: string | null;
  outcome: Outcome | null;
}

const choices: Record<Outcome, string> = {
  dismissed: 'Dismiss: it fits the guidelines',
  warned: 'Talk to the person: everything stays where it is',
  'taken-down': 'Take down: gone for all but its buyers, and can be put back',
  deleted: 'Delete: for good; only its buyers keep it',
  hidden: 'Hide: others no longer see it, and it can be shown again',
};

/** If another admin was faster, the typed text is shown to read and copy, without a button. */
export function DecisionForm({ facts, isGone }: { facts: CaseToDecide; isGone: boolean }) {
  const { form, errors, control } = usePostedForm(decisionSchema, { id: 'decision' });
  const isDecided = facts.outcome !== null;
  if (isDecided && !errors) return null;
  const possible = outcomesOf[facts.kind].filter((outcome) => !isGone || !removes.includes(outcome));
  return (
    <section className="stack" aria-labelledby="decide">
      <h2 id="decide">{isDecided ? 'What you wrote' : 'Decide'}</h2>
      <form {...form} action={`/admin/reports/${facts.id}`} className="form">
        <ErrorSummary errors={errors} title="Not decided" />
        {!isDecided && (
          <RadioGroup
            {...control('outcome')}
            label="How does it end?"
            column
            options={possible.map((value) => ({ value, label: choices[value] }))}
          />
        )}
        <TextArea
          {...control('personNote')}
          label={facts.owner ? `To @${facts.owner}` : 'To the person'}
          hint={`They read it exactly as you write it. Never say who reported. Optional when you dismiss. At most ${maxNote} characters.`}
          rows={4}
          readOnly={isDecided}
        />
        <TextArea
          {...control('logNote')}
          label="Note for the log (optional)"
          hint="Only admins see it."
          rows={2}
          readOnly={isDecided}
        />
        {!isDecided && (
          <div className="form__actions">
            <Button kind="primary" pending="Deciding...">
              Decide
            </Button>
          </div>
        )}
      </form>
    </section>
  );
}

const removes: readonly Outcome[] = ['taken-down', 'deleted', 'hidden'];
