import type { Params } from './form.server.ts';

export interface Call {
  verb: string;
  path: string;
  key: string | null;
  params: Params;
}

/** Tests look at every call, and hold requests, answers and events to the types and examples of Stripe. */
export interface Inspector {
  request(type: string, params: Params): string[];
  /** What is wrong with an object that goes out. */
  answer(type: string, object: object): string[];
  called(call: Call, status: number): void;
}

/** @throws Error for an object that Stripe would not send, where tests look */
export function inspected(
  { inspector }: { inspector?: Inspector | undefined },
  type: string,
  objects: object[],
): void {
  const wrong = objects.flatMap((object) => inspector?.answer(type, object) ?? []);
  if (wrong.length > 0) throw new Error(`The sandbox made a wrong ${type}: ${wrong.slice(0, 3).join('; ')}`);
}
