import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appFiles, type Import, importsOf } from '../tests/support/imports.ts';

/** The areas of the product: a rule or fact imports only from its own area and from those before it (docs/tour.md). */
const areas = [
  'domain',
  'core',
  'identity',
  'map',
  'library',
  'study',
  'community',
  'commerce',
  'operations',
  'site',
];

/** Imports against that order, each with its reason. Their number may only fall. */
const exceptions = [
  // Foreign keys: a table points at rows of any area.
  'app/features/core/audit-log/audit-entry.entity.ts -> app/features/identity/accounts/user.entity.ts',
  'app/features/core/media/clip.entity.ts -> app/features/identity/accounts/user.entity.ts',
  'app/features/core/media/media.entity.ts -> app/features/community/messages/message.entity.ts',
  'app/features/core/media/media.entity.ts -> app/features/identity/accounts/user.entity.ts',
  'app/features/core/media/media.entity.ts -> app/features/library/items/content.entity.ts',
  'app/features/core/notifications/notification.entity.ts -> app/features/identity/accounts/user.entity.ts',
  'app/features/core/notifications/notification.entity.ts -> app/features/library/items/content.entity.ts',
  'app/features/core/uploads/upload-session.entity.ts -> app/features/identity/accounts/user.entity.ts',
  // Two members who agree on a custom request may write to each other, whatever their settings say.
  'app/features/community/messages/person.sql.server.ts -> app/features/commerce/custom-requests/steps/move.server.ts',
];

/** Rules that read tables of a later area, each with its reason. Their number may only fall. */
const tableExceptions: Record<string, string[]> = {
  // Entries name the admin who acted, and can be searched by that name.
  'core/audit-log/audit-log.server.ts': ['users'],
  // Who may read a file depends on what it belongs to. One statement decides it for each request.
  'core/media/find-file.sql.server.ts': [
    'content',
    'conversations',
    'featured',
    'messages',
    'purchases',
    'report_cases',
    'users',
  ],
  // Choices, blocks and unread messages are read in the statement that writes, so that none changes between.
  'core/notifications/insert-notification.sql.server.ts': [
    'blocks',
    'content',
    'conversation_sides',
    'users',
  ],
  // A notification shows the names and titles of the moment it is read.
  'core/notifications/notifications.server.ts': ['content', 'users'],
  // A medium is pending as long as no profile and no featured card uses it.
  'core/uploads/pending-media.server.ts': ['featured', 'users'],
  // An item that was bought stays as it is for its buyers. All other rules of the library ask this file.
  'library/items/buyers.server.ts': ['purchases'],
  // A card shows whether the viewer likes and has bought the item: one statement for a whole list.
  'library/catalog/cards.server.ts': ['likes', 'purchases'],
  // The item of an open custom request cannot be deleted.
  'library/authoring/delete-content.server.ts': ['requests'],
  // Two members who agree on a custom request may write to each other, whatever their settings say.
  'community/messages/person.sql.server.ts': ['requests'],
};

const areaOf = (file: string) =>
  areas.indexOf(file.split('/')[file.startsWith('app/features/') ? 2 : 1] ?? '');

/** Screens, calls and buttons compose: they may use any area. */
const isRule = (file: string) => file.endsWith('.ts') && !/\.(page|action|api)\.ts$/.test(file);

const rules = appFiles.filter(isRule);

test('every feature belongs to an area, and every area and folder is in this list', () => {
  const features = appFiles.filter((file) => file.startsWith('app/features/'));
  expect(features.filter((file) => areaOf(file) === -1 || file.split('/').length < 5)).toEqual([]);
});

test('rules import along the order of the areas, but for the exceptions', () => {
  const against = rules
    .filter((file) => areaOf(file) !== -1)
    .flatMap(importsOf)
    .filter(({ from, to }) => areaOf(to) > areaOf(from))
    .map(({ from, to }) => `${from} -> ${to}`);
  expect([...new Set(against)].sort()).toEqual([...exceptions].sort());
});

/** Each table with the area of its entity. */
const areaOfTable = new Map(
  rules
    .filter((file) => file.endsWith('.entity.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/tableName: '(\w+)'/g)].map(
        ([, table = '']) => [table, areaOf(file)] as const,
      ),
    ),
);

