import type { Em } from '../../../db/orm.server.ts';
import { type RowOf, rows, text } from '../../../db/raw.server.ts';
import type { ListSlice } from '../../core/lists/newest-first.server.ts';
import { cardColumns, cardShape, cardTables } from '../../library/catalog/cards.sql.server.ts';

const columns = { ...cardShape, lastAt: text };
export type HistoryRow = RowOf<typeof columns>;

export const historyCards = (em: Em, memberId: number, { afterCursor, sqlDirection, limit }: ListSlice) =>
  rows(em, columns)`
    select ${cardColumns}, w.last_at::text as "lastAt" from watched w join (${cardTables}) on c.id = w.content_id
    where w.user_id = ${memberId} and w.last_at is not null and ${afterCursor}
    order by w.last_at ${sqlDirection}, w.content_id ${sqlDirection} limit ${limit}`;
