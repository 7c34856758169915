import { type FieldMetadata, getFormProps, getInputProps, useForm } from '@conform-to/react';
import { useActionData } from '@remix-run/react';
import type { z } from 'zod';

interface PostedAnswer {
  form?: {
    status: 'error';
    initialValue: Record<string, unknown> | null;
    error: Record<string, string[] | null> | null;
  };
}

/** What the server found wrong with the form that was posted to this page, by field; '' for the whole form. */
export const usePostedErrors = () =>
  useActionData<PostedAnswer>()?.form?.error as Record<string, string[] | undefined> | undefined;

/** The form of a page, with the server's values and messages. The browser checks nothing: a wrong field is explained in
 *  our words, not in the browser's (ADR-028). */
export function usePostedForm<Schema extends z.ZodObject | z.ZodType<Record<string, unknown>>>(
  _schema: Schema,
  { id, defaultValue }: { id: string; defaultValue?: Record<string, string | null | undefined> },
) {
  const answer = useActionData<PostedAnswer>();
  const [form, fields] = useForm({
    id,
    lastResult: answer?.form as never,
    defaultValue,
    defaultNoValidate: true,
  });
  const errors = answer?.form?.error as Record<string, string[] | undefined> | undefined;
  const control = (name: keyof z.output<Schema> & string) => propsOf(fields[name] as FieldMetadata, errors);
  const { id: formId, noValidate } = getFormProps(form);
  return { form: { id: formId, noValidate, method: 'post' as const }, errors, control };
}

function propsOf(field: FieldMetadata, errors: Record<string, string[] | undefined> | undefined) {
  // Our fields describe their errors themselves, so conform's ARIA attributes are left out.
  const { name, defaultValue } = getInputProps(field, { type: 'text', ariaAttributes: false });
  return { name, defaultValue, error: errors?.[name] };
}
