import { Field, Select } from '../../../ui/field.tsx';
import { longestName } from './name-rules.ts';
import { longestSource } from './proposal.schema.ts';
import { actorOptions, rulesetOptions } from './proposal-labels.ts';

export type ProposalControl = (name: never) => {
  name: string;
  defaultValue: string | undefined;
  error: string[] | undefined;
};

/** What a proposal says of itself, in the form of its proposer. Both kinds are offered until one is chosen. */
export function ProposalFields({
  control: controlOf,
  kind,
}: {
  control: ProposalControl;
  kind: 'position' | 'transition' | null;
}) {
  const control = controlOf as (name: string) => ReturnType<ProposalControl>;
  return (
    <>
      <Field
        {...control('name')}
        label="Name"
        autoComplete="off"
        required
        most={longestName}
        hint="In any language and script."
      />
      {kind !== 'transition' && (
        <Field
          {...control('looksLike')}
          label={kind ? 'Which position does it look like?' : 'A position: which one does it look like?'}
          autoComplete="off"
          hint="Optional. Its drawing is shown in the meantime."
        />
      )}
      {kind !== 'position' && (
        <>
          <div className="form__pair">
            <Field
              {...control('from')}
              label={kind ? 'Where does it start?' : 'A transition: where does it start?'}
              autoComplete="off"
              hint="Any name, or a number: half guard, meia guarda, 12."
            />
            <Field {...control('to')} label="Where does it end?" autoComplete="off" />
          </div>
          <div className="form__pair">
            <Select
              {...control('actor')}
              label="Who acts?"
              options={[{ value: '', label: 'Choose…' }, ...actorOptions]}
            />
            <Select {...control('ruleset')} label="Gi or no-gi?" options={rulesetOptions} />
          </div>
        </>
      )}
      <Field
        {...control('source')}
        label="Where do you know it from?"
        autoComplete="off"
        most={longestSource}
        hint="Optional: a book, a film, a coach."
      />
    </>
  );
}
