import { db, sql } from '../../../db/kysely.server.ts';
import type { Collection } from './collection.ts';

export const activityCollections: readonly Collection[] = [
  {
    name: 'likes',
    title: 'What you like',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('likes as l')
        .innerJoin('content as c', 'c.id', 'l.content_id')
        .select(['l.content_id as key', 'l.content_id as item', 'c.title', 'l.created_at as likedAt'])
        .where('l.user_id', '=', memberId)
        .where('l.content_id', '>', after)
        .orderBy('l.content_id')
        .limit(size)
        .execute(),
  },
  {
    name: 'ratings',
    title: 'Your stars and reviews',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('ratings as r')
        .innerJoin('content as c', 'c.id', 'r.content_id')
        .select([
          'r.id as key',
          'r.content_id as item',
          'c.title',
          'r.stars',
          'r.review',
          'r.created_at as createdAt',
          'r.updated_at as updatedAt',
          'r.hidden_at as hiddenAt',
          'r.hidden_reason as hiddenReason',
        ])
        .where('r.user_id', '=', memberId)
        .where('r.id', '>', after)
        .orderBy('r.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'comments',
    title: 'Your questions and comments',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('comments as m')
        .innerJoin('content as c', 'c.id', 'm.content_id')
        .select([
          'm.id as key',
          'm.id as number',
          'm.content_id as item',
          'c.title',
          'm.parent_id as answerTo',
          'm.seconds',
          'm.text',
          'm.created_at as writtenAt',
          'm.edited_at as editedAt',
          'm.removed_at as removedAt',
          'm.removed_by as removedBy',
        ])
        .where('m.member_id', '=', memberId)
        .where('m.id', '>', after)
        .orderBy('m.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'follows',
    title: 'Creators you follow',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('follows as f')
        .innerJoin('users as u', 'u.id', 'f.creator_id')
        .select(['f.creator_id as key', 'u.username as creator', 'f.created_at as since'])
        .where('f.follower_id', '=', memberId)
        .where('f.creator_id', '>', after)
        .orderBy('f.creator_id')
        .limit(size)
        .execute(),
  },
  {
    name: 'watched',
    title: 'What you watched',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('watched as w')
        .innerJoin('content as c', 'c.id', 'w.content_id')
        .select([
          'w.content_id as key',
          'w.content_id as item',
          'c.title',
          'w.watched_at as watchedAt',
          'w.last_at as lastAt',
          'w.seconds',
          'w.seen_at as seenAt',
        ])
        .where('w.user_id', '=', memberId)
        .where('w.content_id', '>', after)
        .orderBy('w.content_id')
        .limit(size)
        .execute(),
  },
  {
    name: 'notes',
    title: 'Your notes',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('notes as n')
        .leftJoin('content as c', 'c.id', 'n.content_id')
        .select([
          'n.id as key',
          'n.content_id as item',
          sql<string>`coalesce(c.title, n.title_then)`.as('title'),
          'n.seconds',
          'n.text',
          'n.created_at as createdAt',
          'n.updated_at as updatedAt',
        ])
        .where('n.member_id', '=', memberId)
        .where('n.id', '>', after)
        .orderBy('n.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'views',
    title: 'What you looked at lately',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('content_views as v')
        .select(['v.content_id as key', 'v.content_id as item', sql<string>`max(v.day)::text`.as('lastOn')])
        .where('v.viewer', '=', `member:${memberId}`)
        .where('v.content_id', '>', after)
        .groupBy('v.content_id')
        .orderBy('v.content_id')
        .limit(size)
        .execute(),
  },
];
