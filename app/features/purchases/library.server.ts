import { fragment, rows } from '../../db/sql.server.ts';
import type { MemberScope } from '../../scope.ts';
import { type CardRow, cardColumns, cardTables, markCards } from '../content/cards.server.ts';
import { cutPage, readCursor } from '../lists/keyset.ts';

interface PageRequest {
  size: number;
  after?: string | null;
  before?: string | null;
}

/** A page of the items the member bought and still owns, also withdrawn ones (decisions 2), newest first; what is
 *  still being made for them comes when it is delivered. */
export async function myPurchases(scope: MemberScope, { size, ...request }: PageRequest) {
  const before = readCursor(request.before);
  const cursor = before ?? readCursor(request.after);
  const [sign, way] = before ? [fragment`>`, fragment`asc`] : [fragment`<`, fragment`desc`];
  const beyond = cursor
    ? fragment`and (p.paid_at, p.id) ${sign} (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<CardRow & { paidAt: string; purchaseId: number }>(scope.em)`
    select ${cardColumns}, p.paid_at::text as "paidAt", p.id as "purchaseId"
    from purchases p join (${cardTables}) on c.id = p.content_id
    where p.user_id = ${scope.viewer.id} and p.status = 'paid' and c.status <> 'draft' ${beyond}
    order by p.paid_at ${way}, p.id ${way}
    limit ${size + 1}`;
  const cut = cutPage(fetched, {
    size,
    direction: before ? 'before' : 'after',
    isFirst: cursor === null,
    cursorOf: (card) => ({ value: card.paidAt, id: card.purchaseId }),
  });
  return { ...cut, items: await markCards(scope, cut.items) };
}
