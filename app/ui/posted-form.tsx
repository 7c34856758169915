import { type FieldMetadata, useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { useActionData } from '@remix-run/react';
import type { z } from 'zod';

interface Answer {
  form?: {
    status: 'error';
    initialValue: Record<string, unknown> | null;
    error: Record<string, string[] | null> | null;
  };
}

/**
 * The form of a page: what the server answered to it (values kept, messages by field), and the constraints
 * of its schema for the browser's own checks.
 */
export function usePostedForm<Schema extends z.ZodObject | z.ZodType<Record<string, unknown>>>(
  schema: Schema,
  { id, defaultValue }: { id: string; defaultValue?: Record<string, string | null | undefined> },
) {
  const answer = useActionData<Answer>();
  const [form, fields] = useForm({
    id,
    lastResult: answer?.form as never,
    constraint: getZodConstraint(schema) as never,
    defaultValue,
    // Conform would print novalidate, and people without scripts would lose the browser's checks.
    defaultNoValidate: false,
  });
  const errors = answer?.form?.error as Record<string, string[] | undefined> | undefined;
  /** The props of one field's control. */
  const control = (name: keyof z.output<Schema> & string) => propsOf(fields[name] as FieldMetadata, errors);
  return { form: { id: form.id, method: 'post' as const }, errors, control };
}

/** `required` is the page's to say: conform takes every field that its schema prepares first for required. */
function propsOf(field: FieldMetadata, errors: Record<string, string[] | undefined> | undefined) {
  return {
    name: field.name,
    defaultValue: field.initialValue as string | undefined,
    error: errors?.[field.name],
    minLength: field.minLength,
    maxLength: field.maxLength,
  };
}
