import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { loadedValues, mergeConcurrentEdit, mergedToast } from '../../../http/pages/edit-conflicts.server.ts';
import { memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { SaveOrCancel } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { stepsSchema } from '../authoring/upload.schema.ts';
import { ownSteps, saveSteps } from './own-steps.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Chapters of ${data?.title ?? 'a technique'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const valuesOf = (steps: readonly string[]) => ({ steps: steps.join('\n') });

export const loader = memberPage(async (scope, { id }) => {
  const { steps, proposed, ...item } = await ownSteps(scope, id());
  return {
    ...item,
    id: id(),
    seen: loadedValues(valuesOf(steps)),
    values: valuesOf(proposed ?? steps),
    isProposed: proposed !== null,
  };
});

export const action = memberPage(async (scope, { context, id, fields }) => {
  const sent = await fields();
  const { steps } = await ownSteps(scope, id());
  const { conflicts, isMerged } = mergeConcurrentEdit(sent, valuesOf(steps));
  const { steps: wanted } = parseForm(sent, stepsSchema, conflicts);
  await saveSteps(scope, id(), wanted);
  return seeOther(context, `/content/${id()}/study`, mergedToast(toast.success('Saved'), isMerged));
});

export default function Chapters() {
  const { id, title, values, seen, isProposed, hasVideo } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(stepsSchema, { id: 'chapters', defaultValue: values });
  return (
    <div className="measure stack">
      <h1>Chapters of {title}</h1>
      {isProposed && (
        <p className="notice">
          These times are a proposal: your steps, spread over the video. Nothing is saved yet. Put the times
          right, and save.
        </p>
      )}
      {!hasVideo && <p className="notice">There is no video yet whose length we know.</p>}
      <form {...form} action={`/content/${id}/chapters`} className="form">
        <input type="hidden" name="seen" value={seen} />
        <ErrorSummary errors={errors} title="Not saved yet" />
        <TextArea
          {...control('steps')}
          label="Steps"
          rows={12}
          hint="One a line. One that begins with a time, such as 0:04 Grip the sleeve, is a chapter of the first video."
        />
        <SaveOrCancel cancel={`/content/${id}/study`} />
      </form>
    </div>
  );
}
