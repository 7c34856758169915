import { existsSync, globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { statementsOf } from '../tests/support/database/statements.ts';
import { testWorld } from '../tests/support/world.ts';
import routes, { admins, api, curators, everyone, members } from './routes.ts';
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

test('every address has its file, and every page, action and call has its address', () => {
  expect(all.filter(({ file }) => !existsSync(`app/${file}`)).map(({ file }) => file)).toEqual([]);
  const edges = globSync('app/features/**/*.{page.tsx,action.ts,api.ts}').map((file) =>
    file.slice('app/'.length),
  );
  const listed = new Set(all.map(({ file }) => file));
  expect(edges.filter((file) => !listed.has(file))).toEqual([]);
});

test('every row is in one group, except the catch-all row', () => {
  const groups = [everyone, members, curators, admins, api].map((group) => flat(group as Row[]));
  const timesOf = (each: Row) => groups.filter((group) => group.includes(each)).length;
  expect(all.filter((each) => timesOf(each) !== 1).map(({ path }) => path)).toEqual(['*']);
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

async function answerTo(each: Row, viewer: Viewer | null, method: string) {
  const { loader, action } = await load(each);
  const edge = method === 'GET' ? loader : action;
  if (!edge) return null;
  const body = method === 'GET' ? undefined : new URLSearchParams({ anything: '1' });
  return world.send(edge, viewer, addressOf(each), paramsOf(each), { method, body });
}

/** An admin in production before the second factor is set up, as `viewerOf` finds them. */
const owing = async (): Promise<Viewer> => ({ ...(await world.person()), owesSecondFactor: true });

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Each row of a group with each verb that something of ours answers: a loader GET, an action all others. */
async function asked(group: unknown[]) {
  const found = [];
  for (const each of flat(group as Row[])) {
    const { loader, action } = await load(each);
    const answered = verbs.filter((verb) => (verb === 'GET' ? loader : action));
    found.push(...answered.map((verb) => ({ ...each, path: each.path ?? '', verb })));
  }
  return found;
}
const [ofMembers, ofCurators, ofAdmins, ofCalls] = await Promise.all(
  [members, curators, admins, api].map(asked) as [Asked, Asked, Asked, Asked],
);
type Asked = ReturnType<typeof asked>;
/** A 405 that names in Allow what the address does take. */
const refusesVerb = (answer: Response | null, verb: string) => {
  const allow = answer?.headers.get('allow')?.split(', ') ?? [];
  return answer?.status === 405 && allow.length > 0 && !allow.includes(verb);
};

test('every row of the members, curators and admins has a loader, so that its guard is asked', async () => {
  const guarded = await Promise.all(
    flat([...members, ...curators, ...admins] as Row[]).map(async (each) => ({
      each,
      ...(await load(each)),
    })),
  );
  const shown = guarded.filter((module) => 'default' in module && !module.loader);
  expect(shown.map(({ each }) => each.file)).toEqual([]);
});

test.each(ofMembers)(
  '[C2.1] [C6.2] members only: $verb $path sends a visitor to sign in, or says which verbs it takes; no statement runs',
  async ({ verb, ...each }) => {
    const answers: (Response | null)[] = [];
    const statements = await statementsOf(async () => answers.push(await answerTo(each, null, verb)));
    expect(statements).toEqual([]);
    const [answer = null] = answers;
    if (refusesVerb(answer, verb)) return;
    expect(statusAndPlace(answer)).toEqual([303, expect.stringMatching(/^\/auth\?tab=sign-in&next=/)]);
  },
);

test('an unknown address below /admin answers like a known one, so that others cannot find out which exist', async () => {
  const pages = flat(admins as Row[]).filter(({ path, file }) => path && file.endsWith('.page.tsx'));
  const guess = pages.find(({ path }) => path === '*');
  if (!guess) throw new Error('Nothing answers what is not there');
  const member = await world.person({ plan: 'vip' });
  for (const viewer of [null, member]) {
    for (const verb of ['GET', 'POST']) {
      const expected = await answerFacts(guess, viewer, verb);
      for (const page of pages) {
        const { loader, action } = await load(page);
        if (verb === 'GET' ? loader : action) expect(await answerFacts(page, viewer, verb)).toEqual(expected);
      }
    }
  }
});

/** Status, headers and body of an answer, all but the way back that it remembers. */
async function answerFacts(each: Row, viewer: Viewer | null, verb: string) {
  const answer = await answerTo(each, viewer, verb);
  const headers = [...(answer?.headers ?? [])].map(([name, value]) => [name, value.replace(/next=.*$/, '')]);
  return { status: answer?.status, headers, body: await answer?.text() };
}

const statusAndPlace = (answer: Response | null) => [answer?.status, answer?.headers.get('location')];

describe.each(ofCurators)('curators only: $verb $path', ({ verb, ...each }) => {
  test('sends visitors to sign in and members home, and is there for curators and admins', async () => {
    const toSignIn = expect.stringMatching(/^\/auth\?tab=sign-in/);
    expect(statusAndPlace(await answerTo(each, null, verb))).toEqual([303, toSignIn]);
    const member = await world.person({ plan: 'vip' });
    expect(statusAndPlace(await answerTo(each, member, verb))).toEqual([303, '/']);
    expect(statusAndPlace(await answerTo(each, await owing(), verb))).toEqual([303, '/account/security']);
    for (const role of [{ isCurator: true }, { isAdmin: true }]) {
      const answer = await answerTo(each, await world.person(role), verb);
      if (answer?.status !== 303) expect([200, 404, 405, 422]).toContain(answer?.status);
      expect(answer?.headers.get('location')).toBe(null);
    }
  });
});

describe.each(ofAdmins)('admins only: $verb $path', ({ verb, ...each }) => {
  test('[C2.25] [C2.31] sends visitors to sign in and members home', async () => {
    const toSignIn = expect.stringMatching(/^\/auth\?tab=sign-in/);
    expect(statusAndPlace(await answerTo(each, null, verb))).toEqual([303, toSignIn]);
    const member = await world.person({ plan: 'vip' });
    expect(statusAndPlace(await answerTo(each, member, verb))).toEqual([303, '/']);
  });

  test('sends an admin who owes a second factor to set it up', async () => {
    expect(statusAndPlace(await answerTo(each, await owing(), verb))).toEqual([303, '/account/security']);
  });
});

test('an address of the admins without a screen has an action: Remix would not ask its guard', async () => {
  const found = await Promise.all(
    flat(admins as Row[]).map(async (each) => ({ each, ...(await load(each)) })),
  );
  const open = found.filter((module) => !('default' in module) && !module.action);
  expect(open.map(({ each }) => each.file)).toEqual([]);
});

test.each(ofCalls)(
  'call: $verb $path answers a visitor as its group may: no failure, a guard of admins, a 405 with Allow',
  async ({ verb, ...each }) => {
    const answer = (await answerTo(each, null, verb)) as Response;
    expect(answer.status).toBeLessThan(500);
    if (answer.status === 405) expect(refusesVerb(answer, verb)).toBe(true);
    if (each.path.startsWith('api/admin')) {
      expect(answer.status).toBe(401);
      const member = await answerTo(each, await world.person({ plan: 'vip' }), verb);
      expect(member?.status).toBe(403);
      const owes = (await answerTo(each, await owing(), verb)) as Response;
      expect(owes.status).toBe(403);
      expect((await owes.json()).message).toMatch(/need a second factor/);
    }
    if (/^api\/my-/.test(each.path)) expect([401, 405]).toContain(answer.status);
  },
);
