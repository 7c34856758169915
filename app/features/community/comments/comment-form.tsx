import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { commentSchema, editSchema, maxComment } from './comment.schema.ts';
import type { CommentedView } from './comment-view.server.ts';
import { refusals } from './may-comment.ts';

type Control = ReturnType<typeof usePostedForm<typeof editSchema>>['control'];

/** The words, and the moment where there is a video. */
function CommentFields({ control, label, hasTime }: { control: Control; label: string; hasTime: boolean }) {
  return (
    <>
      <TextArea {...control('text')} label={label} rows={3} most={maxComment} />
      {hasTime && (
        <Field
          {...control('seconds')}
          label="About this moment of the video (optional)"
          hint="Minutes and seconds, such as 1:30."
          autoComplete="off"
        />
      )}
    </>
  );
}

/** The form of a new comment or answer, or what keeps the viewer from writing. */
export function CommentForm({
  item,
  here,
  attempt,
  at,
  isAnswer = false,
}: {
  item: CommentedView;
  here: string;
  attempt: string;
  /** The moment that the address asked for, as text. */
  at?: string | null;
  isAnswer?: boolean;
}) {
  const { form, errors, control } = usePostedForm(commentSchema, {
    id: 'comment',
    defaultValue: { seconds: at },
  });
  if (item.may !== 'yes') return <NoForm item={item} here={here} />;
  return (
    <form {...form} action={here} className="form">
      <ErrorSummary errors={errors} title="Not sent yet" />
      <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
      <CommentFields
        control={control as Control}
        label={isAnswer ? 'Your answer' : 'Your question or comment'}
        hasTime={item.hasVideo && !isAnswer}
      />
      <div className="form__actions">
        <Button kind="primary" pending="Sending...">
          Send
        </Button>
      </div>
    </form>
  );
}

function NoForm({ item, here }: { item: CommentedView; here: string }) {
  if (item.may === 'yes') return null;
  if (item.may === 'visitor') {
    return (
      <p>
        <a className="tap" href={`/auth?tab=sign-in&next=${encodeURIComponent(here)}`} rel="nofollow">
          Sign in to write a comment
        </a>
      </p>
    );
  }
  return (
    <Callout title={refusals[item.may](item.creator)} icon="lock">
      {item.may === 'locked' && (
        <p>
          <a href={`/content/${item.id}`}>See what opens it</a>
        </p>
      )}
      {item.may === 'members' && (
        <p>
          <a href="/subscriptions">See the plans</a>
        </p>
      )}
    </Callout>
  );
}

export function EditForm({
  here,
  item,
  text,
  at,
  children,
}: {
  here: string;
  item: CommentedView;
  text: string;
  at: string | null;
  children: ReactNode;
}) {
  const { form, errors, control } = usePostedForm(editSchema, {
    id: 'edit-comment',
    defaultValue: { text, seconds: at },
  });
  return (
    <form {...form} action={here} className="form">
      <ErrorSummary errors={errors} title="Not saved yet" />
      <CommentFields control={control} label="Your comment" hasTime={item.hasVideo} />
      {children}
    </form>
  );
}
