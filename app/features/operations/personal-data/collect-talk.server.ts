import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { db, sql } from '../../../db/kysely.server.ts';
import { readMessages } from './collect-messages.sql.server.ts';
import type { Collection } from './collection.ts';

/** A member's messages, requests and notifications. */
export const talkCollections: readonly Collection[] = [
  { name: 'messages', title: 'Messages you wrote and received', read: readMessages },
  {
    name: 'blocks',
    title: 'Members you blocked',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('blocks as b')
        .innerJoin('users as u', 'u.id', 'b.blocked_id')
        .select(['b.blocked_id as key', 'u.username as member', 'b.at as since'])
        .where('b.member_id', '=', memberId)
        .where('b.blocked_id', '>', after)
        .orderBy('b.blocked_id')
        .limit(size)
        .execute(),
  },
  {
    name: 'notifications',
    title: 'Your notifications',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('notifications as n')
        .leftJoin('users as u', 'u.id', 'n.by_id')
        .leftJoin('content as c', 'c.id', 'n.content_id')
        .select(({ fn }) => [
          'n.moved as key',
          'n.kind',
          'n.event',
          'u.username as by',
          fn.coalesce('c.title', 'n.title').as('about'),
          'n.count',
          'n.at',
          'n.read_at as readAt',
        ])
        .where('n.user_id', '=', memberId)
        .where('n.moved', '>', after)
        .orderBy('n.moved')
        .limit(size)
        .execute(),
  },
  {
    name: 'requests',
    title: 'Techniques you asked for, or were asked for',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('requests as r')
        .innerJoin('users as a', 'a.id', 'r.requester_id')
        .innerJoin('users as b', 'b.id', 'r.creator_id')
        .select((request) => [
          'r.id as key',
          'r.id as number',
          'a.username as from',
          'b.username as to',
          'r.title',
          'r.details',
          'r.price_cents as priceCents',
          'r.days',
          'r.state',
          'r.content_id as item',
          'r.asked_at as askedAt',
          'r.due_at as until',
          'r.delivered_at as deliveredAt',
          'r.refunded_at as refundedAt',
          jsonArrayFrom(
            request
              .selectFrom('request_steps as s')
              .select([
                's.at',
                's.note',
                's.state',
                sql<boolean>`s.actor_id is not distinct from ${memberId}::int`.as('isYours'),
              ])
              .whereRef('s.request_id', '=', 'r.id')
              .orderBy('s.id'),
          ).as('steps'),
        ])
        .where((r) => r.or([r('r.requester_id', '=', memberId), r('r.creator_id', '=', memberId)]))
        .where('r.id', '>', after)
        .orderBy('r.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'request-offer',
    title: 'What you make on request',
    read: (em, { memberId, after }) =>
      db(em)
        .selectFrom('request_offers')
        .select([
          'creator_id as key',
          'price_cents as priceCents',
          'days',
          'at_once as atOnce',
          'note',
          'is_open as isOpen',
          'updated_at as updatedAt',
        ])
        .where('creator_id', '=', memberId)
        .where('creator_id', '>', after)
        .execute(),
  },
];
