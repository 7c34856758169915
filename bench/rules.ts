import { listOwed } from '../app/features/commerce/earnings/balances.sql.server.ts';
import { creatorStats } from '../app/features/commerce/earnings/creator-stats.server.ts';
import { balanceOf, listSales } from '../app/features/commerce/earnings/earnings.server.ts';
import { owedInAll } from '../app/features/commerce/earnings/payouts.server.ts';
import { followingFeed } from '../app/features/community/follows/following-feed.server.ts';
import { filtersOf } from '../app/features/library/catalog/filters.schema.ts';
import { listContent } from '../app/features/library/catalog/lists.server.ts';
import {
  findCreator,
  listCreators,
  searchCreators,
} from '../app/features/library/creators/creators.server.ts';
import { directoryFilters } from '../app/features/library/creators/directory.schema.ts';
import { platformStats } from '../app/features/library/creators/platform.server.ts';
import { dailyFigures, earlierSums } from '../app/features/library/studio/analytics.server.ts';
import { ownFilters, ownSorts } from '../app/features/library/studio/own-list.schema.ts';
import { listOwn } from '../app/features/library/studio/own-list.sql.server.ts';
import { readMemberDetails } from '../app/features/operations/members/listed-member.sql.server.ts';
import { gross } from '../app/features/operations/overview/overview.server.ts';
import type { MemberScope } from '../app/scope.ts';

export type Rule = (scope: MemberScope) => Promise<unknown>;

const content = (query: string, isOwn = false): Rule => {
  const filters = filtersOf(new URLSearchParams(query));
  return (scope) =>
    listContent(scope, { filters, size: 12, ...(isOwn ? { creatorId: scope.viewer.id } : {}) });
};
const directory = (query: string): Rule => {
  const filters = directoryFilters(new URLSearchParams(query));
  return (scope) => listCreators(scope, { filters, size: 12 });
};
const studio = (query: string): Rule => {
  const filters = ownFilters.parse(Object.fromEntries(new URLSearchParams(query)));
  return (scope) => listOwn(scope, { filters, size: 24 });
};
const each = (page: string, rule: (query: string) => Rule, queries: string[]) =>
  queries.map((query): [string, Rule] => [query ? `${page}?${query}` : page, rule(query)]);

/** What is measured, by its address. The first is the reference for all others. */
export const rules: [string, Rule][] = [
  ['/', content('')],
  ['/?feed=following', (scope) => followingFeed(scope, { size: 12 })],
  ...each('/discover', content, [
    'sort=popular',
    'sort=rated',
    'sort=price',
    'category=recovery&tier=vip',
    'contentType=video',
    'search=armbar',
    'search=hips',
    'search=berimbolo',
    'search=nosuchword',
    'search=armbr',
    'search=armbar&sort=newest',
    'search=berimbolo&sort=popular',
  ]),
  ['/discover creators, marina', (scope) => searchCreators(scope, 'marina', 6)],
  ['/discover creators, marnia', (scope) => searchCreators(scope, 'marnia', 6)],
  ['/discover creators, nobody', (scope) => searchCreators(scope, 'nobody', 6)],
  ...each('/creators', directory, [
    '',
    'sort=followers',
    'sort=techniques',
    'search=marina',
    'search=nobody',
    'belt=black&sort=followers',
    'belt=brown',
  ]),
  ['/api/platform-stats', platformStats],
  ['/creators/busy_creator, head', (scope) => findCreator(scope, 'busy_creator')],
  ...each('/creators/busy_creator', (query) => content(query, true), ['', 'sort=popular', 'tier=vip']),
  ...each('/studio/content', studio, [
    ...ownSorts.map((sort) => `sort=${sort}`),
    'state=published&sort=views',
    ...['draft', 'scheduled', 'withdrawn'].flatMap((state) =>
      ['newest', 'views', 'price'].map((sort) => `state=${state}&sort=${sort}`),
    ),
    'search=armbar',
    'search=hips+from&sort=views',
    'search=nosuchword',
  ]),
  [
    '/api/my-content',
    (scope) => listOwn(scope, { filters: { search: '', sort: 'newest', state: 'kept' }, size: 24 }),
  ],
  ['/api/creator-stats', creatorStats],
  ['/studio/analytics, days', (scope) => dailyFigures(scope, 90)],
  ['/studio/analytics, before', (scope) => earlierSums(scope, 90)],
  ['/api/my-sales', (scope) => listSales(scope, { size: 24 })],
  ['/studio/earnings, balance', (scope) => balanceOf(scope.em, scope.viewer.id)],
  ['/admin/payouts, list', (scope) => listOwed(scope, 200)],
  ['/admin/payouts, sums', (scope) => owedInAll(scope)],
  ['/admin, revenue', (scope) => gross(scope)],
  ['/admin/creators/1', (scope) => readMemberDetails(scope.em, scope.viewer.id, scope.now())],
];
