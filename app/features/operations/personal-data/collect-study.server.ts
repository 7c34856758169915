import { db } from '../../../db/kysely.server.ts';
import type { Collection } from './collection.ts';

export const studyCollections: readonly Collection[] = [
  {
    name: 'lists',
    title: 'Your lists',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('lists')
        .select([
          'id as key',
          'id as list',
          'kind',
          'title',
          'description',
          'visibility',
          'created_at as createdAt',
          'updated_at as updatedAt',
        ])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
  {
    name: 'list-entries',
    title: 'What is on your lists',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('list_entries as e')
        .innerJoin('lists as l', 'l.id', 'e.list_id')
        .leftJoin('list_sections as s', 's.id', 'e.section_id')
        .select([
          'e.id as key',
          'e.list_id as list',
          's.title as section',
          'e.position as place',
          'e.content_id as item',
          'e.title_then as title',
          'e.note',
          'e.added_at as addedAt',
        ])
        .where('l.member_id', '=', memberId)
        .where('e.id', '>', after)
        .orderBy('e.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'followed-lists',
    title: 'Lists you follow',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('list_follows')
        .select(['list_id as key', 'list_id as list', 'created_at as since'])
        .where('member_id', '=', memberId)
        .where('list_id', '>', after)
        .orderBy('list_id')
        .limit(size)
        .execute(),
  },
];
