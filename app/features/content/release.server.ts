import type { Em } from '../../db/orm.server.ts';
import { rows } from '../../db/sql.server.ts';
import { tell } from '../notifications/tell.server.ts';

/**
 * Publishes the drafts whose moment has come, as of that moment, so that they stand in lists where they belong.
 * Lists, access and searches need to know nothing of it. Safe to run anywhere and twice. Returns the ids.
 */
export async function publishDue(em: Em, now: Date): Promise<number[]> {
  return em.transactional(async (em) => {
    const published = await rows<{ id: number; publishedAt: string }>(em)`
      update content set status = 'published', published_at = publish_at, publish_at = null, updated_at = ${now}
      where publish_at <= ${now} and status = 'draft' returning id, published_at as "publishedAt"`;
    for (const { id, publishedAt } of published) {
      await tell(em, { kind: 'new-item', about: id, at: new Date(publishedAt) });
    }
    return published.map(({ id }) => id);
  });
}
