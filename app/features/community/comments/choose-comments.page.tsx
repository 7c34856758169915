import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { SaveOrCancel } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { RadioGroup } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { chooseCommentsFrom, ownCommentsFrom } from './choose-comments.server.ts';
import { commentsFromSchema } from './comment.schema.ts';

export const meta = () => [
  { title: 'Who may write comments | Summa' },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope) => ({ chosen: await ownCommentsFrom(scope) }));

export const action = memberPage(async (scope, { context, form }) => {
  await chooseCommentsFrom(scope, (await form(commentsFromSchema)).commentsFrom);
  return seeOther(context, '/profile/comments', toast.success('Saved', 'Applies to all your techniques.'));
});

const options = [
  { value: 'everyone', label: 'All members who may view the technique' },
  { value: 'members', label: 'Premium and VIP Elite members, and those who bought it' },
  { value: 'closed', label: 'Only you' },
];

export default function ChooseComments() {
  const { chosen } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(commentsFromSchema, {
    id: 'comments-from',
    defaultValue: { commentsFrom: chosen },
  });
  return (
    <div className="stack measure">
      <h1>Who may write comments</h1>
      <p className="soft">
        This is for all your techniques. What is written already stays, until you remove it.
      </p>

      <p>
        <a className="tap" href="/profile/blocked">
          Members you blocked
        </a>
      </p>
      <form {...form} action="/profile/comments" className="form">
        <ErrorSummary errors={errors} title="Not saved yet" />
        <RadioGroup
          {...control('commentsFrom')}
          label="Questions and comments from"
          column
          options={options}
        />
        <SaveOrCancel cancel="/profile" />
      </form>
    </div>
  );
}
