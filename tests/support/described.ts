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

/**
 * Holds an answer to `/api/openapi.json`: its status is declared for this address and verb, and its body has the
 * declared shape and no key besides. What an address does not offer is refused, whatever the refusal.
 * @throws what differs; the test that made the call fails
 */
export async function mustBeDescribed(
  { method, url }: { method: string; url: string },
  answer: Pick<Response, 'status' | 'headers' | 'clone'>,
) {
  const { pathname, searchParams } = new URL(url);
  if (!pathname.startsWith('/api/')) return;
  const trouble = await differs(
    await handbook(),
    { method: method === 'HEAD' ? 'GET' : method, pathname, isData: searchParams.has('_data') },
    { status: answer.status, type: answer.headers.get('content-type'), text: await answer.clone().text() },
    method === 'HEAD',
  );
  if (trouble) throw new Error(`${method} ${pathname} answered ${answer.status}, and ${trouble}`);
}

async function differs(
  document: OpenApi,
  asked: { method: string; pathname: string; isData: boolean },
  given: { status: number; type: string | null; text: string },
  isHead: boolean,
): Promise<string | null> {
  const found = operationAt(document, asked);
  const refusal = { $ref: '#/components/schemas/Refusal' };
  if (!found || asked.isData) {
    if (given.status < 400) return 'this call is not described: give it a description (decision 027).';
    return isHead ? null : misfit(document, refusal, given.text);
  }
  const declared = found.responses[given.status];
  if (!declared) return `only ${Object.keys(found.responses).join(', ')} are described.`;
  const content = declared.content?.['application/json'];
  if (!content) return given.text === '' ? null : 'no body is described.';
  if (!given.type?.startsWith('application/json')) return `it is ${given.type}, not JSON.`;
  return isHead ? null : misfit(document, content.schema, given.text);
}

function operationAt({ paths }: OpenApi, { method, pathname }: { method: string; pathname: string }) {
  const fitting = Object.keys(paths)
    .filter((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(pathname))
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
  const known = shapes.get(schema) ?? readerOf({ ...schema, $defs: components.schemas });
  shapes.set(schema, known);
  const { error } = known.safeParse(body);
  return error ? `its body is not as described:\n${z.prettifyError(error)}\n${text.slice(0, 400)}` : null;
}

const shapes = new WeakMap<object, z.ZodType>();

const readerOf = (schema: JsonSchema) =>
  z.fromJSONSchema(JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')));
