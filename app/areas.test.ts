import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { appFiles, type Import, importsOf } from '../tests/support/imports.ts';

/** The areas of the product: a rule or fact imports only from its own area and from those before it (docs/tour.md). */
const areas = ['domain', 'core', 'identity', 'library', 'community', 'commerce', 'operations', 'site'];

/** Imports against that order, each with its reason. Their number may only fall. */
const exceptions = [
  // Foreign keys: a table points at rows of any area.
  'app/features/core/audit-log/audit-entry.entity.ts -> app/features/identity/accounts/user.entity.ts',
  'app/features/core/media/media.entity.ts -> app/features/community/messages/message.entity.ts',
  'app/features/core/media/media.entity.ts -> app/features/identity/accounts/user.entity.ts',
  'app/features/core/media/media.entity.ts -> app/features/library/items/content.entity.ts',
  'app/features/core/notifications/notification.entity.ts -> app/features/identity/accounts/user.entity.ts',
  'app/features/core/notifications/notification.entity.ts -> app/features/library/items/content.entity.ts',
  'app/features/core/uploads/upload-session.entity.ts -> app/features/identity/accounts/user.entity.ts',
  // Two members who agree on a custom request may write to each other, whatever their settings say.
  'app/features/community/messages/person.sql.server.ts -> app/features/commerce/custom-requests/move.server.ts',
];

const areaOf = (file: string) =>
  areas.indexOf(file.split('/')[file.startsWith('app/features/') ? 2 : 1] ?? '');

/** Screens, calls and buttons compose: they may use any area. */
const isRule = (file: string) => file.endsWith('.ts') && !/\.(page|action|api)\.ts$/.test(file);

const rules = appFiles.filter(isRule);

test('every feature lies in an area, and no area or folder is unknown to this list', () => {
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
    // Types cost nothing when the program runs, and foreign keys point both ways.
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

test('the ledger knows nothing of what was paid for: no plan, purchase or request', () => {
  const isForeignKey = ({ from, to }: Import) => from.endsWith('.entity.ts') && to.endsWith('.entity.ts');
  const above = rules
    .flatMap(importsOf)
    .filter((each) => folderOf(each.from) === 'commerce/ledger' && !isForeignKey(each))
    .filter(({ to }) => folderOf(to).startsWith('commerce/') && folderOf(to) !== 'commerce/ledger');
  expect(above).toEqual([]);
});

test('no folder holds more than about forty files', () => {
  const sizes = new Map<string, number>();
  for (const file of appFiles) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  expect([...sizes].filter(([, count]) => count > 40)).toEqual([]);
});
