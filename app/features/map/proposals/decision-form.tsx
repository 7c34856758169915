import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field, RadioGroup, Select, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { families } from '../graph/families.ts';
import type { FoundProposal } from './find-proposal.server.ts';
import { languageOf, longestName } from './name-rules.ts';
import { decisionSchema, longestReason, type outcomes } from './proposal.schema.ts';
import { actorOptions, languageOptions, rulesetOptions } from './proposal-labels.ts';

interface Props {
  path: string;
  outcome: (typeof outcomes)[number];
  proposal: Pick<FoundProposal, 'kind' | 'name' | 'seen'>;
  values: Record<string, string>;
  near: readonly { id: number; name: string; note: string | null }[];
  find: string;
}

type Control = ReturnType<typeof usePostedForm<typeof decisionSchema>>['control'];

const buttons = { accept: 'Accept', merge: 'Merge', decline: 'Decline' };

/** One of the three decisions. It says which state it is about, so that a second curator sees the first one's. */
export function DecisionForm({ path, outcome, proposal, values, near, find }: Props) {
  const { form, errors, control } = usePostedForm(decisionSchema, {
    id: outcome,
    defaultValue: { ...values, language: languageOf(proposal.name) },
  });
  const here = `${path}?decide=${outcome}${find && `&find=${encodeURIComponent(find)}`}`;
  return (
    <>
      {outcome === 'merge' && <FindForm path={path} find={find} />}
      <form {...form} action={here} className="form">
        <input type="hidden" name="outcome" value={outcome} />
        <input type="hidden" name="seen" value={proposal.seen} />
        <ErrorSummary errors={errors} title="Not decided" />
        {outcome === 'accept' && <AcceptFields control={control} kind={proposal.kind} />}
        {outcome === 'merge' && near.length === 0 && <p className="soft">The map has no name like this.</p>}
        {outcome === 'merge' && near.length > 0 && (
          <RadioGroup
            {...control('into')}
            label="Into which one?"
            column
            options={near.map(({ id, name, note }) => ({
              value: String(id),
              label: `${name} #${id}${note ? ` (${note})` : ''}`,
            }))}
          />
        )}
        {outcome !== 'decline' && (
          <Select {...control('language')} label="Language of the name" options={languageOptions} />
        )}
        {outcome === 'decline' && (
          <TextArea
            {...control('reason')}
            label="Why?"
            hint={`The proposer reads it as you write it. At most ${longestReason} characters.`}
            rows={3}
          />
        )}
        <div className="form__actions">
          <Button kind={outcome === 'decline' ? 'danger' : 'primary'} pending="Deciding...">
            {buttons[outcome]}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Searches by any name, without scripts. */
const FindForm = ({ path, find }: { path: string; find: string }) => (
  <form action={path} className="form">
    <input type="hidden" name="decide" value="merge" />
    <Field name="find" label="Find another name of the map" defaultValue={find} autoComplete="off" />
    <div className="form__actions">
      <Button kind="secondary">Find</Button>
    </div>
  </form>
);

function AcceptFields({ control, kind }: { control: Control; kind: FoundProposal['kind'] }) {
  return (
    <>
      <Field
        {...control('name')}
        label="Its name on the map"
        autoComplete="off"
        most={longestName}
        hint="If you correct it, the proposed name still finds it."
      />
      {kind === 'position' ? (
        <>
          <Select
            {...control('family')}
            label="Family"
            options={families.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
          <Field {...control('looksLike')} label="Which position does it look like?" autoComplete="off" />
        </>
      ) : (
        <>
          <div className="form__pair">
            <Field {...control('from')} label="Where does it start?" autoComplete="off" />
            <Field {...control('to')} label="Where does it end?" autoComplete="off" />
          </div>
          <div className="form__pair">
            <Select {...control('actor')} label="Who acts?" options={actorOptions} />
            <Select {...control('ruleset')} label="Gi or no-gi?" options={rulesetOptions} />
          </div>
          <div className="form__pair">
            <Select
              {...control('roles')}
              label="Who ends on top?"
              options={[
                { value: 'stay', label: 'The one who started on top' },
                { value: 'change', label: 'The one who started on the bottom' },
              ]}
            />
            <Select
              {...control('directions')}
              label="Does it lead back, too?"
              options={[
                { value: 'one', label: 'No' },
                { value: 'both', label: 'Yes' },
              ]}
            />
          </div>
        </>
      )}
    </>
  );
}
