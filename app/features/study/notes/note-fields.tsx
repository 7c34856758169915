import { Field, TextArea } from '../../../ui/field.tsx';
import { mostText } from './note.schema.ts';

interface Control {
  name: string;
  defaultValue: string | undefined;
  error: string[] | undefined;
}

/** The fields of a note; one about an item without a video has no moment. */
export const NoteFields = ({
  control,
  hasVideo,
}: {
  control: (name: 'at' | 'text') => Control;
  hasVideo: boolean;
}) => (
  <>
    {hasVideo ? (
      <Field
        {...control('at')}
        label="At"
        hint="Minutes and seconds, such as 3:12. Empty for the whole technique."
        inputMode="numeric"
        autoComplete="off"
        data-moment=""
      />
    ) : (
      <input type="hidden" name="at" value="" />
    )}
    <TextArea {...control('text')} label="Note" rows={4} most={mostText} required />
  </>
);
