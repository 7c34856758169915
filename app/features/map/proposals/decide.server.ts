import { NotAllowed, Refused } from '../../../errors.ts';
import type { CuratorScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import type { MapState } from '../graph/states.ts';
import { acceptProposal, declineProposal, mergeProposal } from './apply-decision.server.ts';
import { findLocked, type LockedProposal, readNames } from './decided-proposal.server.ts';
import { stateSeen } from './find-proposal.server.ts';
import { lockEnds, lockThings } from './lock-things.server.ts';
import { type MapThing, thingText } from './map-thing.ts';
import { type Decision, needsAnother } from './proposal.schema.ts';

/** Rules ask as well as pages, because calls and jobs come here, too. @throws NotAllowed */
export function mustBeCurator({ viewer }: CuratorScope): void {
  if (!viewer.isCurator && !viewer.isAdmin) throw new NotAllowed('Only curators decide on the map.');
}

/** What the map gets needs a second pair of eyes, also of an admin's; to decline one's own takes it back.
 *  @throws NotAllowed */
export function mustBeOfAnother({ viewer }: CuratorScope, authorId: number | null, outcome: string): void {
  if (viewer.id === authorId && outcome !== 'decline') throw new NotAllowed(needsAnother);
}

const stateAfter = { accept: 'accepted', merge: 'merged', decline: 'declined' } as const;

/** Accepts a proposal, merges it into what the map has, or declines it; also later, until it is merged. The log, its
 *  proposer, its items and every process that has the map learn of it.
 *  @throws NotFound, NotAllowed, Invalid; Refused 409 if it was decided since it was seen, or others need it */
export async function decideProposal(
  scope: CuratorScope,
  thing: MapThing,
  decision: Decision,
): Promise<MapState> {
  mustBeCurator(scope);
  return scope.em.transactional(async (em) => {
    const names = await readNames(em, thing, decision);
    await lockEnds(em, thing, names);
    await lockThings(em, thing, names.intoId);
    const before = await findLocked(em, thing);
    mustBeOfAnother(scope, before.proposerId, decision.outcome);
    mustBeSeen(before, decision.seen ?? 'proposed');
    const state = stateAfter[decision.outcome];
    const by = { decided_by: scope.viewer.id, decided_at: scope.now(), updated_at: scope.now() };
    const changed = { before, decision, names, by };
    if (state === 'accepted') await acceptProposal(em, thing, changed);
    if (state === 'merged') await mergeProposal(em, thing, changed);
    if (state === 'declined') await declineProposal(em, thing, changed);
    await recordAuditOf(scope, em, {
      verb: state,
      kind: 'proposal',
      id: thingText(thing),
      name: before.name,
      note: decision.reason,
      before: factsOf(before),
      after: factsOf(await findLocked(em, thing)),
    });
    if (before.proposerId !== null && before.state !== state) {
      await notify(em, {
        kind: 'map',
        event: `${thing.kind}-${state}`,
        to: before.proposerId,
        about: thing.id,
        title: before.name,
        at: scope.now(),
      });
    }
    return state;
  });
}

function mustBeSeen(before: LockedProposal, seen: string): void {
  if (before.state !== 'merged' && stateSeen(before) === seen) return;
  const who = before.decidedBy ? ` by @${before.decidedBy}` : '';
  const what = before.state === 'proposed' ? 'opened again' : before.state;
  throw new Refused(
    before.state === 'merged'
      ? `It was merged${who}, and its items have moved. That cannot be undone.`
      : `It was ${what}${who} in the meantime. Please look at it again before you decide.`,
    { status: 409 },
  );
}

/** What the log compares. */
function factsOf(row: LockedProposal) {
  const moves = row as unknown as Record<string, unknown>;
  return {
    name: row.name,
    state: row.state,
    mergedInto: row.merged_into,
    reason: row.decline_reason,
    family: row.family ?? null,
    looksLike: row.looks_like ?? null,
    from: moves.from_id ?? null,
    to: moves.to_id ?? null,
    actor: moves.actor ?? null,
    ruleset: moves.ruleset ?? null,
    changesRole: moves.changes_role ?? null,
    bothWays: moves.both_ways ?? null,
  };
}
