import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { FileField, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { type PendingFile, PendingFiles } from '../../core/uploads/pending-files.tsx';
import { maxPictures, maxText, messageSchema } from './message.schema.ts';

interface WriteFormProps {
  action: string;
  name: string;
  attempt: string;
  /** Images already stored when the form was refused. */
  waiting: readonly PendingFile[];
}

export function WriteForm({ action, name, attempt, waiting }: WriteFormProps) {
  const { form, errors, control } = usePostedForm(messageSchema, { id: 'message' });
  return (
    <form {...form} action={action} encType="multipart/form-data" className="form" data-write="">
      <ErrorSummary errors={errors} title="Not sent yet" />
      <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
      <TextArea {...control('text')} label={`Your message to ${name}`} rows={3} most={maxText} required />
      <PendingFiles files={waiting} isAnswer untick="Untick what you do not want to send." />
      <FileField
        name="pictures"
        label="Pictures (optional)"
        multiple
        accept="image/jpeg,image/png,image/webp"
        error={errors?.pictures}
        hint={`JPG, PNG or WebP, up to 10MB each, ${maxPictures} at most.`}
      />
      <div className="form__actions">
        <Button kind="primary" pending="Sending...">
          Send
        </Button>
      </div>
    </form>
  );
}
