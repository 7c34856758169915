import type { TypedResponse } from '@remix-run/node';
import { z } from 'zod';
import type { LimitName } from '../../features/core/rate-limits/limits.ts';

export type Refusal = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503 | 507;

/** What a call takes and responses: its handler, its types and `/api/openapi.json` are made of it (ADR-027). */
export interface Description {
  summary: string;
  details?: string;
  /** A members' call whose rule refuses visitors with its own message. */
  isForMembers?: true;
  /** Parameters in the address besides numbers (`:id`) and usernames. */
  params?: Record<string, z.ZodType>;
  query?: z.ZodType;
  isPaged?: true;
  headers?: z.ZodType;
  body?: z.ZodType;
  example?: Readonly<Record<string, unknown>>;
  /** The files of a form, by field. Without JSON as the alternative where `isForm` is set. */
  files?: Readonly<Record<string, string>>;
  isForm?: true;
  raw?: string;
  rateLimits?: readonly LimitName[];
  /** The schema of the body by status; null for no body. */
  responses: { readonly [status: number]: z.ZodType | null };
  errorResponses?: { readonly [status in Refusal]?: string };
}

/** The part of Remix's route table that the API document needs. */
export type RouteTable = Record<string, { path?: string; module: unknown } | undefined>;

export const refusalBody = z
  .object({
    message: z.string().meta({
      description: 'For people, in English.',
      examples: ['Please select a star rating.'],
    }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({
        description: 'With 422: the messages by field.',
        examples: [{ rating: ['Please select a star rating.'] }],
      }),
  })
  .meta({ id: 'Refusal' });

type Responses<D extends Description> = D['responses'];
type BodyOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : null;
type AnyBody<D extends Description> = {
  [S in keyof Responses<D>]: BodyOf<Responses<D>[S]>;
}[keyof Responses<D>];

export type Fitting<D extends Description> =
  | (Responses<D> extends { 200: infer Schema extends z.ZodType } ? z.output<Schema> : never)
  // biome-ignore lint/suspicious/noConfusingVoidType: a rule that returns nothing is a handler, too
  | (Responses<D> extends { 204: null } ? null | void : never)
  | TypedResponse<AnyBody<D> | z.output<typeof refusalBody>>;
