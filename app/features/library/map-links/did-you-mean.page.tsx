import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { loadedValues, mergeConcurrentEdit, mergedToast } from '../../../http/pages/edit-conflicts.server.ts';
import { memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { SaveOrCancel } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { withDrawings } from './candidate-drawings.server.ts';
import { chooseLinks, findLinkable } from './choose.server.ts';
import { chooseSchema } from './link.schema.ts';
import { askedIn, choicesIn, isWaitingAnew, textsIn } from './link-questions.ts';
import { QuestionFields } from './question-fields.tsx';
import { questionsOf } from './questions.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Where does ${data?.title ?? 'it'} stand on the map? | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { context, id }) => {
  const item = await findLinkable(scope, id());
  const questions = await questionsOf(scope.em, item.id);
  return {
    id: item.id,
    title: item.title,
    isOwn: item.creatorId === scope.viewer.id,
    questions: await withDrawings(scope, questions, context.theme),
    seen: loadedValues(textsIn(questions)),
  };
});

export const action = memberPage(async (scope, page) => {
  const { id } = await findLinkable(scope, page.id());
  const before = textsIn(await questionsOf(scope.em, id));
  const fields = await page.fields();
  const { conflicts, isMerged } = mergeConcurrentEdit(fields, before);
  const read = parseForm(fields, chooseSchema, conflicts);
  const asked = askedIn(fields, read);
  const links = await chooseLinks(scope, id, { asked, choices: choicesIn(read) });
  if (isWaitingAnew(links, asked, before)) {
    return seeOther(page.context, `/content/${id}/map`, toast.info('Saved', 'Please choose what you mean.'));
  }
  const isProposed = Object.values(choicesIn(read)).includes('new');
  const saved = isProposed
    ? toast.success('Saved', 'A curator will look at the new name.', tellMore)
    : toast.success('Saved');
  return seeOther(page.context, `/content/${id}`, mergedToast(saved, isMerged));
});

/** Curators decide sooner on what is described. */
const tellMore = { href: '/map/proposed', label: 'Tell more about it' };

export default function DidYouMean() {
  const { id, title, isOwn, questions, seen } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(chooseSchema, {
    id: 'choose',
    defaultValue: textsIn(questions),
  });
  const waits = questions.some(({ waiting }) => waiting !== null);
  return (
    <div className="measure stack">
      <h1>{waits ? 'Did you mean…' : 'On the map'}</h1>
      <p className="soft">
        <a href={`/content/${id}`}>{title}</a>:{' '}
        {waits
          ? 'some of these names mean several things, or are new to us. Everything is saved; choose now or later.'
          : 'where it starts, what it does and where it ends.'}
      </p>
      <form {...form} action={`/content/${id}/map`} className="form">
        <input type="hidden" name="seen" value={seen} />
        <ErrorSummary errors={errors} title="Not saved yet" />
        {questions.map((question) => (
          <QuestionFields
            key={question.name}
            question={question}
            control={control(question.name)}
            chosen={control(`${question.name}Is`)}
          />
        ))}
        <SaveOrCancel cancel={isOwn ? `/content/${id}/edit` : `/content/${id}`} />
      </form>
    </div>
  );
}
