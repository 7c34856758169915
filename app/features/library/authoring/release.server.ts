import { expressionBuilder } from 'kysely';
import { db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Tables } from '../../../db/tables.ts';
import { notify } from '../../core/notifications/notify.server.ts';

/** Publishes due drafts, dated with their planned time. May run anywhere and twice. Returns the ids. */
export async function publishDue(em: Em, now: Date): Promise<number[]> {
  return em.transactional(async (em) => {
    const content = expressionBuilder<Tables, 'content'>();
    const isDue = content.and([
      content('publish_at', '<=', timestamptz(now)),
      content('status', '=', 'draft'),
    ]);
    // Creators first (`lockOrder`): publishing updates their rows, and a suspension locks them first too.
    await db(em)
      .selectFrom('users')
      .where('id', 'in', ({ selectFrom }) => selectFrom('content').select('creator_id').where(isDue))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    await db(em).selectFrom('content').where(isDue).orderBy('id').forNoKeyUpdate().execute();
    const published = await db(em)
      .updateTable('content')
      .set(({ ref }) => ({
        status: 'published',
        published_at: ref('publish_at'),
        publish_at: null,
        updated_at: now,
      }))
      .where(isDue)
      .returning(['id', 'published_at as publishedAt'])
      .execute();
    for (const { id, publishedAt } of published) {
      await notify(em, { kind: 'new-item', about: id, at: new Date(publishedAt ?? now) });
    }
    return published.map(({ id }) => id);
  });
}
