import type { TypedResponse } from '@remix-run/node';
import { z } from 'zod';
import type { LimitName } from '../features/limits/limits.ts';

/** Why a call may say no, besides what all calls of its kind have in common (openapi.server.ts). */
export type Refusal = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503 | 507;

/**
 * What a call says of itself, once: its handler parses by it, TypeScript holds its answers to it, and
 * `/api/openapi.json` and `docs/api.md` print it (decision 027).
 */
export interface Description {
  /** What it does, as a short sentence without a full stop. */
  summary: string;
  /** What one should know besides. */
  details?: string;
  /** The rule itself refuses visitors, in words of its own: it is a members' call all the same. */
  isForMembers?: true;
  /** Names in the address that are neither a number (`:id`) nor a username. */
  params?: Record<string, z.ZodType>;
  /** What `query()` parses. */
  query?: z.ZodType;
  /** A list that is cut into pages: `limit`, `cursor` and the Link header. */
  isPaged?: true;
  headers?: z.ZodType;
  /** What `body()` parses. */
  body?: z.ZodType;
  /** A body that fits, for the handbook. */
  example?: Readonly<Record<string, unknown>>;
  /** The files of a form, by field. Without JSON as the other way where `isForm` is set. */
  files?: Readonly<Record<string, string>>;
  isForm?: true;
  /** The media type of a body that is not parsed as JSON or as a form. */
  raw?: string;
  /** The limits it counts against, besides the one of its address. */
  spends?: readonly LimitName[];
  /** By status: the schema of the body; null where there is none. */
  answers: { readonly [status: number]: z.ZodType | null };
  refuses?: { readonly [status in Refusal]?: string };
}

/** Of Remix's route table what the handbook needs: where the calls are, and the modules that describe them. */
export type RouteTable = Record<string, { path?: string; module: unknown } | undefined>;

/** What every refusal looks like (contract.md 'JSON'). */
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

type Answers<D extends Description> = D['answers'];
type BodyOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : null;
type AnyBody<D extends Description> = { [S in keyof Answers<D>]: BodyOf<Answers<D>[S]> }[keyof Answers<D>];

/** What a handler of this call may return: the body of a 200, nothing for a 204, or a response that says which. */
export type Fitting<D extends Description> =
  | (Answers<D> extends { 200: infer Schema extends z.ZodType } ? z.output<Schema> : never)
  // biome-ignore lint/suspicious/noConfusingVoidType: a rule that returns nothing is a handler, too
  | (Answers<D> extends { 204: null } ? null | void : never)
  | TypedResponse<AnyBody<D> | z.output<typeof refusalBody>>;
