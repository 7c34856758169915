import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { mayReadRecent } from '../../app/boot/recent.server.ts';
import type { NodeRequest } from '../../app/http/node-request.ts';
import type { Viewer } from '../../app/scope.ts';
import { readings } from '../support/readings/all.ts';
import type { Reading } from '../support/readings/reading.ts';
import { sampleRequests } from '../support/sample-requests/all.ts';
import { askedBy, rowOf } from '../support/sample-requests/sample-request.ts';
import { apiDocument } from '../support/site/described.ts';
import { type Answer, ask, liveWorld } from '../support/site/live.ts';
import { startSite } from '../support/site/site.ts';

const world = liveWorld();
let other: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  // Chunks of uploads lie on the disk of their machine (ADR-022).
  const env = { ...world.settings(), DATA_DIR: world.site.folder };
  other = await startSite({ env, keepsLog: true });
}, 60_000);
afterAll(() => other?.stop(), 30_000);

const rows = Object.entries(readings).filter(([, places]) => typeof places !== 'string');

test('every call of the document that writes has a row of where it is read, or a reason', async () => {
  const { paths } = await apiDocument();
  const written = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.keys(verbs)
      .filter((verb) => verb !== 'get')
      .map((verb) => `${verb.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(written.length).toBeGreaterThan(60);
  const listed = new Set(Object.keys(readings).map(rowOf));
  expect(written.filter((each) => !listed.has(each))).toEqual([]);
  expect([...listed].filter((each) => !written.includes(each))).toEqual([]);
  expect(rows.map(([name]) => name).filter((name) => !(name in sampleRequests))).toEqual([]);
});

/** Shared memory may be as old as ADR-021 allows: five seconds. */
const soon = { timeout: 5_000, interval: 20 };
const isShared = (path: string, as: Viewer | null) =>
  as === null || mayReadRecent({ method: 'GET', url: path } as NodeRequest);

const found = (reading: Reading, answer: Answer) => {
  try {
    return reading.of(answer);
  } catch {
    return `${answer.status} ${answer.text.slice(0, 200)}`;
  }
};

describe.each(rows)('%s', (name, placesOf) => {
  test('is seen at once, also from another process', async () => {
    if (typeof placesOf === 'string') return;
    const sample = await sampleRequests[name]?.(world);
    if (!sample) throw new Error(`no sample request ${name}`);
    const cookies = new Map<Viewer, string>();
    const cookieOf = async (viewer: Viewer) => {
      const cookie = cookies.get(viewer) ?? (await world.signIn(viewer));
      cookies.set(viewer, cookie);
      return cookie;
    };
    const cookie = sample.as && (await cookieOf(sample.as));
    const places = await placesOf(world, sample);
    const at = async (site: string, path: string, as: Viewer | null) =>
      ask(site, path, { as: as && (await cookieOf(as)) });

    // Both processes now remember what they may, and no place shows it yet.
    const reader = ({ as }: Reading) => (as === undefined ? sample.as : as) as Viewer | null;
    const before = await Promise.all(
      places.map(async (each) => {
        const { path } = each;
        if (typeof path !== 'string' || each.as === 'begun') return null;
        await at(other.address, path, reader(each));
        return found(each, await at(world.site.address, path, reader(each)));
      }),
    );
    const method = name.split(' ', 1)[0] ?? '';
    const answer = await world.ask(sample.path, askedBy(sample, method, cookie, world.site.address));
    expect(answer.status, answer.text).toBeLessThan(300);

    const made = answer.text ? answer.json() : null;
    const begun = /summa=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? null;
    const after = { here: [] as unknown[], elsewhere: [] as unknown[] };
    const wanted = places.map(({ path, is }) => [String(path), is]);
    for (const each of places) {
      const path = typeof each.path === 'string' ? each.path : each.path(made);
      const read = (site: string) =>
        each.as === 'begun' ? ask(site, path, { as: begun }) : at(site, path, reader(each));
      const line = (what: Answer) => [String(each.path), found(each, what)];
      after.here.push(line(await read(world.site.address)));
      if (each.as !== 'begun' && isShared(path, reader(each))) {
        const wait = async () => expect(found(each, await read(other.address))).toEqual(each.is);
        await vi.waitFor(wait, soon).catch(() => {});
      }
      after.elsewhere.push(line(await read(other.address)));
    }
    expect(after).toEqual({ here: wanted, elsewhere: wanted });
    expect(places.filter((each, n) => Object.is(before[n], each.is)).map(({ path }) => path)).toEqual([]);
  });
});
