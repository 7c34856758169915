import type { State } from '../../../domain/support-topics.ts';
import { deadlineOf } from '../../../ui/date.ts';

/** The state of a question in the words of its asker's page. */
export function stateText({ state, dueAt }: { state: State; dueAt: string | null }): string {
  if (state === 'closed') return 'Closed';
  return dueAt === null ? 'Answered' : `We will answer by ${deadlineOf(dueAt)}`;
}
