import { row, rows } from '../../../db/sql.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
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
  const [, kind, number] = /^(creators|content)-([1-9]\d{0,5})$/.exec(part ?? '') ?? [];
  if (kind === 'creators') return listOf(scope, await creatorsOf(scope, Number(number)));
  if (kind === 'content') return listOf(scope, await contentOf(scope, Number(number)));
  if (part !== null) throw new NotFound();
  const last = await lastParts(scope);
  if (last.creators <= 1 && last.content <= 1) {
    return listOf(scope, [...pagesOf(), ...(await creatorsOf(scope, 1)), ...(await contentOf(scope, 1))]);
  }
  const names = (['creators', 'content'] as const).flatMap((kind) =>
    Array.from({ length: last[kind] }, (_, index) => `${kind}-${index + 1}`),
  );
  const parts = ['pages', ...names].map(
    (name) => `<sitemap><loc>${xml(`${scope.origin}/sitemap.xml?part=${name}`)}</loc></sitemap>`,
  );
  return documentOf('sitemapindex', parts);
}

const pagesOf = (): Place[] => pages.map((path) => ({ path }));

async function lastParts({ em }: Scope) {
  const most = await row<{ creators: number; content: number }>(em)`
    select coalesce((select max(id) from users where published_items > 0 and status = 'active'), 0) as creators,
      coalesce((select max(id) from content), 0) as content`;
  return {
    creators: Math.ceil((most?.creators ?? 0) / partSize),
    content: Math.ceil((most?.content ?? 0) / partSize),
  };
}

const creatorsOf = ({ em }: Scope, part: number) =>
  rows<Place>(em)`
    select '/creators/' || username::text as path from users
    where published_items > 0 and status = 'active'
      and id > ${(part - 1) * partSize}::bigint and id <= ${part * partSize}::bigint
    order by id`;

const contentOf = ({ em }: Scope, part: number) =>
  rows<Place>(em)`
    select '/content/' || id as path, updated_at as changed from content
    where status = 'published' and id > ${(part - 1) * partSize}::bigint and id <= ${part * partSize}::bigint
    order by id`;

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
