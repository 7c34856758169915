import { anyOf, countAll, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Invalid, Refused } from '../../../errors.ts';
import { slugOf } from '../import/slug.ts';
import { nameKey } from '../names/name-key.ts';
import { addName, moveNames } from '../names/names.server.ts';
import type { DecisionNames, LockedProposal } from './decided-proposal.server.ts';
import type { MapThing } from './map-thing.ts';
import { languageOf } from './name-rules.ts';
import type { Decision } from './proposal.schema.ts';
import { actorOf, tableOf } from './propose.server.ts';

interface Change {
  before: LockedProposal;
  decision: Decision;
  names: DecisionNames;
  by: { decided_by: number; decided_at: Date; updated_at: Date };
}

/** Puts it on the map, under the right name; the proposed one stays another name. */
export async function acceptProposal(
  em: Em,
  thing: MapThing,
  { before, decision, names, by }: Change,
): Promise<void> {
  const name = decision.name ?? before.name;
  const common = { ...by, name, slug: slugOf(name), state: 'accepted' as const, decline_reason: null };
  if (thing.kind === 'position') {
    const looksLike = decision.looksLike === undefined ? before.looks_like : names.looksLikeId;
    await db(em)
      .updateTable('map_positions')
      .set({ ...common, family: decision.family ?? before.family, looks_like: looksLike })
      .where('id', '=', thing.id)
      .execute();
  } else {
    await acceptTransition(em, thing.id, { common, decision, names });
  }
  const language = decision.language ?? languageOf(name);
  await addName(em, thing, { text: name, language, isPreferred: true });
  if (nameKey(name) !== nameKey(before.name))
    await addName(em, thing, { text: before.name, language: languageOf(before.name) });
}

async function acceptTransition(
  em: Em,
  id: number,
  {
    common,
    decision,
    names: { fromId, toId },
  }: {
    common: Change['by'] & { name: string; slug: string; state: 'accepted'; decline_reason: null };
    decision: Decision;
    names: DecisionNames;
  },
): Promise<void> {
  const { actor, ruleset, roles, directions } = decision;
  const { from_id, to_id } = await db(em)
    .updateTable('map_transitions')
    .set({
      ...common,
      ...(fromId !== null && { from_id: fromId }),
      ...(toId !== null && { to_id: toId }),
      ...(actor && { actor: actorOf(actor) }),
      ...(ruleset && { ruleset }),
      ...(roles && { changes_role: roles === 'change' }),
      ...(directions && { both_ways: directions === 'both' }),
    })
    .where('id', '=', id)
    .returning(['from_id', 'to_id'])
    .executeTakeFirstOrThrow();
  const missing = await db(em)
    .selectFrom('map_positions')
    .select(['id', 'name'])
    .where('id', '=', anyOf('int4', [from_id, to_id]))
    .where('state', '<>', 'accepted')
    .executeTakeFirst();
  if (!missing) return;
  throw new Invalid({
    [missing.id === from_id ? 'from' : 'to']: [
      `‘${missing.name}’ is not on the map. Decide on it first, or choose another position.`,
    ],
  });
}

/** Makes it another name of what the map has. Items and followers follow by triggers, transitions here. */
export async function mergeProposal(
  em: Em,
  thing: MapThing,
  { before, decision, names: { intoId }, by }: Change,
): Promise<void> {
  const target = await db(em)
    .selectFrom(tableOf(thing.kind))
    .select(['id', 'state'])
    .where('id', '=', intoId)
    .executeTakeFirst();
  // What is merged or declined itself leads nowhere, and two merges into each other would make a circle.
  if (target?.state !== 'accepted')
    throw new Invalid({ into: ['This is no longer on the map. Please choose another one.'] });
  const into = { kind: thing.kind, id: target.id };
  await db(em)
    .updateTable(tableOf(thing.kind))
    .set({ ...by, state: 'merged', merged_into: into.id, decline_reason: null })
    .where('id', '=', thing.id)
    .execute();
  // One that was accepted has its names; one that waits has only what was proposed.
  if (before.state === 'accepted') await moveNames(em, thing, into);
  else await addName(em, into, proposedName(before, decision));
  await db(em).deleteFrom('map_term_links').where(`${thing.kind}_id`, '=', thing.id).execute();
  await db(em)
    .updateTable('map_corrections')
    .set({ [`${thing.kind}_id`]: into.id })
    .where(`${thing.kind}_id`, '=', thing.id)
    .execute();
  if (thing.kind === 'position') await moveEnds(em, thing.id, into.id);
}

const proposedName = ({ name }: LockedProposal, { language }: Decision) => ({
  text: name,
  language: language ?? languageOf(name),
});

async function moveEnds(em: Em, from: number, to: number): Promise<void> {
  for (const end of ['from_id', 'to_id'] as const)
    await db(em)
      .updateTable('map_transitions')
      .set({ [end]: to })
      .where(end, '=', from)
      .execute();
  await db(em)
    .updateTable('map_positions')
    .set({ looks_like: to })
    .where('looks_like', '=', from)
    .where('id', '<>', to)
    .execute();
}

/** Leaves its items without this link; they show it again if it is accepted later. */
export async function declineProposal(
  em: Em,
  thing: MapThing,
  { before, decision, by }: Change,
): Promise<void> {
  if (thing.kind === 'position' && before.state === 'accepted') await mustBeUnused(em, thing.id);
  await db(em)
    .updateTable(tableOf(thing.kind))
    .set({ ...by, state: 'declined', decline_reason: decision.reason })
    .where('id', '=', thing.id)
    .execute();
  await db(em).deleteFrom('map_names').where(`${thing.kind}_id`, '=', thing.id).execute();
}

async function mustBeUnused(em: Em, id: number): Promise<void> {
  const { count } = await db(em)
    .selectFrom('map_transitions')
    .select(countAll().as('count'))
    .where((eb) => eb.or([eb('from_id', '=', id), eb('to_id', '=', id)]))
    .where('state', '=', 'accepted')
    .executeTakeFirstOrThrow();
  if (count === 0) return;
  throw new Refused(
    `Transitions of the map begin or end here: ${count}. Merge it, or move or decline these first.`,
    { status: 409 },
  );
}
