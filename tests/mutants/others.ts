import { mutationsOf } from './mutation.ts';

const newItem = ['app/features/community/follows/new-item.test.ts'];

/** Lines outside the areas above whose fault no test noticed once. */
export const others = [
  ...mutationsOf(
    'app/features/library/featured/featured.server.ts',
    ['app/features/library/featured/featured.test.ts'],
    [
      [`\n      .orderBy('f.id')`, ``],
      [`\n      .where('f.is_active', '=', true)`, ``],
    ],
  ),
  ...mutationsOf('app/features/community/follows/new-item.sql.server.ts', newItem, [
    [`and not exists (select from notifications where user_id = u.id and key = \${key})\n`, `\n`],
    [`and not exists (select from blocks where member_id = u.id and blocked_id = \${creatorId})\n`, `\n`],
  ]),
  ...mutationsOf('app/features/community/follows/new-item.server.ts', newItem, [
    [`if (item?.status !== 'published') return;\n`, `if (!item) return;\n`],
  ]),
  ...mutationsOf(
    'app/features/map/import/columns.ts',
    ['app/features/map/import/import-map.test.ts'],
    [
      [`if (!earlier) return facts;\n`, `if (facts) return facts;\n`],
      [`if (camera) return`, `if (camera && !earlier) return`],
    ],
  ),
  ...mutationsOf(
    'app/features/map/graph/ways.ts',
    ['app/features/map/graph/ways.test.ts'],
    [
      [`if (isTap[arc] && !goals.has(end)) continue;\n`, ``],
      [`((place & 1) ^ turns[arc]!)`, `(place & 1)`],
    ],
  ),
  ...mutationsOf(
    'app/backup/restore.server.ts',
    ['app/backup/backup.test.ts'],
    [
      [`copy.rowCount !== table.rows`, `(copy.rowCount ?? 0) < table.rows`],
      [`copy.rowCount !== table.rows`, `(copy.rowCount ?? 0) > table.rows`],
      [`if (found !== wanted) throw`, `if (found === null) throw`],
    ],
  ),
];
