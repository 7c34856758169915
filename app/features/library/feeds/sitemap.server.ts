import type { SqlBool } from 'kysely';
import { db, sql } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { techniqueMap } from '../../map/graph/technique-map.server.ts';
import { familyPath, positionPath, transitionPath } from '../../map/screens/paths.ts';
import { xml } from './xml.ts';

/** A sitemap may hold 50,000 addresses. Parts are ranges of ids, so that an address never changes its part. */
const partSize = 20_000;

const pages = [
  ...['/', '/discover', '/creators', '/subscriptions'],
  ...['/help-center', '/community-guidelines', '/privacy-policy', '/terms-of-service'],
];

interface Place {
  path: string;
  changed?: string;
}

/** All addresses for visitors, in parts once they are many: `pages`, `content-7`. @throws NotFound */
export async function sitemap(scope: Scope, part: string | null): Promise<string> {
  if (part === 'pages') return listOf(scope, pagesOf());
  if (part === 'map') return listOf(scope, await mapOf(scope));
  const [, kind, number] = /^(creators|content)-([1-9]\d{0,5})$/.exec(part ?? '') ?? [];
  if (kind === 'creators') return listOf(scope, await creatorsOf(scope, Number(number)));
  if (kind === 'content') return listOf(scope, await contentOf(scope, Number(number)));
  if (part !== null) throw new NotFound();
  const last = await lastParts(scope);
  if (last.creators <= 1 && last.content <= 1) {
    return listOf(scope, [
      ...[pagesOf(), await mapOf(scope), await creatorsOf(scope, 1), await contentOf(scope, 1)].flat(),
    ]);
  }
  const names = (['creators', 'content'] as const).flatMap((kind) =>
    Array.from({ length: last[kind] }, (_, index) => `${kind}-${index + 1}`),
  );
  const parts = ['pages', 'map', ...names].map(
    (name) => `<sitemap><loc>${xml(`${scope.origin}/sitemap.xml?part=${name}`)}</loc></sitemap>`,
  );
  return documentOf('sitemapindex', parts);
}

const pagesOf = (): Place[] => pages.map((path) => ({ path }));

/** The families, positions and techniques of the map. Waypoints have no name of their own to be searched by. */
async function mapOf(scope: Scope): Promise<Place[]> {
  const map = await techniqueMap(scope);
  const positions = [...map.positions.values()];
  const families = new Set(positions.map(({ family }) => family));
  return [
    ...(positions.length > 0 ? ['/map'] : []),
    ...[...families].map(familyPath),
    ...positions.filter(({ isWaypoint }) => !isWaypoint).map(positionPath),
    ...[...map.transitions.values()].map(transitionPath),
  ].map((path) => ({ path }));
}

async function lastParts({ em }: Scope) {
  const most = await db(em)
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('users')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('published_items', '>', 0)
        .where('status', '=', 'active')
        .as('creators'),
      selectFrom('content')
        .select(({ fn }) => fn.max('id').as('id'))
        .as('content'),
    ])
    .executeTakeFirstOrThrow();
  return {
    creators: Math.ceil((most.creators ?? 0) / partSize),
    content: Math.ceil((most.content ?? 0) / partSize),
  };
}

/** The ids of a part; a late part goes beyond PostgreSQL's `int`. */
const idsOf = (part: number) =>
  sql<SqlBool>`id > ${(part - 1) * partSize}::bigint and id <= ${part * partSize}::bigint`;

const creatorsOf = ({ em }: Scope, part: number): Promise<Place[]> =>
  db(em)
    .selectFrom('users')
    .select(sql<string>`'/creators/' || username::text`.as('path'))
    .where('published_items', '>', 0)
    .where('status', '=', 'active')
    .where(idsOf(part))
    .orderBy('id')
    .execute();

const contentOf = ({ em }: Scope, part: number): Promise<Place[]> =>
  db(em)
    .selectFrom('content')
    .select([sql<string>`'/content/' || id`.as('path'), 'updated_at as changed'])
    .where('status', '=', 'published')
    .where(idsOf(part))
    .orderBy('id')
    .execute();

function listOf({ origin }: Scope, places: Place[]): string {
  const urls = places.map(({ path, changed }) => {
    const day = changed && `<lastmod>${new Date(changed).toISOString().slice(0, 10)}</lastmod>`;
    return `<url><loc>${xml(`${origin}${path}`)}</loc>${day ?? ''}</url>`;
  });
  return documentOf('urlset', urls);
}

const documentOf = (root: string, lines: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${root}>`,
    '',
  ].join('\n');
