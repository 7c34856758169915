import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../../errors.ts';
import { memberPage, seeOther } from '../../../../http/pages/page.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { Button, SaveOrCancel } from '../../../../ui/button.tsx';
import { ErrorSummary } from '../../../../ui/error-summary.tsx';
import { Field } from '../../../../ui/field.tsx';
import { usePostedErrors } from '../../../../ui/posted-form.tsx';
import { findOwnList } from '../access.server.ts';
import { sectionsSchema } from '../list.schema.ts';
import { listLimits } from '../list-terms.ts';
import { saveSections, sectionsOf } from './sections.server.ts';
import { sectionsIn } from './sections-form.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Sections of ${data?.title ?? 'a course'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id }) => {
  const { kind, title, version } = await findOwnList(scope, id());
  if (kind !== 'course') throw new NotFound();
  return { id: id(), title, version, sections: await sectionsOf(scope.em, id()) };
});

export const action = memberPage(async (scope, { context, id, form }) => {
  const sent = await form(sectionsSchema);
  await saveSections(scope, id(), sectionsIn(sent), sent.version);
  const to = sent.up ? `/lists/${id()}/sections` : `/lists/${id()}`;
  return seeOther(context, to, toast.success('Sections saved'));
});

interface Refusal {
  form?: { initialValue: { titles?: string | string[] } | null };
}

export default function Sections() {
  const { id, title, version, sections } = useLoaderData<typeof loader>();
  const errors = usePostedErrors();
  // A refused form keeps what was typed, as long as it has the same sections.
  const sent = [useActionData<Refusal>()?.form?.initialValue?.titles ?? []].flat();
  const typed = (index: number, now: string) => (sent.length === sections.length + 1 ? sent[index] : now);
  return (
    <div className="stack measure">
      <h1>Sections of “{title}”</h1>
      <p className="soft">
        An empty title removes a section; what is in it goes to the one before. You put a technique into a
        section by its own form on the list.
      </p>
      <form method="post" id="sections" className="form">
        <ErrorSummary errors={errors} title="Not saved yet" />
        <input type="hidden" name="version" value={version} />
        {sections.map((section, index) => (
          <div key={section.id}>
            <input type="hidden" name="ids" value={section.id} />
            <Field
              name="titles"
              id={`field-titles-${index}`}
              label={`Section ${index + 1}`}
              defaultValue={typed(index, section.title)}
              most={listLimits.titleLength}
            />
          </div>
        ))}
        <Field
          name="titles"
          id="field-titles"
          label="New section"
          defaultValue={typed(sections.length, '')}
          error={errors?.titles}
          most={listLimits.titleLength}
        />
        <SaveOrCancel cancel={`/lists/${id}`} />
      </form>
      {sections.length > 1 && <Order sections={sections} />}
    </div>
  );
}

/** Its buttons send the form above, with what is typed there. */
const Order = ({ sections }: { sections: readonly { id: number; title: string }[] }) => (
  <section className="stack" aria-labelledby="order">
    <h2 id="order">Order</h2>
    <ol className="ruled">
      {sections.map(({ id, title }, index) => (
        <li key={id} className="row row--apart">
          <span>{title}</span>{' '}
          {index > 0 && (
            <Button form="sections" name="up" value={id} kind="quiet">
              Move up<span className="visually-hidden"> {title}</span>
            </Button>
          )}
        </li>
      ))}
    </ol>
  </section>
);
