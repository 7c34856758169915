import type { MemberScope } from '../../../scope.ts';
import { visibleCards } from '../../library/catalog/cards.server.ts';
import { goingOnRow } from './going-on.sql.server.ts';

/** So many times more are read, because some may be locked by now. */
const begunRead = 5;

/** What the member goes on with: the videos they began and did not finish, and their lists in progress; the last first. */
export async function goingOn(scope: MemberScope, most: { begun: number; lists: number }) {
  const read = { ...most, begun: most.begun * begunRead };
  const { begun, lists } = (await goingOnRow(scope.em, scope.viewer.id, read)) ?? { begun: [], lists: [] };
  const cards = await visibleCards(scope, begun);
  const open = begun.flatMap((id) => cards.get(id) ?? []).filter((card) => card.mediaAccess !== 'locked');
  return { begun: open.slice(0, most.begun), lists };
}
