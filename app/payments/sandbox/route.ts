import type { SandboxDatabase } from './database.server.ts';
import type { Params } from './form.server.ts';
import type { State } from './state.server.ts';

/** One address of Stripe's API. `params` and `answer` name the types of Stripe's SDK, for the tests. */
export interface Route {
  verb: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  params: string;
  answer: string;
  list?: true;
  handle(state: State, id: string, params: Params, db: SandboxDatabase): object | Promise<object>;
}
