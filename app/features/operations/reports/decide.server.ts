import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { onMoment } from '../../../ui/date.ts';
import { hideComment, showComment } from '../../community/comments/remove-comment.server.ts';
import { hideRating, showRating } from '../../community/ratings/hide-rating.server.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { deleteWithin } from '../../library/authoring/delete-content.server.ts';
import { putBack, takeDown } from '../../library/items/take-down.server.ts';
import type { Decision } from './decision.schema.ts';
import { type LockedCase, lockCase } from './lock-case.server.ts';
import { notifyDecision, notifyReversal } from './notify.server.ts';
import { outcomeNames, outcomesOf } from './outcomes.ts';

/** Decides a case: acts on the subject, writes the log, notifies reporters and owner.
 *  @throws NotFound; Refused when another admin was first, the subject is gone, or the case is about this admin */
export async function decideCase(scope: AdminScope, id: number, decision: Decision): Promise<void> {
  const { outcome, personNote, logNote } = decision;
  const files = await scope.em.transactional(async (em) => {
    const about = await lockCase(scope, em, id);
    mustBeOpen(about);
    await mustNotBeOwn(em, scope, about);
    if (!outcomesOf[about.kind].includes(outcome)) {
      throw new Refused('That cannot be done with what was reported.', { field: 'outcome' });
    }
    const files = await carryOut(scope, em, about, decision);
    const sentNote = outcome === 'dismissed' ? null : personNote;
    await db(em)
      .updateTable('report_cases')
      .set({ decided_at: scope.now(), decided_by: scope.viewer.id, outcome, person_note: sentNote })
      .where('id', '=', id)
      .execute();
    await recordAuditOf(scope, em, {
      verb: outcome === 'dismissed' ? 'dismissed' : 'upheld',
      kind: 'report',
      id,
      name: about.name,
      after: { outcome, reports: about.reports, note: sentNote },
      note: logNote,
    });
    await notifyDecision(scope, em, about, decision);
    return files;
  });
  await removeFiles(scope, files);
}

/** Undoes a take-down, or a hidden rating or comment. @throws NotFound; Refused when another admin was first */
export async function undoDecision(scope: AdminScope, id: number): Promise<LockedCase> {
  return scope.em.transactional(async (em) => {
    const about = await lockCase(scope, em, id);
    if (about.undoneAt) {
      throw new Refused(`${who(about.undoneBy)} has already undone this.`);
    }
    await mustNotBeOwn(em, scope, about);
    if (about.outcome === 'taken-down') await putBack(scope, em, about.subjectId);
    else if (about.outcome === 'hidden') await showAgain(scope, em, about);
    else throw new Refused('There is nothing to undo here.');
    await db(em)
      .updateTable('report_cases')
      .set({ undone_at: scope.now(), undone_by: scope.viewer.id })
      .where('id', '=', id)
      .execute();
    const before = { outcome: about.outcome };
    await recordAuditOf(scope, em, { verb: 'undid', kind: 'report', id, name: about.name, before });
    await notifyReversal(scope, em, about);
    return about;
  });
}

function mustBeOpen({ outcome, decidedAt, decidedBy }: LockedCase) {
  if (!outcome || !decidedAt) return;
  throw new Refused(
    `${who(decidedBy)} already decided this ${onMoment(decidedAt)}: ${outcomeNames[outcome].toLowerCase()}. What you wrote is below; none of it was sent.`,
  );
}

/** Admins do not decide cases about themselves, unless no other admin exists. */
async function mustNotBeOwn(em: Em, { viewer }: AdminScope, { ownerId }: LockedCase) {
  if (ownerId !== viewer.id) return;
  const other = await db(em)
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('status', '=', 'active')
    .where('id', '<>', viewer.id)
    .executeTakeFirst();
  if (other) throw new Refused('This is about you or your content, so another admin has to decide it.');
}

const who = (username: string | null) => (username ? `@${username}` : 'Somebody');

const showAgain = (scope: AdminScope, em: Em, { kind, subjectId }: LockedCase) =>
  (kind === 'comment' ? showComment : showRating)(scope, em, subjectId);

/** Acts on the subject; answers the keys of files to remove after the commit. */
async function carryOut(
  scope: AdminScope,
  em: Em,
  { kind, subjectId }: LockedCase,
  { outcome, personNote }: Decision,
): Promise<string[]> {
  const reason = personNote ?? '';
  try {
    if (outcome === 'taken-down') await takeDown(scope, em, subjectId, reason);
    if (outcome === 'hidden') {
      await (kind === 'comment' ? hideComment : hideRating)(scope, em, subjectId, reason);
    }
    return outcome === 'deleted' ? await deleteWithin(scope, em, subjectId) : [];
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new Refused('It has already been removed. You can dismiss the report, or talk to the person.', {
      field: 'outcome',
    });
  }
}
