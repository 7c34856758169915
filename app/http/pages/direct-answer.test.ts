import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { beforeAll, expect, test } from 'vitest';
import { buildOfSource } from '../../../tests/support/site/site-harness.ts';
import { testWorld } from '../../../tests/support/world.ts';
import type { Viewer } from '../../scope.ts';
import { directAnswer, withReplays } from './direct-answer.server.ts';
import { leafDispatch } from './leaf-dispatch.server.ts';
import { wholeBodyOf } from './whole-body.ts';

const world = testWorld();
let build: ServerBuild;
beforeAll(async () => {
  const source = await buildOfSource();
  // Errors of addresses that hold nothing are expected, so they are not printed.
  build = { ...source, entry: { module: { ...source.entry.module, handleError: () => {} } } };
});

const wholePath = (id: string | undefined): string => {
  const route = id === undefined ? undefined : build.routes[id];
  return route ? `${wholePath(route.parentId)}/${route.path ?? ''}`.replaceAll(/\/+/g, '/') : '';
};

const seen = async (answer: Response) => ({
  status: answer.status,
  headers: [...answer.headers].filter(([name]) => name !== 'set-cookie').sort(),
  text: (await answer.clone().text()).replaceAll(/ value="[\w-]{20,}"/g, ''),
});

async function compare(viewer: Viewer | null, method: 'GET' | 'HEAD', known: Record<string, string>) {
  const direct = leafDispatch(build, directAnswer);
  const remix = leafDispatch(build, (part) => createRequestHandler(part, 'production'));
  const differing: string[] = [];
  let answered = 0;
  for (const id of Object.keys(build.routes)) {
    const path = wholePath(id)
      .replaceAll(/:(\w+)/g, (_, name) => known[name] ?? '2000000000')
      .replace('*', 'what/ever');
    const asked = () => new Request(new URL(path, 'http://localhost:3000'), { method });
    const context = () => ({ ...world.context(viewer), toast: null, showsSplash: false });
    const request = asked();
    const one = await direct(path)?.({ method, originalUrl: path }, () => request, context());
    if (!one) continue;
    answered += 1;
    const other = await remix(path)(asked(), context());
    if (JSON.stringify(await seen(one)) !== JSON.stringify(await seen(other))) differing.push(path);
    const whole = wholeBodyOf(one);
    if (whole !== undefined && String(whole) !== (await one.text())) differing.push(`${path}, whole`);
  }
  return { differing, answered };
}

test('what is answered without Remix is what Remix answers, for every row and role', async () => {
  const creator = await world.person({ username: 'coach_bia' });
  const item = await world.item({ creator: creator.id, hasPicture: true });
  const known = { id: String(item), contentId: String(item), username: 'coach_bia' };
  const admin = await world.person({ isAdmin: true });
  const found: number[] = [];
  for (const viewer of [null, creator, admin]) {
    const { differing, answered } = await compare(viewer, 'GET', known);
    expect(differing).toEqual([]);
    found.push(answered);
  }
  expect(Math.min(...found)).toBeGreaterThan(60);
  expect((await compare(creator, 'HEAD', known)).differing).toEqual([]);
}, 240_000);

test('a page that Remix has to answer is not loaded twice', async () => {
  const loaded: string[] = [];
  const page = (id: string, answer: () => unknown, parentId?: string) => ({
    id,
    parentId,
    path: parentId && 'there',
    module: {
      default: () => null,
      loader: () => {
        loaded.push(id);
        return answer();
      },
    },
  });
  const refuse = () => {
    throw new Response(null, { status: 303, headers: { location: '/auth' } });
  };
  const routes = { root: page('root', () => ({})), there: page('there', refuse, 'root') };
  const part = { ...build, routes } as unknown as ServerBuild;
  const request = new Request('http://localhost:3000/there');
  const context = world.context(null);
  const asked = { method: 'GET', originalUrl: '/there' };
  expect(await directAnswer(part)?.(asked, () => request, context)).toBeNull();
  const answer = await createRequestHandler(withReplays(part), 'production')(request, context);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth']);
  expect(loaded).toEqual(['root', 'there']);
});

test('a page gets what JSON leaves of its data, and its address as it was written', async () => {
  const given: { loaderData: Record<string, unknown>; matches: { pathname: string }[] }[] = [];
  const render = (_request: Request, _status: number, _headers: Headers, entry: never) => {
    given.push((entry as { staticHandlerContext: (typeof given)[number] }).staticHandlerContext);
    return new Response('');
  };
  const page = (id: string, loaded: object, parentId?: string) => ({
    id,
    parentId,
    path: parentId && 'there',
    module: { default: () => null, loader: () => loaded },
  });
  const there = page('there', { at: new Date(0), gone: undefined }, 'root');
  const routes = { root: page('root', {}), there };
  const assets = { ...build.assets, routes };
  const part = { ...build, assets, entry: { module: { default: render } }, routes } as unknown as ServerBuild;
  const direct = directAnswer(part);
  for (const path of ['/there', '/There/']) {
    const asked = { method: 'GET', originalUrl: path };
    await direct?.(asked, () => new Request(`http://localhost:3000${path}`), world.context(null));
  }
  expect(given.map(({ loaderData }) => loaderData.there)).toStrictEqual([
    { at: '1970-01-01T00:00:00.000Z' },
    { at: '1970-01-01T00:00:00.000Z' },
  ]);
  expect(given.map(({ matches }) => matches.at(-1)?.pathname.slice(0, 6))).toEqual(['/there', '/There']);
});
