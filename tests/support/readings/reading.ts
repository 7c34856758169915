import { viewerById } from '../../../app/features/identity/sessions/sessions.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import type { LiveWorld, SampleRequest } from '../sample-requests/sample-request.ts';
import type { Answer } from '../site/live.ts';
import { row } from '../sql.ts';

// biome-ignore lint/suspicious/noExplicitAny: the bodies of all calls
type Body = any;

/** A place that shows what a call saved. */
export interface Reading {
  /** Its address; a function of the call's answer where the call made what is read. */
  path: string | ((made: Body) => string);
  /** Who reads it: who sent the call unless named, null for a visitor, `'begun'` for the session that it began. */
  as?: Viewer | null | 'begun';
  /** What of the page or call is compared. */
  of: (answer: Answer) => unknown;
  is: unknown;
}

/** By the name of a sample request: every place that must show what the call saved, or why there is none. */
export type Readings = Record<
  string,
  ((world: LiveWorld, sample: SampleRequest) => Reading[] | Promise<Reading[]>) | string
>;

type Who = Pick<Reading, 'as'>;

/** What the body of a call has afterwards. */
export const call = (path: Reading['path'], of: (body: Body) => unknown, is: unknown, who: Who = {}) => ({
  path,
  of: (answer: Answer) => of(answer.json()),
  is,
  ...who,
});

/** A page that has, or no longer has, a text. */
export const page = (path: Reading['path'], text: string, has = true, who: Who = {}) => ({
  path,
  of: ({ text: shown }: Answer) => shown.replaceAll('<!-- -->', '').includes(text),
  is: has,
  ...who,
});

export const status = (path: Reading['path'], is: number, who: Who = {}) => ({
  path,
  of: (answer: Answer) => answer.status,
  is,
  ...who,
});

/** The first number in the address of a request. */
export const idIn = ({ path }: SampleRequest) => Number(/\d+/.exec(path)?.[0]);

export const bodyOf = (sample: SampleRequest) => sample.json as Record<string, Body>;

/** Who sends a request that members send. */
export function senderOf({ as, path }: SampleRequest): Viewer {
  if (!as) throw new Error(`A visitor sends ${path}`);
  return as;
}

export async function creatorOf(world: LiveWorld, itemId: number): Promise<Viewer> {
  const made = await row<{ id: number }>(
    world.em(),
  )`select creator_id as id from content where id = ${itemId}`;
  return viewerById(world.em(), made?.id ?? 0, new Date());
}

export async function memberNamed(world: LiveWorld, username: string): Promise<Viewer> {
  const found = await row<{ id: number }>(world.em())`select id from users where username = ${username}`;
  return viewerById(world.em(), found?.id ?? 0, new Date());
}

export const titleOf = async (world: LiveWorld, itemId: number): Promise<string> =>
  (await row<{ title: string }>(world.em())`select title from content where id = ${itemId}`)?.title ?? '';
