import type { Em } from '../../../db/orm.server.ts';
import { bool, int, moment, nullable, oneOf, type RowOf, row, sql, text } from '../../../db/raw.server.ts';
import { contentStates, downloadRights } from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { type Variant, variants } from '../../../media/media.ts';

const columns = {
  owner_id: int,
  position: int,
  has_avatars: bool,
  stream_of: nullable(oneOf(variants)),
  is_for_saving: bool,
  title: nullable(text),
  creator_id: nullable(int),
  tier: nullable(oneOf(tiers)),
  early_until: nullable(moment),
  downloads: nullable(oneOf(downloadRights)),
  item_status: nullable(oneOf(contentStates)),
  message_id: nullable(int),
  is_in_conversation: bool,
  is_reported: bool,
  bought: bool,
  is_picture_of_site: bool,
};
export type FileFacts = RowOf<typeof columns>;

interface Named {
  key: string;
  variant: Variant;
  viewerId: number | null;
  converts: boolean;
}

/** A clip has a key of its own, and is open to the viewers of the video that it is cut from. */
const mediumOf = ({ key, variant }: Named) =>
  variant === 'clip.mp4'
    ? sql`m.id = (select k.media_id from clips k where k.key = ${key} and k.state = 'ready')`
    : sql`m.key = ${key}`;

/** Everything that decides whether a viewer may open a medium's files, in one statement for each request. */
export const findFile = (em: Em, named: Named) => {
  const { viewerId, converts } = named;
  return row(em, columns)`
    select m.owner_id, m.position, m.widths @> '{48}' as has_avatars, m.stream_of, (cardinality(m.video_steps) > 0
        or coalesce(m.video_state in ('waiting', 'converting'), false) and ${converts}) as is_for_saving,
      c.title, c.creator_id, c.tier, c.early_until, c.downloads,
      c.status as item_status,
      m.message_id,
      exists (select 1 from messages g join conversations k on k.id = g.conversation_id
        where g.id = m.message_id and ${viewerId}::int in (k.low_id, k.high_id)) as is_in_conversation,
      exists (select 1 from report_cases r
        where r.kind = 'message' and r.subject_id = m.message_id) as is_reported,
      exists (select 1 from purchases p
        where p.content_id = c.id and p.user_id = ${viewerId} and p.status = 'paid') as bought,
      exists (select 1 from users u where u.id = m.owner_id and u.profile_image_key = m.key and u.status = 'active')
        or exists (select 1 from featured f where f.image_key = m.key) as is_picture_of_site
    from media m left join content c on c.id = m.content_id
    where ${mediumOf(named)} and m.status = 'ready'`;
};
