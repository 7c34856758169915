import { db } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { type Kind, kinds } from '../../core/notifications/event-kinds.ts';

export async function wantedKinds({ em, viewer }: MemberScope): Promise<Kind[]> {
  const found = await db(em)
    .selectFrom('users')
    .select('unwanted_kinds as unwanted')
    .where('id', '=', viewer.id)
    .executeTakeFirst();
  return kinds.filter((kind) => !found?.unwanted.includes(kind));
}

export async function chooseKinds({ em, viewer }: MemberScope, wanted: readonly Kind[]): Promise<void> {
  const unwanted = kinds.filter((kind) => !wanted.includes(kind));
  await db(em).updateTable('users').set({ unwanted_kinds: unwanted }).where('id', '=', viewer.id).execute();
}
