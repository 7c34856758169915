import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildOfSource } from '../../../tests/support/site/site-harness.ts';
import { testWorld } from '../../../tests/support/world.ts';
import type { Viewer } from '../../scope.ts';
import { leafDispatch, routeFinder } from './leaf-dispatch.server.ts';

const world = testWorld();
let build: ServerBuild;
let find: ReturnType<typeof routeFinder>;
let tree: Parameters<typeof matchRoutes>[0];
beforeAll(async () => {
  build = await buildOfSource();
  find = routeFinder(build.routes);
  tree = childrenOf();
});

const childrenOf = (parentId?: string): typeof tree =>
  Object.values(build.routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: childrenOf(id) },
    ) as typeof tree;

const byRemix = (path: string) => (matchRoutes(tree, path) ?? []).map(({ route }) => route.id);

const wholePath = (id: string | undefined): string => {
  const route = id === undefined ? undefined : build.routes[id];
  return route ? `${wholePath(route.parentId)}/${route.path ?? ''}`.replaceAll(/\/+/g, '/') : '';
};

/** An address of every route, with ids that exist nowhere. */
const addresses = () =>
  Object.keys(build.routes).map((id) =>
    wholePath(id)
      .replaceAll(/:\w*[iI]d\b/g, '2000000000')
      .replaceAll(/:\w+/g, 'nobody_here')
      .replace('*', 'what/ever'),
  );

describe('the routes of an address', () => {
  test('are those that Remix finds, for every row, in capitals, and with a slash at the end', () => {
    const forms = addresses().flatMap((path) => [path, `${path}/`, path.toUpperCase(), `${path}/more`]);
    const plain = forms.filter((path) => !path.includes('//'));
    expect(plain.length).toBeGreaterThan(600);
    for (const path of plain) expect([path, find(path)]).toEqual([path, byRemix(path)]);
  });

  test('are those that Remix finds, for any mixture of the words of the site', () => {
    const words = [...new Set(addresses().flatMap((path) => path.split('/').filter(Boolean)))];
    const word = constantFrom(...words, '7', 'Feed.XML', 'a-b~c', '...', '_');
    const path = tuple(array(word, { maxLength: 7 }), constantFrom('', '/')).map(
      ([parts, end]) => `/${parts.join('/')}${parts.length > 0 ? end : ''}`,
    );
    assert(
      property(path, (path) => {
        expect(find(path)).toEqual(byRemix(path));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    '',
    '*',
    '//',
    '/a//b',
    '/../admin',
    '/admin/..',
    '/./',
    '/caf%C3%A9',
    '/%61dmin',
    '/a b',
    '/ä',
    'http://a/b',
  ])('are left to Remix for %j', (path) => {
    expect(find(path)).toBeNull();
  });
});

test('a handler is made once for each row, at its first use', () => {
  const made: string[][] = [];
  const handlerFor = leafDispatch(build, ({ routes }) => made.push(Object.keys(routes)));
  expect(made).toHaveLength(1);
  const first = handlerFor('/content/1?from=/discover');
  expect(handlerFor('/CONTENT/2/')).toBe(first);
  expect(made.slice(1)).toEqual([['root', 'features/library/items/content.page.tsx']]);
  expect(handlerFor('/content/%31')).toBe(1);
  for (let each = 0; each < 10_000; each += 1) handlerFor(`/no/such/${each}/place`);
  expect(made).toHaveLength(3);
});

describe('the handler of one row answers as the handler of all', () => {
  const handlers = () => {
    // The errors of wrong methods are expected, so they are not printed.
    const entry = { module: { ...build.entry.module, handleError: () => {} } };
    const handlerOf = (part: ServerBuild) => createRequestHandler({ ...part, entry }, 'production');
    const all = handlerOf(build);
    const leaf = leafDispatch(build, handlerOf);
    return { all, leaf };
  };
  const seen = async (answer: Response) => ({
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => name !== 'set-cookie'),
    text: (await answer.text()).replaceAll(/ value="[\w-]{20,}"/g, ''),
  });
  const same = async (viewer: Viewer | null, method: string) => {
    const { all, leaf } = handlers();
    const differing: string[] = [];
    // The site refuses such a query before; whose it is and how it is asked makes no difference.
    const queries = viewer || method !== 'GET' ? [''] : ['', '?_data=root'];
    for (const path of addresses()) {
      for (const url of queries.map((query) => `${path}${query}`)) {
        const asked = () =>
          new Request(new URL(url, 'http://localhost:3000'), {
            method,
            body: method === 'POST' ? new URLSearchParams({ anything: '1' }) : undefined,
          });
        const context = () => ({ ...world.context(viewer), toast: null, showsSplash: false });
        const [one, other] = await Promise.all([
          all(asked(), context()).then(seen),
          leaf(url)(asked(), context()).then(seen),
        ]);
        if (JSON.stringify(one) !== JSON.stringify(other)) differing.push(`${method} ${url}`);
      }
    }
    return differing;
  };

  test('to a visitor', async () => {
    expect(await same(null, 'GET')).toEqual([]);
    expect(await same(null, 'POST')).toEqual([]);
  }, 120_000);

  test('to an admin, who reaches every page', async () => {
    const admin = await world.person({ isAdmin: true });
    expect(await same(admin, 'GET')).toEqual([]);
  }, 120_000);
});
