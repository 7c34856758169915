import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { curatorPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { momentOf } from '../../../ui/date.ts';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field, RadioGroup, Select, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { correctionDecisionSchema } from './correction.schema.ts';
import { findCorrection } from './corrections.server.ts';
import { decideCorrection } from './decide-correction.server.ts';
import { longestName } from './name-rules.ts';
import { longestReason, needsAnother } from './proposal.schema.ts';
import {
  actorOptions,
  correctionLabels,
  languageOptions,
  rulesetOptions,
  subjectLabels,
  unchanged,
} from './proposal-labels.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Correction of ${data?.name ?? 'the map'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = curatorPage(async (scope, { id }) => {
  const correction = await findCorrection(scope, id());
  return { ...correction, isOwn: correction.memberId === scope.viewer.id };
});

export const action = curatorPage(async (scope, { context, id, form }) => {
  const decision = await form(correctionDecisionSchema);
  await decideCorrection(scope, id(), decision);
  const title = decision.outcome === 'accept' ? 'Accepted' : 'Declined';
  return seeOther(context, '/map/proposals?show=corrections', toast.success(title));
});

export default function CorrectionPage() {
  const { id, thing, name, subject, text, source, state, member, isOwn, ...rest } =
    useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(correctionDecisionSchema, {
    id: 'correction',
    defaultValue: { language: 'en', use: 'another' },
  });
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <p className="small">
          <a className="tap" href="/map/proposals?show=corrections">
            All corrections
          </a>
        </p>
        <h1 dir="auto">{name}</h1>
        <p>
          <a className="tap" href={`/map/${thing.kind.charAt(0)}/${thing.id}`}>
            See it on the map
          </a>
        </p>
        <p className="soft">
          @{member}, {momentOf(rest.createdAt)}: {subjectLabels[subject]}
        </p>
        <blockquote className="as-written" dir="auto">
          {text}
        </blockquote>
        {source && (
          <p className="soft" dir="auto">
            Known from: {source}
          </p>
        )}
      </header>
      {state !== 'open' && (
        <p>
          {correctionLabels[state]}
          {rest.decidedBy && ` by @${rest.decidedBy}`}. <span dir="auto">{rest.reason}</span>
        </p>
      )}
      {(state === 'open' || errors) && (
        <form {...form} action={`/map/corrections/${id}`} className="form">
          <ErrorSummary errors={errors} title="Not decided" />
          {isOwn && <p>{needsAnother}</p>}
          <RadioGroup
            {...control('outcome')}
            label="Decide"
            options={[
              ...(isOwn ? [] : [{ value: 'accept', label: 'Accept' }]),
              { value: 'decline', label: 'Decline' },
            ]}
          />
          <Field
            {...control('name')}
            label="Name to add"
            autoComplete="off"
            most={longestName}
            hint="If you accept. Old addresses and names keep leading here."
          />
          <div className="form__pair">
            <Select {...control('language')} label="Language of the name" options={languageOptions} />
            <Select
              {...control('use')}
              label="How it is used"
              options={[
                { value: 'another', label: 'As another name' },
                { value: 'shown', label: 'As the name that is shown' },
              ]}
            />
          </div>
          {thing.kind === 'transition' && (
            <div className="form__pair">
              <Select {...control('actor')} label="Who acts?" options={[unchanged, ...actorOptions]} />
              <Select {...control('ruleset')} label="Gi or no-gi?" options={[unchanged, ...rulesetOptions]} />
            </div>
          )}
          <TextArea
            {...control('reason')}
            label="To the member"
            hint={`Needed when you decline. At most ${longestReason} characters.`}
            rows={3}
          />
          {state === 'open' && (
            <div className="form__actions">
              <Button kind="primary" pending="Deciding...">
                Decide
              </Button>
            </div>
          )}
        </form>
      )}
    </div>
  );
}
