import type { Outcome, SubjectKind } from './outcomes.ts';

/** A case with its row locked. */
export interface LockedCase {
  id: number;
  kind: SubjectKind;
  subjectId: number;
  name: string;
  ownerId: number | null;
  reports: number;
  outcome: Outcome | null;
  decidedAt: string | null;
  decidedBy: string | null;
  undoneAt: string | null;
  undoneBy: string | null;
}
