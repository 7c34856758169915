import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Checkbox, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { answerSchema, maxText } from './question.schema.ts';

interface AnswerFormProps {
  id: number;
  asker: string;
  /** The last reply on this page; with a newer one nothing is sent. */
  seen: string;
  attempt: string;
  isMember: boolean;
}

/** After a refusal `seen` is of the new page, which shows the newer replies. */
export function AnswerForm({ id, asker, seen, attempt, isMember }: AnswerFormProps) {
  const { form, errors, control } = usePostedForm(answerSchema, { id: 'answer' });
  const { defaultValue: isTicked, error } = control('close');
  return (
    <form {...form} action={`/admin/support/${id}`} className="form">
      <ErrorSummary errors={errors} title="Not sent yet" />
      <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
      <input type="hidden" name="seen" value={seen} />
      <TextArea
        {...control('text')}
        label={`Answer to ${asker}`}
        hint={
          isMember
            ? `Sent by email and shown in their account, as you write it. At most ${maxText} characters.`
            : `Sent by email, as you write it. At most ${maxText} characters.`
        }
        rows={8}
        most={maxText}
        required
      />
      <Checkbox name="close" label="Close this question" defaultChecked={Boolean(isTicked)} error={error} />
      <div className="form__actions">
        <Button kind="primary" pending="Sending...">
          Send the answer
        </Button>
      </div>
    </form>
  );
}
