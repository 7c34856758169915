import { db, sql } from '../../../db/kysely.server.ts';
import type { Collection } from './collection.ts';

/** File ending in the archive: images are JPEG, videos are as they were sent. */
const ending = sql`case mime when 'video/mp4' then 'mp4' when 'video/webm' then 'webm'
  when 'video/quicktime' then 'mov' when 'video/x-msvideo' then 'avi' else 'jpg' end`;

export const workCollections: readonly Collection[] = [
  {
    name: 'account',
    title: 'Your account',
    read: (em, { memberId, after }) =>
      db(em)
        .selectFrom('users')
        .select((user) => [
          'id as key',
          'email',
          'verified_email as verifiedEmail',
          'pending_email as pendingEmail',
          'username',
          'first_name as firstName',
          'last_name as lastName',
          'martial_art as martialArt',
          'belt_level as beltLevel',
          'bio',
          'accepts_requests as acceptsRequests',
          'comments_from as commentsFrom',
          'time_zone as timeZone',
          'wants_message_mail as wantsMailAboutMessages',
          'unwanted_kinds as notificationsYouTurnedOff',
          'payout_email as payoutEmail',
          'contact_lines as contactLines',
          'is_admin as isAdmin',
          'is_curator as isCurator',
          'is_verified as isVerified',
          'plan',
          'plan_ends_at as planEndsAt',
          'suspension_reason as suspensionReason',
          'gift_plan as giftPlan',
          'gift_ends_at as giftEndsAt',
          'sees_welcome as seesWelcome',
          'created_at as memberSince',
          user
            .exists(
              user
                .selectFrom('second_factors')
                .select('user_id')
                .whereRef('user_id', '=', 'users.id')
                .where('confirmed_at', 'is not', null),
            )
            .as('hasSecondFactor'),
          user
            .selectFrom('follower_counts')
            .select('followers')
            .whereRef('creator_id', '=', 'users.id')
            .as('followers'),
        ])
        .where('id', '=', memberId)
        .where('id', '>', after)
        .execute(),
  },
  {
    name: 'items',
    title: 'What you published and drafted',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('content as c')
        .leftJoin('content_stats as s', 's.content_id', 'c.id')
        .select([
          'c.id as key',
          'c.id as number',
          'c.title',
          'c.description',
          'c.steps',
          'c.tags',
          'c.category',
          'c.tier',
          'c.content_type as contentType',
          'c.technique_type as techniqueType',
          'c.difficulty_level as difficultyLevel',
          'c.belt_level_required as beltLevelRequired',
          'c.is_for_sale as isForSale',
          'c.price_cents as priceCents',
          'c.status',
          'c.created_at as createdAt',
          'c.published_at as publishedAt',
          'c.publish_at as publishAt',
          'c.early_until as earlyUntil',
          'c.downloads as downloadsFor',
          'c.updated_at as updatedAt',
          's.views',
          's.likes',
          's.sales',
          's.rating_sum as ratingSum',
          's.rating_count as ratingCount',
        ])
        .where('c.creator_id', '=', memberId)
        .where('c.id', '>', after)
        .orderBy('c.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'files',
    title: 'Pictures and videos you uploaded',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('media')
        .select([
          'id as key',
          sql<string>`'files/' || key || '.' || ${ending}`.as('file'),
          'content_id as item',
          'position',
          'kind',
          'mime',
          'width',
          'height',
          'bytes',
          'duration_ms as durationMs',
          'created_at as sentAt',
        ])
        .where('owner_id', '=', memberId)
        .where('status', '=', 'ready')
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
  {
    name: 'captions',
    title: 'Captions of your videos',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('captions as c')
        .innerJoin('media as m', 'm.id', 'c.media_id')
        .select([
          'c.id as key',
          sql<string>`'files/' || m.key || '.' || ${ending}`.as('file'),
          'c.language',
          'c.text',
          'c.created_at as sentAt',
        ])
        .where('m.owner_id', '=', memberId)
        .where('m.status', '=', 'ready')
        .where('c.id', '>', after)
        .orderBy('c.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'unfinished-uploads',
    title: 'Files that are still arriving',
    read: (em, { memberId, after }) =>
      db(em)
        .selectFrom((begun) =>
          begun
            .selectFrom('upload_sessions')
            .select([
              sql<number>`row_number() over (order by id)::int`.as('key'),
              'name',
              'bytes',
              'arrived',
              'touched_at as lastSeenAt',
            ])
            .where('owner_id', '=', memberId)
            .as('begun'),
        )
        .selectAll()
        .where('key', '>', after)
        .orderBy('key')
        .execute(),
  },
];
