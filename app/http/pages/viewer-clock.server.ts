import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scope } from '../../scope.ts';
import { readClockBy, type ViewerClock } from '../../ui/time-zone.ts';

const clocks = new AsyncLocalStorage<ViewerClock>();
readClockBy(() => clocks.getStore());

/** Does `work` in the viewer's time: texts show it, and forms are read in it. Pages of visitors are kept for all, so
 *  they know neither a zone nor a now. Calls and jobs do not come here: theirs is UTC. */
export function inViewersTime<Answer>({ viewer, visitor, now }: Scope, work: () => Answer): Answer {
  const zone = viewer && (viewer.timeZone ?? visitor.timeZone);
  return clocks.run({ zone, now: viewer ? now() : null }, work);
}
