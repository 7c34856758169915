import type { ReactNode } from 'react';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field, RadioGroup, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { newListSchema } from './list.schema.ts';
import { listLimits, visibilities, visibilityNames } from './list-terms.ts';

export type ListValues = Record<'kind' | 'title' | 'description' | 'visibility', string>;

/** The fields of a new list and of one that is changed. */
export function ListForm({
  action,
  values,
  seen,
  attempt,
  mayBeCourse,
  children,
}: {
  action: string;
  values: ListValues;
  /** The marks of the values as they were shown. */
  seen?: string;
  /** Names the form of a new list. */
  attempt?: string;
  /** Whether the member is a creator; for others everything is a list. */
  mayBeCourse: boolean;
  /** The buttons. */
  children: ReactNode;
}) {
  const { form, errors, control } = usePostedForm(newListSchema, { id: 'list', defaultValue: values });
  return (
    <form {...form} action={action} className="form">
      <ErrorSummary errors={errors} title="Not saved yet" />
      {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
      {attempt !== undefined && (
        <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
      )}
      <Field {...control('title')} label="Title" most={listLimits.titleLength} required />
      <TextArea
        {...control('description')}
        label="Description (optional)"
        most={listLimits.descriptionLength}
        rows={3}
      />
      {mayBeCourse && (
        <RadioGroup
          {...control('kind')}
          label="What is it?"
          options={[
            { value: 'list', label: 'A list' },
            { value: 'course', label: 'A course, with sections' },
          ]}
        />
      )}
      <RadioGroup
        {...control('visibility')}
        label="Who may see it?"
        options={visibilities.map((value) => ({ value, label: visibilityNames[value] }))}
      />
      {children}
    </form>
  );
}
