import type { RouteTable } from '../../app/http/description.ts';
import { type OpenApi, openapi } from '../../app/http/openapi.server.ts';
import { api } from '../../app/routes.ts';
import { differs, type Given } from './held-answer.ts';

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

/** What an answer says, left as it is for whoever reads it next. */
export const givenBy = async (answer: Response): Promise<Given> => ({
  status: answer.status,
  type: answer.headers.get('content-type') ?? '',
  text: await answer.clone().text(),
});

/**
 * Holds an answer to the document of the calls.
 * @param path with its query; one that is not below `/api` is nobody's business here
 * @throws what differs; the test that made the call fails
 */
export async function mustBeDescribed({ method, path }: { method: string; path: string }, given: Given) {
  if (!path.startsWith('/api/')) return;
  const trouble = differs(await handbook(), method, path, given);
  if (trouble) throw new Error(`${method} ${path} answered ${given.status}, and ${trouble}`);
}
