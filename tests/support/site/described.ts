import type { RouteTable } from '../../../app/http/api/description.ts';
import { type OpenApi, openapi } from '../../../app/http/api/openapi.server.ts';
import { api } from '../../../app/routes.ts';
import { differenceOf, type Given } from './held-answer.ts';

const files = import.meta.glob('../../../app/features/**/*.api.ts');

/** The calls of the route table with their modules, as Remix builds them. */
export async function builtRoutes(): Promise<RouteTable> {
  const built = api.map(async ({ file, path }) => {
    const module = await files[`../../../app/${file}`]?.();
    return [path, { path, module }] as const;
  });
  return Object.fromEntries(await Promise.all(built));
}

let made: Promise<OpenApi> | undefined;
export const apiDocument = () => {
  made ??= builtRoutes().then((routes) => openapi(routes, 'http://localhost:3000'));
  return made;
};

/** Reads the body from a copy, so that the test can still read it. */
export const givenBy = async (answer: Response): Promise<Given> => ({
  status: answer.status,
  type: answer.headers.get('content-type') ?? '',
  text: await answer.clone().text(),
});

/** Checks an answer against the document of the API.
 *  @param path with its query; addresses outside `/api` are not checked
 *  @throws the difference; the test that made the call fails */
export async function mustBeDescribed({ method, path }: { method: string; path: string }, given: Given) {
  if (!path.startsWith('/api/')) return;
  const trouble = differenceOf(await apiDocument(), method, path, given);
  if (trouble) throw new Error(`${method} ${path} answered ${given.status}, and ${trouble}`);
}
