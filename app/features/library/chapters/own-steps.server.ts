import type { MemberScope } from '../../../scope.ts';
import { findOwnItem, lockOwnItem } from '../authoring/own-item.server.ts';
import { Content } from '../items/content.entity.ts';
import { checkStepTimes, lengthOfVideo } from '../items/step-times.server.ts';
import { proposeTimes } from './propose-times.ts';

/** The member's own item with its steps, and a proposal of their times where none has one.
 *  @throws NotFound, NotAllowed as `findOwnItem` */
export async function ownSteps(scope: MemberScope, id: number) {
  const { title, steps } = await findOwnItem(scope, id);
  const ms = await lengthOfVideo(scope.em, id);
  return { title, steps, hasVideo: ms !== null, proposed: proposeTimes(steps, ms) };
}

/** Writes the steps of the member's own item, and nothing else of it.
 *  @throws NotFound, NotAllowed, Invalid for a time after the end */
export async function saveSteps(
  { em, viewer, now }: MemberScope,
  id: number,
  steps: string[],
): Promise<void> {
  await em.transactional(async (inside) => {
    await lockOwnItem(inside, viewer.id, id);
    await checkStepTimes(inside, id, steps);
    const stored = await inside.findOneOrFail(Content, id, { refresh: true });
    inside.assign(stored, { steps, updatedAt: now() });
    await inside.flush();
  });
}
