import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { momentOf } from '../../../ui/date.ts';
import { hideRating, showRating } from '../../community/ratings/hide-rating.server.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { deleteWithin } from '../../library/authoring/delete-content.server.ts';
import { putBack, takeDown } from '../../library/items/take-down.server.ts';
import type { Decision } from './decision.schema.ts';
import type { LockedCase } from './locked-case.ts';
import { notifyDecision, notifyReversal } from './notify.server.ts';
import { outcomeNames, outcomesOf } from './outcomes.ts';

/**
 * Decides a case: acts on the subject, writes the log, notifies reporters and owner.
 * @throws NotFound; Refused when another admin was first, the subject is gone, or the case is about this
 * admin
 */
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
    await row(em)`
      update report_cases set decided_at = ${scope.now()}, decided_by = ${scope.viewer.id}, outcome = ${outcome},
        person_note = ${outcome === 'dismissed' ? null : personNote}
      where id = ${id}`;
    await recordAuditOf(scope, em, {
      verb: outcome === 'dismissed' ? 'dismissed' : 'upheld',
      kind: 'report',
      id,
      name: about.name,
      after: { outcome, reports: about.reports, told: outcome === 'dismissed' ? null : personNote },
      note: logNote,
    });
    await notifyDecision(scope, em, about, decision);
    return files;
  });
  await removeFiles(scope, files);
}

/** Undoes a take-down or a hidden rating. @throws NotFound; Refused when another admin was first */
export async function undoDecision(scope: AdminScope, id: number): Promise<LockedCase> {
  return scope.em.transactional(async (em) => {
    const about = await lockCase(scope, em, id);
    if (about.undoneAt) {
      throw new Refused(`${who(about.undoneBy)} was first and has undone this already.`);
    }
    await mustNotBeOwn(em, scope, about);
    if (about.outcome === 'taken-down') await putBack(scope, em, about.subjectId);
    else if (about.outcome === 'hidden') await showRating(scope, em, about.subjectId);
    else throw new Refused('There is nothing to undo here.');
    await row(em)`update report_cases set undone_at = ${scope.now()}, undone_by = ${scope.viewer.id}
      where id = ${id}`;
    const before = { outcome: about.outcome };
    await recordAuditOf(scope, em, { verb: 'undid', kind: 'report', id, name: about.name, before });
    await notifyReversal(scope, em, about);
    return about;
  });
}

/** Locks admin and owner before the case (`lockOrder`), as the deletion of a member does. */
async function lockCase({ viewer }: AdminScope, em: Em, id: number): Promise<LockedCase> {
  const owner = await row<{ id: number | null }>(
    em,
  )`select owner_id as id from report_cases where id = ${id}`;
  await lockMembers(em, [viewer.id, owner?.id ?? null]);
  const found = await row<LockedCase>(em)`
    select c.id, c.kind, c.subject_id as "subjectId", c.subject_name as name, c.owner_id as "ownerId", c.reports,
      c.outcome, c.decided_at as "decidedAt", c.undone_at as "undoneAt",
      (select username::text from users where id = c.decided_by) as "decidedBy",
      (select username::text from users where id = c.undone_by) as "undoneBy"
    from report_cases c where c.id = ${id} for no key update`;
  if (!found) throw new NotFound();
  return found;
}

function mustBeOpen({ outcome, decidedAt, decidedBy }: LockedCase) {
  if (!outcome || !decidedAt) return;
  throw new Refused(
    `${who(decidedBy)} was first and decided this on ${momentOf(decidedAt)}: ${outcomeNames[outcome].toLowerCase()}. What you wrote still stands below; nothing of it was sent.`,
  );
}

/** Admins do not decide cases about themselves, unless no other admin exists. */
async function mustNotBeOwn(em: Em, { viewer }: AdminScope, { ownerId }: LockedCase) {
  if (ownerId !== viewer.id) return;
  const other = await row(
    em,
  )`select 1 from users where is_admin and status = 'active' and id <> ${viewer.id}`;
  if (other) throw new Refused('This is about you or yours: another admin has to decide it.');
}

const who = (username: string | null) => (username ? `@${username}` : 'Somebody');

/** Acts on the subject; answers the keys of files to remove after the commit. */
async function carryOut(
  scope: AdminScope,
  em: Em,
  { subjectId }: LockedCase,
  { outcome, personNote }: Decision,
): Promise<string[]> {
  const reason = personNote ?? '';
  try {
    if (outcome === 'taken-down') await takeDown(scope, em, subjectId, reason);
    if (outcome === 'hidden') await hideRating(scope, em, subjectId, reason);
    return outcome === 'deleted' ? await deleteWithin(scope, em, subjectId) : [];
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new Refused('It is gone already. You can dismiss the report, or talk to the person.', {
      field: 'outcome',
    });
  }
}
