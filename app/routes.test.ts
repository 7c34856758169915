import { existsSync, globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testWorld } from '../tests/support/world.ts';
import routes, { admins, api, everyone, members } from './routes.ts';
import type { Viewer } from './scope.ts';

interface Row {
  id?: string;
  path?: string;
  file: string;
  index?: boolean;
  children?: Row[];
}

const flat = (rows: Row[]): Row[] => rows.flatMap((each) => [each, ...flat(each.children ?? [])]);
const all = flat(routes as Row[]);

test('every address has its file and every edge has its address', () => {
  expect(all.filter(({ file }) => !existsSync(`app/${file}`)).map(({ file }) => file)).toEqual([]);
  const edges = globSync('app/features/**/*.{page.tsx,action.ts,api.ts}').map((file) =>
    file.slice('app/'.length),
  );
  const listed = new Set(all.map(({ file }) => file));
  expect(edges.filter((file) => !listed.has(file))).toEqual([]);
});

test('the groups say who may enter, and every row stands in one', () => {
  const grouped = [everyone, members, admins, api].flatMap((group) => flat(group as Row[]));
  const outside = all.filter((each) => !grouped.includes(each)).map(({ path }) => path);
  expect(outside).toEqual(['*']);
});

type Module = Partial<Record<'loader' | 'action', (args: never) => unknown>>;
const modules = import.meta.glob<Module>('./features/**/*.{page.tsx,action.ts,api.ts}');
const world = testWorld();

const load = async ({ file }: Row) => (await modules[`./${file}`]?.()) ?? {};
/** An address of the row with ids of things that exist nowhere. */
const addressOf = ({ path = '' }: Row) =>
  `/${path.replaceAll(/:\w*[iI]d\b/g, '2000000000').replaceAll(/:(\w+)/g, 'nobody_here')}`;
const paramsOf = ({ path = '' }: Row) =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      /id$/i.test(name) ? '2000000000' : 'nobody_here',
    ]),
  );

async function knock(each: Row, viewer: Viewer | null, method: string) {
  const { loader, action } = await load(each);
  const edge = method === 'GET' ? loader : action;
  if (!edge) return null;
  const body = method === 'GET' ? undefined : new URLSearchParams({ anything: '1' });
  return world.send(edge, viewer, addressOf(each), paramsOf(each), { method, body });
}

/** An admin in production before the second factor is set up, as `viewerOf` finds them. */
const owing = async (): Promise<Viewer> => ({ ...(await world.person()), owesSecondFactor: true });

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe.each(flat(members as Row[]))('members only: $path', (each) => {
  test.each(verbs)('[C2.1] [C6.2] %s sends a visitor to sign in, nothing runs', async (method) => {
    const answer = await knock(each, null, method);
    if (!answer || answer.status === 405) return;
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^\/auth\?tab=sign-in&next=/);
  });
});

test('a wrong guess below /admin is answered like a right one: nobody learns which rooms there are', () => {
  expect(flat(admins as Row[]).map(({ path }) => path)).toContain('*');
});

describe.each(flat(admins as Row[]))('admins only: $path', (each) => {
  test.each(verbs)('[C2.25] [C2.31] %s sends visitors to sign in and members home', async (method) => {
    const visitor = await knock(each, null, method);
    if (!visitor) return;
    expect(visitor.headers.get('location')).toMatch(/^\/auth\?tab=sign-in/);
    const member = await knock(each, await world.person({ plan: 'vip' }), method);
    expect([member?.status, member?.headers.get('location')]).toEqual([303, '/']);
  });

  test.each(verbs)('%s sends an admin who owes a second factor to set it up', async (method) => {
    const answer = await knock(each, await owing(), method);
    if (answer) expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/security']);
  });
});

test('an address of the admins without a screen answers POST itself: Remix would not ask its guard', async () => {
  const found = await Promise.all(
    flat(admins as Row[]).map(async (each) => ({ each, ...(await load(each)) })),
  );
  const open = found.filter((module) => !('default' in module) && !module.action);
  expect(open.map(({ each }) => each.file)).toEqual([]);
});

describe.each(flat(api as Row[]))('call: $path', (each) => {
  test.each(verbs)('%s is answered, refused by its guard, or 405 with Allow', async (method) => {
    const answer = await knock(each, null, method);
    if (!answer) return;
    expect(answer.status).not.toBe(500);
    if (answer.status === 405) expect(answer.headers.get('allow')).toBeTruthy();
    if (each.path?.startsWith('api/admin')) {
      expect(answer.status).toBe(401);
      const member = await knock(each, await world.person({ plan: 'vip' }), method);
      expect(member?.status).toBe(403);
      const owes = (await knock(each, await owing(), method)) as Response;
      expect(owes.status).toBe(403);
      expect((await owes.json()).message).toMatch(/need a second factor/);
    }
    if (/^api\/my-/.test(each.path ?? '')) expect([401, 405]).toContain(answer.status);
  });
});
