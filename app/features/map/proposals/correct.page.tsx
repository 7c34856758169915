import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field, RadioGroup, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { positionPath, transitionPath } from '../screens/paths.ts';
import { correctionSchema, longestText } from './correction.schema.ts';
import { fileCorrection, findCorrectable } from './corrections.server.ts';
import { readThing, thingText } from './map-thing.ts';
import { longestSource } from './proposal.schema.ts';
import { subjectOptions } from './proposal-labels.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Correct ${data?.name ?? 'the map'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async ({ em }, { params }) => {
  const found = await findCorrectable(em, readThing(params.thing));
  const path = found.kind === 'position' ? positionPath(found) : transitionPath(found);
  return { name: found.name, path, here: `/map/correct/${thingText(found)}` };
});

export const action = memberPage(async (scope, { context, params, form }) => {
  const thing = readThing(params.thing);
  const input = await form(correctionSchema);
  const found = await findCorrectable(scope.em, thing);
  await fileCorrection(scope, thing, input);
  const said = toast.success('Thank you', 'A curator will look at it, and we will notify you.', {
    href: '/map/proposed?show=corrections',
    label: 'Your corrections',
  });
  const path = found.kind === 'position' ? positionPath(found) : transitionPath(found);
  return seeOther(context, path, said);
});

export default function Correct() {
  const { name, path, here } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(correctionSchema, { id: 'correct' });
  return (
    <DialogPage title="Something wrong here?">
      <p>
        <strong dir="auto">{name}</strong>
      </p>
      <form {...form} action={here} className="form">
        <ErrorSummary errors={errors} title="Not sent yet" />
        <RadioGroup {...control('subject')} label="What is wrong?" column options={subjectOptions} />
        <TextArea
          {...control('text')}
          label="What is right?"
          hint={`At most ${longestText} characters.`}
          rows={3}
          most={longestText}
        />
        <Field
          {...control('source')}
          label="Where do you know it from?"
          autoComplete="off"
          most={longestSource}
          hint="Optional: a book, a film, a coach."
        />
        <div className="form__actions">
          <Button kind="primary" pending="Sending...">
            Send
          </Button>
          <ButtonLink kind="secondary" href={path} data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
