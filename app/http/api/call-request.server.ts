import type { z } from 'zod';
import type { LimitName } from '../../features/core/rate-limits/limits.ts';
import { type Context, idInAddress } from '../pages/page.server.ts';
import { parseInput } from '../parse.ts';
import { formKind, readObject } from '../uploads/body.server.ts';
import type { Received } from '../uploads/multipart.server.ts';
import { receiveFiles } from '../uploads/receive.server.ts';

type Params = Record<string, string | undefined>;

/** What a call is given. */
export interface CallArgs {
  readonly request: Request;
  readonly params: Params;
  readonly context: Context;
}

type Sent = { values: Record<string, unknown> } & Pick<Received, 'files' | 'folder'>;

// They are classes, because V8 keeps a getter of an object literal, with all that it refers to, until the next full garbage
// collection (ADR-090).

/** Arguments whose request is made when it is read: most calls need none. */
export class LazyArgs implements CallArgs {
  readonly params: Params;
  readonly context: Context;
  readonly #made: () => Request;

  constructor(params: Params, context: Context, made: () => Request) {
    this.params = params;
    this.context = context;
    this.#made = made;
  }

  get request(): Request {
    return this.#made();
  }
}

/** A call as its handler reads it: its parts are parsed at their first use. */
export class CallRequest {
  readonly params: Params;
  readonly context: Context;
  readonly #args: CallArgs;
  #url: URL | undefined;
  #received: Received | undefined;

  constructor(args: CallArgs) {
    this.params = args.params;
    this.context = args.context;
    this.#args = args;
  }

  get request(): Request {
    return this.#args.request;
  }

  get url(): URL {
    this.#url ??= new URL(this.request.url);
    return this.#url;
  }

  // Functions of their own, because handlers take them out of the call.
  readonly id = (name = 'id'): number => idInAddress(this.params[name]);

  /** An id of a `bigint` column. */
  readonly longId = (name = 'id'): number => idInAddress(this.params[name], Number.MAX_SAFE_INTEGER);

  readonly files = async (limit?: LimitName, requestBytes?: number): Promise<Received> => {
    this.#received = await receiveFiles(this.context.scope, this.request, limit, requestBytes);
    return this.#received;
  };

  /** For calls that take JSON or a form with files: the values by name, and the files. */
  readonly sent = async (limit?: LimitName, requestBytes?: number): Promise<Sent> => {
    if (!formKind(this.request)) return { values: await readObject(this.request), files: [], folder: '' };
    const { fields, files, folder } = await this.files(limit, requestBytes);
    return { values: Object.fromEntries(fields), files, folder };
  };

  /** Deletes the files that were received. */
  async dispose(): Promise<void> {
    await this.#received?.dispose();
  }
}

/** The same with body and query read as the call's description says. */
export class DescribedCall extends CallRequest {
  readonly #schemas: { body: z.ZodType; query: z.ZodType };

  constructor(args: CallArgs, schemas: { body: z.ZodType; query: z.ZodType }) {
    super(args);
    this.#schemas = schemas;
  }

  readonly body = async () => parseInput(this.#schemas.body, await readObject(this.request));
  readonly query = () => parseInput(this.#schemas.query, Object.fromEntries(this.url.searchParams));
}
