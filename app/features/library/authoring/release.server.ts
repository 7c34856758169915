import type { Em } from '../../../db/orm.server.ts';
import { fragment, rows } from '../../../db/sql.server.ts';
import { notify } from '../../core/notifications/notify.server.ts';

/** Publishes due drafts, dated with their planned time. May run anywhere and twice. Returns the ids. */
export async function publishDue(em: Em, now: Date): Promise<number[]> {
  return em.transactional(async (em) => {
    const isDue = fragment`publish_at <= ${now} and status = 'draft'`;
    // Creators first (`lockOrder`): publishing updates their rows, and a suspension locks them first too.
    await rows(em)`select from users where id in (select creator_id from content where ${isDue})
      order by id for no key update`;
    await rows(em)`select from content where ${isDue} order by id for no key update`;
    const published = await rows<{ id: number; publishedAt: string }>(em)`
      update content set status = 'published', published_at = publish_at, publish_at = null, updated_at = ${now}
      where ${isDue} returning id, published_at as "publishedAt"`;
    for (const { id, publishedAt } of published) {
      await notify(em, { kind: 'new-item', about: id, at: new Date(publishedAt) });
    }
    return published.map(({ id }) => id);
  });
}
