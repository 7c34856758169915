import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { type Kind, kindNames, kinds } from './event-kinds.ts';
import { choicesSchema } from './notification.schema.ts';

/** Folded, because a member comes for the list below. */
export function ChoicesForm({ wanted }: { wanted: readonly Kind[] }) {
  const { form, errors } = usePostedForm(choicesSchema, { id: 'choices' });
  return (
    <details open={errors !== undefined}>
      <summary>Notification settings</summary>
      <form {...form} action="/notifications" className="form panel">
        <ErrorSummary errors={errors} title="Your choice was not saved" />
        <fieldset className="stack" id="field-kinds">
          <legend>Notify me about</legend>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              id={`kind-${kind}`}
              name="kinds"
              value={kind}
              label={kindNames[kind].name}
              hint={kindNames[kind].hint}
              defaultChecked={wanted.includes(kind)}
            />
          ))}
        </fieldset>
        <div className="form__actions">
          <Button kind="secondary" pending="Saving...">
            Save
          </Button>
        </div>
      </form>
    </details>
  );
}
