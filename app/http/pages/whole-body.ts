import type { TypedResponse } from '@remix-run/node';
import { utf8Of } from './utf8.ts';

/** On the answer itself, because what a `WeakMap` holds outlives its key in collections of young objects (ADR-090). */
const wholeBody = Symbol('whole body');

type WithBody = Response & { [wholeBody]?: Buffer | string };

/** Remembers the body of an answer as it is, so that it need not be read out of the answer's stream. */
export function withWholeBody<Answer extends Response>(answer: Answer, body: Buffer | string): Answer {
  return Object.assign(answer, { [wholeBody]: body });
}

/** JSON as an answer; it is written once. */
export function wholeJson<Body>(value: Body, init: ResponseInit = {}): TypedResponse<Body> {
  const body = utf8Of(JSON.stringify(value) ?? '');
  const headers = new Headers(init.headers);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  return withWholeBody(new Response(body, { ...init, headers }) as TypedResponse<Body>, body);
}

export const wholeBodyOf = (answer: Response) => (answer as WithBody)[wholeBody];
