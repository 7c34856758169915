import { readFileSync } from 'node:fs';
import type { Inspector } from '../../../app/payments/sandbox/inspector.server.ts';

type Fields = Record<string, unknown>;

/** Stripe's own example of each kind of object (README.md). */
const examples: Record<string, Fields> = JSON.parse(
  readFileSync(new URL('./stripe-examples.json', import.meta.url), 'utf8'),
);

export const exampleNames = Object.keys(examples).sort();

/** Keys of the examples that the SDK's types no longer have. */
const gone = ['invoice.subscription'];

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const isFields = (value: unknown): value is Fields => kindOf(value) === 'object';
/** The kind of Stripe object, as `object` names it. */
const nameOf = (value: unknown) => (isFields(value) ? String(value.object) : '');

/** What an object of the sandbox lacks of Stripe's example, or has of another kind. Null is left to the SDK's types. */
export function missingOf(object: object): string[] {
  const name = nameOf(object);
  const example = examples[name];
  return example ? compared(object as Fields, example, name) : [`${name}: Stripe has no example of it`];
}

function compared(value: unknown, example: unknown, path: string): string[] {
  if (value === null || example === null) return [];
  // A reference is an id, or its object where that is expanded.
  if (isFields(value) && typeof example === 'string') return missingOf(value);
  if (typeof value === 'string' && nameOf(example) in examples) return [];
  if (kindOf(value) !== kindOf(example)) return [`${path}: is ${kindOf(value)}, not ${kindOf(example)}`];
  if (Array.isArray(value) && Array.isArray(example)) {
    return value.flatMap((each, index) => compared(each, exampleFor(each, example[0]), `${path}[${index}]`));
  }
  if (!isFields(value) || !isFields(example)) return [];
  const wanted = exampleFor(value, example);
  if (!isFields(wanted)) return [];
  return Object.keys(wanted)
    .filter((key) => !gone.includes(`${nameOf(value)}.${key}`))
    .flatMap((key) =>
      key in value ? compared(value[key], wanted[key], `${path}.${key}`) : [`${path}.${key}: is missing`],
    );
}

/** Objects with a name of their own are compared with the example of that name: an event may hold any object. */
const exampleFor = (value: unknown, nearby: unknown) => examples[nameOf(value)] ?? nearby ?? null;

/** Holds every object of the sandbox to Stripe's examples. */
export const exampleInspector: Inspector = {
  request: () => [],
  answer: (_type, object) => missingOf(object),
  called: () => {},
};
