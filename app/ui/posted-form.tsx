import { type FieldMetadata, getFormProps, getInputProps, useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
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

/** The form of a page: the server's values and messages, and its schema's constraints for the browser. */
export function usePostedForm<Schema extends z.ZodObject | z.ZodType<Record<string, unknown>>>(
  schema: Schema,
  { id, defaultValue }: { id: string; defaultValue?: Record<string, string | null | undefined> },
) {
  const answer = useActionData<PostedAnswer>();
  const [form, fields] = useForm({
    id,
    lastResult: answer?.form as never,
    constraint: getZodConstraint(schema) as never,
    defaultValue,
    // Conform would print novalidate, and visitors without scripts would lose the browser's checks.
    defaultNoValidate: false,
  });
  const errors = answer?.form?.error as Record<string, string[] | undefined> | undefined;
  const control = (name: keyof z.output<Schema> & string) => propsOf(fields[name] as FieldMetadata, errors);
  const { id: formId, noValidate } = getFormProps(form);
  return { form: { id: formId, noValidate, method: 'post' as const }, errors, control };
}

/** The page sets `required`: conform treats every preprocessed field as required. */
function propsOf(field: FieldMetadata, errors: Record<string, string[] | undefined> | undefined) {
  // Our fields describe their errors themselves, so conform's ARIA attributes are left out.
  const { name, defaultValue, minLength, maxLength } = getInputProps(field, {
    type: 'text',
    ariaAttributes: false,
  });
  return { name, defaultValue, error: errors?.[name], minLength, maxLength };
}
