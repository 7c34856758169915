import { existsSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import routes, { admins, api, everyone, members } from './routes.ts';

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
  const edges = globSync('app/features/**/*.{page.tsx,action.ts,api.ts}').map((file) => file.slice('app/'.length));
  const listed = new Set(all.map(({ file }) => file));
  expect(edges.filter((file) => !listed.has(file))).toEqual([]);
});

test('the groups say who may enter, and every row stands in one', () => {
  const grouped = [everyone, members, admins, api].flatMap((group) => flat(group as Row[]));
  const outside = all.filter((each) => !grouped.includes(each)).map(({ path }) => path);
  expect(outside).toEqual(['*']);
});
