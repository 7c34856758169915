import { row } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { type Kind, kinds } from './event-kinds.ts';

export async function wantedKinds({ em, viewer }: MemberScope): Promise<Kind[]> {
  const found = await row<{ unwanted: string[] }>(em)`
    select unwanted_kinds as unwanted from users where id = ${viewer.id}`;
  return kinds.filter((kind) => !found?.unwanted.includes(kind));
}

export async function chooseKinds({ em, viewer }: MemberScope, wanted: readonly Kind[]): Promise<void> {
  const unwanted = kinds.filter((kind) => !wanted.includes(kind));
  await row(em)`update users set unwanted_kinds = ${unwanted}::text[] where id = ${viewer.id}`;
}
