import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { RadioGroup } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { thingText } from './map-thing.ts';
import { proposeSchema } from './proposal.schema.ts';
import { ProposalFields } from './proposal-fields.tsx';
import { propose } from './propose.server.ts';

export const meta: MetaFunction = () => [
  { title: 'Propose a name for the map | Summa' },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (_scope, { url }) => ({
  name: (url.searchParams.get('name') ?? '').slice(0, 100),
}));

export const action = memberPage(async (scope, { context, form }) => {
  const thing = await propose(scope, await form(proposeSchema));
  const said = toast.success('Proposed', 'A curator will look at it, and we will notify you.');
  return seeOther(context, `/map/proposed/${thingText(thing)}`, said);
});

export default function Propose() {
  const { name } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(proposeSchema, {
    id: 'propose',
    defaultValue: { name, kind: 'position' },
  });
  return (
    <div className="measure stack">
      <h1>Propose a name</h1>
      <p className="soft">
        Is a position or a transition missing on <a href="/map">the map</a>? Curators look at every proposal.
        Until then it is shown on your own techniques alone.
      </p>
      <form {...form} action="/map/propose" className="form">
        <ErrorSummary errors={errors} title="Not proposed yet" />
        <RadioGroup
          {...control('kind')}
          label="What is it?"
          options={[
            { value: 'position', label: 'A position' },
            { value: 'transition', label: 'A transition from one position to another' },
          ]}
        />
        <ProposalFields control={control} kind={null} />
        <div className="form__actions">
          <Button kind="primary" pending="Sending...">
            Propose
          </Button>
          <ButtonLink href="/map/proposed" kind="secondary">
            Your proposals
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}
