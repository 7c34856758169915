import { inBatches } from '../../../db/batches/batches.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { visibleCards } from '../../library/catalog/cards.server.ts';
import { goingOnRows } from './going-on.sql.server.ts';

const most = { begun: 4, lists: 3 };
/** So many times more are read, because some may be locked by now. */
const begunRead = 5;

const readGoingOn = inBatches({
  isForPages: true,
  send: (em, memberIds: number[]) => goingOnRows(em, memberIds, { ...most, begun: most.begun * begunRead }),
});

/** What the member goes on with: the videos they began and did not finish, and their lists in progress; the last first. */
export async function goingOn(scope: MemberScope) {
  const { begun, lists } = await readGoingOn(scope.em, scope.viewer.id);
  const cards = await visibleCards(scope, begun);
  const open = begun.flatMap((id) => cards.get(id) ?? []).filter((card) => card.mediaAccess !== 'locked');
  return { begun: open.slice(0, most.begun), lists };
}
