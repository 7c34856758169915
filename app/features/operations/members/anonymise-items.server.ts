import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Locks a member's rows in `lockOrder` before any counter moves, so that no purchase begins until the end. */
export async function lockRowsOf(em: Em, id: number) {
  await db(em)
    .selectFrom('requests')
    .select('id')
    .where((r) => r.or([r('creator_id', '=', id), r('requester_id', '=', id)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await db(em)
    .selectFrom('featured')
    .select('id')
    .where('content_id', 'in', itemsOf(em, id))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await itemsOf(em, id).orderBy('id').forUpdate().execute();
}

const itemsOf = (em: Em, id: number) =>
  db(em).selectFrom('content').select('id').where('creator_id', '=', id);

/** Removes or keeps a member's items; answers how many, and the keys of the files to remove. */
export async function removeItems(em: Em, id: number, now: Date) {
  await db(em)
    .updateTable('featured')
    .set({ is_active: false, creator: 'Deleted member', updated_at: now })
    .where('content_id', 'in', itemsOf(em, id))
    .execute();
  const kept = await db(em)
    .updateTable('content as c')
    .set({ status: 'withdrawn', is_for_sale: false, publish_at: null, updated_at: now })
    .where('creator_id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('purchases').select('id').whereRef('content_id', '=', 'c.id')),
    )
    .executeTakeFirst();
  const files = await db(em)
    .updateTable('media as m')
    .set({ status: 'removed', content_id: null })
    .where('m.owner_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('featured').select('id').whereRef('image_key', '=', 'm.key'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('purchases').select('id').whereRef('content_id', '=', 'm.content_id'))),
    )
    .returning('key')
    .execute();
  const gone = await db(em)
    .deleteFrom('content as c')
    .where('creator_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('purchases').select('id').whereRef('content_id', '=', 'c.id'))),
    )
    .executeTakeFirst();
  return {
    keys: files.map(({ key }) => key),
    itemsDeleted: Number(gone.numDeletedRows),
    itemsKept: Number(kept.numUpdatedRows),
  };
}
