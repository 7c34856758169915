import { contactPath } from '../../../domain/contact.ts';
import { topics } from '../../../domain/support-topics.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field, Select, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { maxReference, maxSubject, maxText, visitorQuestionSchema } from './question.schema.ts';

interface QuestionFormProps {
  member: { name: string; email: string } | null;
  asked: { topic: string; reference: string };
  attempt: string;
}

export function QuestionForm({ member, asked, attempt }: QuestionFormProps) {
  const { form, errors, control } = usePostedForm(visitorQuestionSchema, {
    id: 'question',
    defaultValue: asked,
  });
  return (
    <form {...form} action={contactPath} className="form">
      <ErrorSummary errors={errors} title="Not sent yet" />
      <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
      {member ? (
        <p>
          You write as <strong>{member.name}</strong>. We answer in your account and to{' '}
          {readableEmail(member.email)}.
        </p>
      ) : (
        <>
          <Field {...control('name')} label="Your name" autoComplete="name" required />
          <Field
            {...control('email')}
            label="Your email"
            type="email"
            autoComplete="email"
            inputMode="email"
            hint="We’ll only use it to answer you."
            required
          />
        </>
      )}
      <Select
        {...control('topic')}
        label="What is it about?"
        options={[
          { value: '', label: 'Please choose' },
          ...Object.entries(topics).map(([value, label]) => ({ value, label })),
        ]}
        required
      />
      <Field {...control('subject')} label="Subject" most={maxSubject} required />
      <TextArea
        {...control('text')}
        label="Your question"
        hint={`What did you do, and what happened instead? At most ${maxText} characters.`}
        rows={8}
        most={maxText}
        required
      />
      <Field
        {...control('reference')}
        label="Which item or receipt? (optional)"
        hint="The address of a page, the number of a receipt or of an earlier question."
        most={maxReference}
      />
      <div className="form__actions">
        <Button kind="primary" pending="Sending...">
          Send
        </Button>
      </div>
    </form>
  );
}
