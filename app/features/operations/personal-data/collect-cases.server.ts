import { db, sql } from '../../../db/kysely.server.ts';
import type { Collection } from './collection.ts';

/** What a member reports and asks, what admins did about them, and where they are signed in. */
export const caseCollections: readonly Collection[] = [
  {
    name: 'reports',
    title: 'Reports you sent',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('reports as r')
        .innerJoin('report_cases as c', 'c.id', 'r.case_id')
        .select([
          'r.id as key',
          'c.kind',
          'c.subject_name as about',
          'r.reason',
          'r.details',
          'r.created_at as sentAt',
          'c.outcome',
        ])
        .where('r.reporter_id', '=', memberId)
        .where('r.id', '>', after)
        .orderBy('r.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'decisions',
    title: 'Decisions about you and your content',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('report_cases')
        .select([
          'id as key',
          'kind',
          'subject_name as about',
          'outcome',
          'person_note as whatYouWereTold',
          'decided_at as decidedAt',
          'undone_at as undoneAt',
        ])
        .where('owner_id', '=', memberId)
        .where('decided_at', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
  {
    name: 'support',
    title: 'What you asked support, and our answers',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('support_questions as q')
        .innerJoin('support_replies as r', 'r.question_id', 'q.id')
        .select([
          'r.id as key',
          'q.id as question',
          'q.topic',
          'q.subject',
          'q.reference',
          sql<string>`case when r.is_answer then 'Summa' else 'you' end`.as('from'),
          'r.text',
          'r.at as sentAt',
          'q.closed_at as closedAt',
        ])
        .where('q.asker_id', '=', memberId)
        .where('r.id', '>', after)
        .orderBy('r.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'admin-actions',
    title: 'What admins did with your account',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('audit_log')
        .select(['id as key', 'at', 'verb as did', 'before', 'after'])
        .where('subject_kind', 'in', ['user', 'creator'])
        .where('subject_id', '=', String(memberId))
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
  {
    name: 'sessions',
    title: 'Where you are signed in',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('sessions')
        .select([
          'id as key',
          'agent as browser',
          'address',
          'created_at as signedInAt',
          'last_seen_at as lastSeenAt',
          'expires_at as expiresAt',
        ])
        .where('user_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
];
