import { mutationsOf } from './mutation.ts';

const folder = 'app/features/library/map-links';
const links = [`${folder}/links.test.ts`];
const taught = [`${folder}/taught.test.ts`];
const follows = ['app/features/community/position-follows/position-follows.test.ts'];

/** Who may put items on the map, what lists of it show, and who is told of them. */
export const mapLinks = [
  ...mutationsOf(`${folder}/choose.server.ts`, links, [
    [`if (!isOwn && !viewer.isAdmin && !viewer.isCurator)`, `if (!isOwn && !viewer.isAdmin)`],
    [`if (!isOwn && !viewer.isAdmin && !viewer.isCurator)`, `if (false)`],
    [`(!isOwn && item.status !== 'published')) throw new NotFound();`, `false) throw new NotFound();`],
    [`if (item.creatorId === viewer.id) return;`, `return;`],
    [`return found?.state === 'accepted';`, `return found !== undefined;`],
    [`if (!name || links[words] === null) return links;`, `if (!name) return links;`],
    [`&& since < announcedMs)`, `)`, follows],
    [`if (hasMoved && item.status`, `if (item.status`, follows],
  ]),
  ...mutationsOf(`${folder}/items-of.server.ts`, taught, [
    [`        .where('is_published', '=', true)\n`, ``],
    [`[...new Set(found.flat().map(({ id }) => id))]`, `found.flat().map(({ id }) => id)`],
  ]),
  ...mutationsOf(`${folder}/taught.sql.server.ts`, taught, [
    [`early_until <= \${now}::timestamptz`, `early_until is not null`],
    [
      `where transition_id = step.id and is_published and price_cents`,
      `where transition_id = step.id and price_cents`,
    ],
  ]),
  ...mutationsOf(`${folder}/taught.server.ts`, taught, [
    [`if (own.has(id)) return { isOpen: true };\n`, ``],
    [`includesPlan(viewer.plan, tier)`, `includesPlan(viewer.plan, 'premium')`],
  ]),
  ...mutationsOf('app/features/library/items/buyers.server.ts', taught, [
    [
      `.where('user_id', '=', memberId)\n    .where('status', '=', 'paid')`,
      `.where('user_id', '=', memberId)`,
    ],
  ]),
  ...mutationsOf('app/features/community/follows/new-item.sql.server.ts', follows, [
    [`and u.id <> \${creatorId} and`, `and`],
    [`\${kind}::text <> all`, `'none' <> all`],
  ]),
  ...mutationsOf('app/features/community/position-follows/position-follows.server.ts', follows, [
    [`if (count < mostFollowed) return;`, `return;`],
    [`    await lockMembers(inside, [viewer.id]);\n`, ``],
    [`if (found?.state !== 'accepted') throw`, `if (!found) throw`],
  ]),
];
