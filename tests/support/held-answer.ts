import { z } from 'zod';
import type { JsonSchema, OpenApi } from '../../app/http/openapi.server.ts';

export interface Given {
  status: number;
  /** The Content-Type. */
  type: string;
  text: string;
}

/**
 * How an answer differs from `/api/openapi.json`: its status must be declared for this address and verb, and its
 * body have the declared shape and no key besides. What an address does not offer is refused, whatever the refusal.
 * @param path with its query
 * @returns null when nothing differs
 */
export function differs(document: OpenApi, method: string, path: string, given: Given): string | null {
  const [address = '', query] = path.split('?');
  const isHead = method === 'HEAD';
  const found = operationAt(document, isHead ? 'GET' : method, address);
  // Remix's own data address is nobody's, whatever the path.
  if (!found || new URLSearchParams(query).has('_data')) {
    if (given.status < 400) return 'this call is not described: give it a description (decision 027).';
    return isHead ? null : misfit(document, { $ref: '#/components/schemas/Refusal' }, given.text);
  }
  const declared = found.responses[given.status];
  if (!declared) return `only ${Object.keys(found.responses).join(', ')} are described.`;
  const content = declared.content?.['application/json'];
  if (!content) return given.text === '' ? null : 'no body is described.';
  if (!given.type.startsWith('application/json')) return `it is '${given.type}', not JSON.`;
  return isHead ? null : misfit(document, content.schema, given.text);
}

function operationAt({ paths }: OpenApi, method: string, address: string) {
  const fitting = Object.keys(paths)
    .filter((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(address))
    // Remix prefers words to parameters.
    .sort((a, b) => a.split('{').length - b.split('{').length);
  return paths[fitting[0] ?? '']?.[method.toLowerCase()];
}

/** What is wrong with a body; null when nothing is. */
export function misfit({ components }: OpenApi, schema: JsonSchema, text: string): string | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `its body is no JSON: ${text.slice(0, 80)}`;
  }
  const name = JSON.stringify(schema);
  const known = readers.get(name) ?? readerOf(schema, components.schemas);
  readers.set(name, known);
  const { error } = known.safeParse(body);
  return error ? `its body is not as described:\n${z.prettifyError(error)}\n${text.slice(0, 400)}` : null;
}

const readers = new Map<string, z.ZodType>();

/** The schema as it stands in the document, made to read bodies. */
const readerOf = (schema: JsonSchema, $defs: Record<string, JsonSchema>) =>
  z.fromJSONSchema(
    JSON.parse(JSON.stringify({ ...schema, $defs }).replaceAll('#/components/schemas/', '#/$defs/')),
  );
