import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldNames } from '../../app/http/pages/form.server.ts';
import { apiDocument } from '../support/site/described.ts';
import { type Asked, liveWorld } from '../support/site/live.ts';
import { type RouteAddress, routeAddresses } from '../support/site/route-addresses.ts';
import { siteCosts } from '../support/site/site-costs.ts';

/** The processor time that one such form may cost. */
const mostMs = 100;
/** The memory that some thousand forms may add. The first hundred requests take 90 of it. */
const mostMegabytes = 200;

// With so little memory, a form that builds an array as long as its names say ends the site.
const world = liveWorld({ NODE_OPTIONS: '--max-old-space-size=320' });
const { costOf, megabytes } = siteCosts(world, mostMs);

const schemas = import.meta.glob<Record<string, unknown>>('../../app/features/**/*.schema.ts', {
  eager: true,
});
/** Every name that a schema of the site has, and what forms with files bring besides. */
const names = [
  ...new Set([
    ...Object.values(schemas).flatMap((module) => Object.values(module).flatMap(namesOf)),
    ...['kept', 'shown', 'seen', 'back', 'language', 'files', 'step', 'theme'],
  ]),
].slice(0, 190);

function namesOf(schema: unknown): string[] {
  try {
    return schema instanceof z.ZodType ? [...fieldNames(schema)] : [];
  } catch {
    return [];
  }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
const json = { 'content-type': 'application/json' };
const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
const parts = (all: string[]) => `${all.map(part).join('')}--x--\r\n`;
const fields = (all: string[]) => all.map((name) => `${encodeURIComponent(name)}=x`).join('&');
const indexed = (index: number) => names.map((name) => `${name}[${index}]`);
const command = (type: string, payload: object) =>
  `email=x&email[1]=y&__intent__=${encodeURIComponent(JSON.stringify({ type, payload }))}`;
const list = { name: 'email', index: 4294967290 };
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
/** Each name of each schema with an invalid value, so that no call changes anything. */
const unfit = Object.fromEntries(names.map((name) => [name, {}]));

/** Forms that no page of ours sends. */
const forms: Record<string, Asked> = {
  'an index near 2^32': { headers: form, body: fields(indexed(4294967290)) },
  'an index that fills the heap': { headers: form, body: fields([...indexed(3000000), 'email[99999999]']) },
  'an index and a command': {
    headers: form,
    body: `email[4294967290]=x&${command('reorder', { name: 'email', from: 0, to: 1 })}`,
  },
  insert: { headers: form, body: command('insert', { ...list, defaultValue: 'x' }) },
  remove: { headers: form, body: command('remove', list) },
  update: { headers: form, body: command('update', { ...list, value: 'x' }) },
  reset: { headers: form, body: command('reset', {}) },
  validate: { headers: form, body: command('validate', { name: 'email' }) },
  'depth and prototypes': {
    headers: form,
    body: fields([
      ...names.slice(0, 20).map((name) => name + '[0]'.repeat(1_000)),
      Array.from({ length: 1_000 }, () => 'a').join('.'),
      '__proto__[isAdmin]',
      'constructor.prototype.isAdmin',
    ]),
  },
  'parts with an index': {
    headers: multipart,
    body: parts(['title', ...names.map((name) => `${name}[99999999]`)]),
  },
  'a command in parts': { headers: multipart, body: parts(['title', '__intent__']) },
};

/** Forms that are only too large. One role is enough for them. */
const large: Record<string, Asked> = {
  '10,000 fields': { headers: form, body: fields(Array.from({ length: 10_000 }, (_, at) => `f${at}`)) },
  'a name of 1 MB': { headers: form, body: fields(['a'.repeat(1_000_000)]) },
  'nothing between 250,000 ampersands': { headers: form, body: '&'.repeat(250_000) },
  '3,000 parts': { headers: multipart, body: parts(Array.from({ length: 3_000 }, (_, at) => `f${at}`)) },
  'a part with a name of 200 kB': { headers: multipart, body: parts(['a'.repeat(200_000)]) },
};

/** JSON that no program sends. */
const bodies: Record<string, Asked> = {
  'deep JSON': { headers: json, body: `{"a":${nested(120_000)}}` },
  'deep fields': { headers: json, body: JSON.stringify({ ...unfit, email: JSON.parse(nested(19)) }) },
  'a list of 60,000': {
    headers: json,
    body: JSON.stringify({ ...unfit, ids: Array.from({ length: 60_000 }, () => '') }),
  },
  'names like paths': {
    headers: json,
    body: JSON.stringify({ ...unfit, 'email[4294967290]': 'x', 'a.b': 'x', __intent__: '{}' }),
  },
  'lengths that are none': {
    headers: json,
    body: JSON.stringify(Object.fromEntries(names.map((name) => [name, { length: 4294967290 }]))),
  },
  'prototypes in JSON': {
    headers: json,
    body: `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},${JSON.stringify(unfit).slice(1)}`,
  },
};

const people = { visitor: '', member: '', admin: '' };
type Role = keyof typeof people;
let ids: Record<string, string> = {};
beforeAll(async () => {
  const member = await world.person({ plan: 'vip' });
  const other = await world.person({ plan: 'vip' });
  const item = await world.item({ creator: member.id, priceCents: 499, tier: 'vip', hasPicture: true });
  ids = {
    id: String(item),
    contentId: String(item),
    creatorId: String(other.id),
    username: other.username,
    token: 'a'.repeat(43),
  };
  people.member = await world.signIn(member);
  people.admin = await world.signIn(await world.person({ isAdmin: true }));
  // Loading and compiling are not part of the cost of a form.
  for (const path of ['/', '/auth', '/profile', '/admin/featured'])
    await world.ask(path, { as: people.admin });
}, 60_000);

const real = (path: string) =>
  path.replace('/*', '/nothing').replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? '1');

