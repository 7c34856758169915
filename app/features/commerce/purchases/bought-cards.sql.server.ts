import type { Em } from '../../../db/orm.server.ts';
import { int, rows, text } from '../../../db/raw.server.ts';
import type { ListSlice } from '../../core/lists/newest-first.server.ts';
import { cardColumns, cardShape, cardTables } from '../../library/catalog/cards.sql.server.ts';

export const boughtCards = (em: Em, memberId: number, { afterCursor, sqlDirection, limit }: ListSlice) =>
  rows(em, { ...cardShape, paidAt: text, purchaseId: int })`
    select ${cardColumns}, p.paid_at::text as "paidAt", p.id as "purchaseId"
    from purchases p join (${cardTables}) on c.id = p.content_id
    where p.user_id = ${memberId} and p.status = 'paid' and c.status <> 'draft' and ${afterCursor}
    order by p.paid_at ${sqlDirection}, p.id ${sqlDirection} limit ${limit}`;
