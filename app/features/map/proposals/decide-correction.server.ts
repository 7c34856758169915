import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Invalid, NotFound, Refused } from '../../../errors.ts';
import type { CuratorScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { slugOf } from '../import/slug.ts';
import { addName } from '../names/names.server.ts';
import type { CorrectionDecision } from './correction.schema.ts';
import { findCorrection } from './corrections.server.ts';
import { mustBeCurator, mustBeOfAnother } from './decide.server.ts';
import { lockThings } from './lock-things.server.ts';
import type { MapThing } from './map-thing.ts';
import { languageOf } from './name-rules.ts';
import { actorOf, tableOf } from './propose.server.ts';

/** Accepts a correction, with the changes that the curator fills in, or declines it.
 *  @throws NotFound, NotAllowed, Invalid; Refused 409 if another curator was faster */
export async function decideCorrection(
  scope: CuratorScope,
  id: number,
  decision: CorrectionDecision,
): Promise<void> {
  mustBeCurator(scope);
  const isAccepted = decision.outcome === 'accept';
  await scope.em.transactional(async (em) => {
    const { thing } = await findCorrection({ em }, id);
    await lockThings(em, thing, null);
    await db(em).selectFrom('map_corrections').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const open = await findCorrection({ em }, id);
    if (open.state !== 'open' || open.thing.id !== thing.id) {
      const who = open.decidedBy ? ` by @${open.decidedBy}` : '';
      throw new Refused(`It was ${open.state}${who} in the meantime.`, { status: 409 });
    }
    mustBeOfAnother(scope, open.memberId, decision.outcome);
    const before = await factsOf(em, thing);
    if (isAccepted) await apply(em, thing, decision, scope.now());
    await db(em)
      .updateTable('map_corrections')
      .set({
        state: isAccepted ? 'accepted' : 'declined',
        reason: decision.reason,
        decided_by: scope.viewer.id,
        decided_at: scope.now(),
      })
      .where('id', '=', id)
      .execute();
    await recordAuditOf(scope, em, {
      verb: isAccepted ? 'accepted' : 'declined',
      kind: 'correction',
      id,
      name: open.name,
      before,
      after: await factsOf(em, thing),
      note: decision.reason,
    });
    await notify(em, {
      kind: 'map',
      event: isAccepted ? 'correction-accepted' : 'correction-declined',
      to: open.memberId,
      about: id,
      title: open.name,
      at: scope.now(),
    });
  });
}

async function apply(
  em: Em,
  { kind, id }: MapThing,
  { name, language, use, actor, ruleset }: CorrectionDecision,
  now: Date,
): Promise<void> {
  if (kind === 'position' && (actor || ruleset))
    throw new Invalid({ [actor ? 'actor' : 'ruleset']: ['Only transitions have this.'] });
  const isShown = use === 'shown';
  const isChanged = (name !== undefined && isShown) || actor !== undefined || ruleset !== undefined;
  if (isChanged) {
    await db(em)
      .updateTable(tableOf(kind))
      .set({
        ...(name && isShown && { name, slug: slugOf(name) }),
        ...(actor && ({ actor: actorOf(actor) } as object)),
        ...(ruleset && ({ ruleset } as object)),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
  }
  if (name)
    await addName(
      em,
      { kind, id },
      { text: name, language: language ?? languageOf(name), isPreferred: isShown },
    );
}

/** What the log compares. @throws NotFound for what is not on the map any more */
async function factsOf(em: Em, { kind, id }: MapThing) {
  const row = await db(em)
    .selectFrom(tableOf(kind))
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .executeTakeFirst();
  if (!row) throw new NotFound();
  const { actor = null, ruleset = null } = row as { actor?: unknown; ruleset?: unknown };
  const names = await db(em)
    .selectFrom('map_names')
    .select('text')
    .where(`${kind}_id`, '=', id)
    .orderBy('id')
    .execute();
  return { name: row.name, names: names.map(({ text }) => text), actor, ruleset };
}
