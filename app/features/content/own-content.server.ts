import { fragment, rows } from '../../db/sql.server.ts';
import type { MemberScope } from '../../scope.ts';
import { type Card, type CardRow, cardColumns, cardTables, markCards } from './cards.server.ts';
import { cutPage, type PageOf, readCursor } from './keyset.ts';

interface PageRequest {
  size: number;
  after?: string | null;
  before?: string | null;
}

/** A page of the member's own items, drafts included, the latest made first; what was withdrawn is gone. */
export async function listOwnContent(
  scope: MemberScope,
  { size, ...request }: PageRequest,
): Promise<PageOf<Card>> {
  const before = readCursor(request.before, 'whole');
  const cursor = before ?? readCursor(request.after, 'whole');
  const [sign, way] = before ? [fragment`>`, fragment`asc`] : [fragment`<`, fragment`desc`];
  const beyond = cursor ? fragment`and c.id ${sign} ${cursor.id}` : fragment``;
  const fetched = await rows<CardRow>(scope.em)`
    select ${cardColumns} from ${cardTables}
    where c.creator_id = ${scope.viewer.id} and c.status <> 'withdrawn' ${beyond}
    order by c.id ${way} limit ${size + 1}`;
  const page = cutPage(fetched, {
    size,
    direction: before ? 'before' : 'after',
    isFirst: cursor === null,
    cursorOf: ({ id }) => ({ value: '0', id }),
  });
  return { ...page, items: await markCards(scope, page.items) };
}
