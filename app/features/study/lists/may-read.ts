import type { Visibility } from './list-terms.ts';

/** The facts of a list that decide who may read it. */
export interface ListAccess {
  ownerId: number;
  /** False while the account of its owner is suspended or deleted. */
  isOwnerActive: boolean;
  visibility: Visibility;
  linkKey: string | null;
}

/** Its owner reads a list in any state; others read a public one, or one by its link with the right key. */
export function mayRead(viewer: { id: number } | null, list: ListAccess, key: string | null): boolean {
  if (viewer?.id === list.ownerId) return true;
  if (!list.isOwnerActive) return false;
  if (list.visibility === 'public') return true;
  return list.visibility === 'link' && list.linkKey !== null && list.linkKey === key;
}