/** Each address, and the roles that may reach it. */
const mayReach: Record<RouteAddress['group'], Role[]> = {
  everyone: ['visitor', 'member'],
  members: ['member'],
  curators: ['admin'],
  admins: ['admin'],
  api: ['admin'],
};

interface Try {
  method: string;
  path: string;
  kinds: Record<string, Asked>;
}

async function walk(tries: Try[], role: Role) {
  const [before, roomBefore] = [await world.everything(), megabytes()];
  const wrong: string[] = [];
  for (const { method, path, kinds } of tries) {
    for (const [kind, asked] of Object.entries(kinds)) {
      const cost = costOf(real(path), { ...asked, method, as: people[role] });
      const { answer, ms } = await cost.catch((error) => {
        throw new Error(`${method} ${path}, ${kind}`, { cause: error });
      });
      if (answer.status >= 500 || ms > mostMs)
        wrong.push(`${method} ${path} ${kind}: ${answer.status}, ${ms} ms`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await world.everything()).toEqual(before);
  expect((await world.ask('/healthz')).status).toBe(200);
  expect(megabytes() - roomBefore).toBeLessThan(mostMegabytes);
}

describe('field names that no form has cost nothing and change nothing', () => {
  test.each(['visitor', 'member', 'admin'] as const)(
    'on every page and button that a %s can open',
    async (role) => {
      const mine = routeAddresses.filter(({ group, isCall }) => !isCall && mayReach[group].includes(role));
      await walk(
        mine.map(({ path, group }) => ({
          method: 'POST',
          path,
          kinds: mayReach[group][0] === role ? { ...forms, ...large } : forms,
        })),
        role,
      );
    },
    240_000,
  );

  test('on every call that takes a body', async () => {
    const { paths } = await apiDocument();
    const calls = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs)
        .filter(([, { requestBody }]) => requestBody)
        .map(([verb]) => ({
          method: verb.toUpperCase(),
          path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
          kinds: { ...forms, ...large, ...bodies },
        })),
    );
    expect(calls.length).toBeGreaterThan(20);
    await walk(calls, 'member');
    await walk(
      calls.filter(({ path }) => path.startsWith('/api/admin')),
      'admin',
    );
  }, 240_000);
});
