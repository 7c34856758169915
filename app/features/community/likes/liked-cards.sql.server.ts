import type { Em } from '../../../db/orm.server.ts';
import { rows, text } from '../../../db/raw.server.ts';
import type { ListSlice } from '../../core/lists/newest-first.server.ts';
import { cardColumns, cardShape, cardTables } from '../../library/catalog/cards.sql.server.ts';

export const likedCards = (em: Em, memberId: number, { afterCursor, sqlDirection, limit }: ListSlice) =>
  rows(em, { ...cardShape, likedAt: text })`
    select ${cardColumns}, l.created_at::text as "likedAt"
    from likes l join (${cardTables}) on c.id = l.content_id
    where l.user_id = ${memberId} and c.status = 'published' and ${afterCursor}
    order by l.created_at ${sqlDirection}, c.id ${sqlDirection} limit ${limit}`;