/** The tables that a rule names: in Kysely's calls, and after SQL's own words. */
function tablesIn(source: string): Set<string> {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const calls =
    /\b(?:selectFrom|\w+Join(?:Lateral)?|insertInto|updateTable|deleteFrom|using|from)\(\s*(\[[^\]]*\]|'[^']*')/g;
  const named = [...code.matchAll(calls)].flatMap(([, list = '']) => [...list.matchAll(/'(\w+)/g)]);
  const clauses = /\b(?:from|join|into|update|using|table)\s+((?:only\s+)?\w+(?:(?:\s+\w+)?\s*,\s*\w+)*)/g;
  const written = [...code.matchAll(clauses)].flatMap(([, list = '']) => [...list.matchAll(/(\w+)/g)]);
  return new Set([...named, ...written].flatMap(([, name = '']) => (areaOfTable.has(name) ? [name] : [])));
}

test('rules name the tables of their own area and of those before it, but for the exceptions', () => {
  const against: Record<string, string[]> = {};
  const seen = new Set<string>();
  for (const file of rules) {
    if (!file.startsWith('app/features/') || !file.endsWith('.server.ts')) continue;
    const tables = [...tablesIn(readFileSync(file, 'utf8'))].sort();
    for (const table of tables) seen.add(table);
    const later = tables.filter((table) => (areaOfTable.get(table) ?? 0) > areaOf(file));
    if (later.length > 0) against[file.slice('app/features/'.length)] = later;
  }
  expect(against).toEqual(tableExceptions);
  // A table that no rule seems to name would be one that this test cannot see.
  expect([...areaOfTable.keys()].filter((table) => !seen.has(table))).toEqual([]);
});

test('a table is found in each form that a statement has', () => {
  const forms = [
    "db(em).selectFrom('likes as l')",
    "tables.selectFrom(['users as u', 'likes'])",
    "query\n  .innerJoin('likes as l', 'l.user_id', 'u.id')",
    "eb.deleteFrom('users as u').using('likes')",
    'select 1 from users u join likes l on true',
    'select 1 from users u, likes l',
    'update likes set x = 1',
    'delete from users using likes',
    'insert into likes values (1)',
  ];
  for (const form of forms) expect(tablesIn(form), form).toContain('likes');
  expect(tablesIn("// from likes\nconst counter = 'likes';")).toEqual(new Set());
});

/** `core/media` of a feature, `http/pages` of http, else the folder below `app`. */
function folderOf(file: string): string {
  const parts = file.split('/').slice(1, -1);
  if (parts[0] === 'features') return parts.slice(1, 3).join('/');
  return parts.slice(0, parts[0] === 'http' ? 2 : 1).join('/');
}

/** The folders that can be reached from one, itself among them when it lies on a circle. */
function reached(from: string, arrows: Map<string, Set<string>>): Set<string> {
  const seen = new Set<string>();
  const ahead = [...(arrows.get(from) ?? [])];
  for (let folder = ahead.pop(); folder !== undefined; folder = ahead.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    ahead.push(...(arrows.get(folder) ?? []));
  }
  return seen;
}

test('at most four folders of rules import each other in a circle', () => {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to, isTypeOnly } of rules.flatMap(importsOf)) {
    // Types do not exist at run time, and foreign keys point both ways.
    if (isTypeOnly || (from.endsWith('.entity.ts') && to.endsWith('.entity.ts'))) continue;
    if (!to.startsWith('app/') || folderOf(from) === folderOf(to)) continue;
    arrows.set(folderOf(from), (arrows.get(folderOf(from)) ?? new Set()).add(folderOf(to)));
  }
  const reach = new Map([...arrows.keys()].map((folder) => [folder, reached(folder, arrows)]));
  const circles = [...reach].map(([folder, others]) =>
    [...others].filter((other) => reach.get(other)?.has(folder)).sort(),
  );
  expect(circles.filter((circle) => circle.length > 4)).toEqual([]);
});

test('the ledger does not import plans, purchases or requests', () => {
  const isForeignKey = ({ from, to }: Import) => from.endsWith('.entity.ts') && to.endsWith('.entity.ts');
  const above = rules
    .flatMap(importsOf)
    .filter((each) => folderOf(each.from) === 'commerce/ledger' && !isForeignKey(each))
    .filter(({ to }) => folderOf(to).startsWith('commerce/') && folderOf(to) !== 'commerce/ledger');
  expect(above).toEqual([]);
});
