import { redirect } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../errors.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { SaveOrCancel } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { describedBy } from './described.ts';
import { findProposal } from './find-proposal.server.ts';
import { readThing, thingText } from './map-thing.ts';
import { detailsSchema } from './proposal.schema.ts';
import { ProposalFields } from './proposal-fields.tsx';
import { kindLabels, stateLabels } from './proposal-labels.ts';
import { describeProposal } from './propose.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? 'A proposal'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { params }) => {
  const thing = readThing(params.thing);
  const found = await findProposal(scope, thing);
  // Others are not told that it exists.
  if (found.proposerId !== scope.viewer.id) throw new NotFound();
  if (found.state === 'accepted') throw redirect(`/map/${thing.kind.charAt(0)}/${thing.id}`, 303);
  return {
    path: `/map/proposed/${thingText(thing)}`,
    values: describedBy(found),
    kind: found.kind,
    name: found.name,
    state: found.state,
    reason: found.reason,
    into: found.intoId && {
      path: `/map/${thing.kind.charAt(0)}/${found.intoId}`,
      name: found.intoName ?? '',
    },
  };
});

export const action = memberPage(async (scope, { context, params, form }) => {
  const thing = readThing(params.thing);
  await describeProposal(scope, thing, await form(detailsSchema));
  return seeOther(context, `/map/proposed/${thingText(thing)}`, toast.success('Saved'));
});

export default function OwnProposal() {
  const { path, kind, name, state, reason, into, values } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(detailsSchema, { id: 'details', defaultValue: values });
  return (
    <div className="measure stack">
      <header className="stack">
        <p className="small">
          <a href="/map/proposed">Your proposals</a>
        </p>
        <h1 dir="auto">{name}</h1>
        <p className="soft">
          {kindLabels[kind]}. {stateLabels[state]}.
        </p>
      </header>
      {state === 'declined' && (
        <Callout title="Why it was declined">
          <p className="as-written" dir="auto">
            {reason}
          </p>
          <p>Your techniques stay as they are, without this name.</p>
        </Callout>
      )}
      {into && (
        <Callout title="It is known by another name">
          <p>
            Your techniques are linked to <a href={into.path}>{into.name}</a> now, and your name leads there.
          </p>
        </Callout>
      )}
      {state === 'proposed' && (
        <form {...form} action={path} className="form">
          <p className="soft">The more a curator knows, the sooner it is decided.</p>
          <ErrorSummary errors={errors} title="Not saved yet" />
          <ProposalFields control={control} kind={kind} />
          <SaveOrCancel cancel="/map/proposed" />
        </form>
      )}
    </div>
  );
}
