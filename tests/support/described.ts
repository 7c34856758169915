import { z } from 'zod';
import { type JsonSchema, type OpenApi, openapi, type RouteTable } from '../../app/http/openapi.server.ts';
import { api } from '../../app/routes.ts';

const files = import.meta.glob('../../app/features/**/*.api.ts');

/** The calls of the route table with their modules, as Remix builds them. */
export async function builtRoutes(): Promise<RouteTable> {
  const built = api.map(async ({ file, path }) => {
    const module = await files[`../../app/${file}`]?.();
    return [path, { path, module }] as const;
  });
  return Object.fromEntries(await Promise.all(built));
}

let made: Promise<OpenApi> | undefined;
export const handbook = () => {
  made ??= builtRoutes().then((routes) => openapi(routes, 'http://localhost:3000'));
  return made;
};

interface Given {
  status: number;
  /** The Content-Type. */
  type: string;
  text: string;
}

/** What an answer says, left as it is for whoever reads it next. */
export const givenBy = async (answer: Response): Promise<Given> => ({
  status: answer.status,
  type: answer.headers.get('content-type') ?? '',
  text: await answer.clone().text(),
});

/**
 * Holds an answer to `/api/openapi.json`: its status is declared for this address and verb, and its body has the
 * declared shape and no key besides. What an address does not offer is refused, whatever the refusal.
 * @param path with its query; one that is not below `/api` is nobody's business here
 * @throws what differs; the test that made the call fails
 */
export async function mustBeDescribed({ method, path }: { method: string; path: string }, given: Given) {
  if (!path.startsWith('/api/')) return;
  const trouble = differs(await handbook(), method, path, given);
  if (trouble) throw new Error(`${method} ${path} answered ${given.status}, and ${trouble}`);
}

function differs(document: OpenApi, method: string, path: string, given: Given): string | null {
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
