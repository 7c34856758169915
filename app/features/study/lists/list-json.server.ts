import type { Scope } from '../../../scope.ts';
import { itemJson } from '../../library/items/item-json.server.ts';
import type { ShownList } from './access.server.ts';
import type { EntryView } from './entry-list.server.ts';
import { listPath } from './paths.ts';

const moment = (at: string | Date) => new Date(at).toISOString();

/** A list in calls. */
export const listJson = ({ origin }: Scope, list: ShownList) => ({
  id: list.id,
  kind: list.kind,
  title: list.title,
  description: list.description,
  visibility: list.visibility,
  url: `${origin}${listPath(list)}`,
  entryCount: list.entryCount,
  coverItemId: list.coverId,
  owner: { username: list.ownerUsername, name: list.ownerName },
  isOwn: list.isOwn,
  version: list.version,
  createdAt: moment(list.createdAt),
  updatedAt: moment(list.updatedAt),
});

export const entryJson = (scope: Scope, { id, position, sectionId, note, title, card }: EntryView) => ({
  id,
  position,
  section: sectionId,
  note,
  title,
  seen: card?.seen ?? false,
  item: card && itemJson(scope, card),
});
