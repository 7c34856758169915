import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from '../../library/items/content.entity.ts';
import { kinds, visibilities } from './list-terms.ts';

/** Items that a member put into an order. */
export const StudyList = defineEntity({
  name: 'StudyList',
  tableName: 'lists',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    member: () => p.manyToOne(User).deleteRule('cascade'),
    kind: p.enum(kinds).default('list'),
    title: p.text(),
    description: p.text().nullable(),
    visibility: p.enum(visibilities).default('private'),
    /** The secret in its address, while it is open by link. */
    linkKey: p.text().nullable(),
    entryCount: p.integer().default(0),
    /** The item whose picture is the cover of a course; without one it is the first. */
    cover: () => p.manyToOne(Content).nullable().deleteRule('set null'),
    /** Grows with every change, so that a form of an older state is noticed. */
    version: p.integer().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
    /** Names the form that made it, so that sending it twice is one list. */
    attempt: p.text().nullable(),
  },
  uniques: [{ properties: ['member', 'attempt'] }],
});
export type StudyList = InferEntity<typeof StudyList>;

/** A part of a course, with a title of its own. */
export const ListSection = defineEntity({
  name: 'ListSection',
  tableName: 'list_sections',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    list: () => p.manyToOne(StudyList).deleteRule('cascade'),
    title: p.text(),
    position: p.integer(),
  },
});
export type ListSection = InferEntity<typeof ListSection>;

/** A member who follows the public list of another. */
export const ListFollow = defineEntity({
  name: 'ListFollow',
  tableName: 'list_follows',
  properties: {
    member: () => p.manyToOne(User).primary().deleteRule('cascade'),
    list: () => p.manyToOne(StudyList).primary().deleteRule('cascade'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type ListFollow = InferEntity<typeof ListFollow>;

/** An item on a list. Positions count from 1 without gaps. */
export const ListEntry = defineEntity({
  name: 'ListEntry',
  tableName: 'list_entries',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    list: () => p.manyToOne(StudyList).deleteRule('cascade'),
    /** Null when the item was deleted. */
    content: () => p.manyToOne(Content).nullable().deleteRule('set null'),
    /** As the item was called when it was put on the list. */
    titleThen: p.text(),
    /** Entries without one come before the first section. */
    section: () => p.manyToOne(ListSection).nullable().deleteRule('set null'),
    position: p.integer(),
    note: p.text().nullable(),
    addedAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type ListEntry = InferEntity<typeof ListEntry>;
