import { z } from 'zod';
import type { JsonSchema, OpenApi } from '../../../app/http/api/openapi.server.ts';

export interface Given {
  status: number;
  /** The Content-Type. */
  type: string;
  text: string;
}

/** How an answer differs from `/api/openapi.json`: its status must be declared for this address and method, and its
 *  body must have exactly the declared keys. Any refusal is right for an address that is not offered.
 *  @param path with its query
 *  @returns null when nothing differs */
export function differenceOf(document: OpenApi, method: string, path: string, given: Given): string | null {
  const [address = '', query] = path.split('?');
  const isHead = method === 'HEAD';
  const found = operationAt(document, isHead ? 'GET' : method, address);
  // Remix's own data address belongs to no path.
  if (!found || new URLSearchParams(query).has('_data')) {
    if (given.status < 400) return 'this call is not described: give it a description (ADR-027).';
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
    // Remix prefers fixed words to parameters.
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

/** The schema of the document, changed so that it can check bodies. */
const readerOf = (schema: JsonSchema, $defs: Record<string, JsonSchema>) =>
  z.fromJSONSchema(
    JSON.parse(JSON.stringify({ ...schema, $defs }).replaceAll('#/components/schemas/', '#/$defs/')),
  );
