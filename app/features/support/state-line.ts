import { momentOf } from '../../ui/date.ts';
import type { State } from './words.ts';

/** How a question stands, in the words of its asker's page. */
export function stateLine({ state, dueAt }: { state: State; dueAt: string | null }): string {
  if (state === 'closed') return 'Closed';
  return dueAt === null ? 'Answered' : `Waits for our answer, until ${momentOf(dueAt)} at the latest`;
}
