import { anyOf, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { PaidPlan } from '../../../domain/plan-prices.ts';
import { planPriceCents } from '../../../domain/plan-prices.ts';
import { includesPlan } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { Scope } from '../../../scope.ts';
import { boughtItems } from '../items/buyers.server.ts';
import { keptFor } from './kept.server.ts';
import { readTaught } from './taught.sql.server.ts';

/** What opens at least one item of a transition now. */
export interface Taught {
  tier: Tier;
  /** The lowest price of an item; null when none is for sale. */
  priceCents: number | null;
}

/** For a viewer: whether an item of the transition is open, and else the cheapest way to open one. */
export type Opening =
  | { isOpen: true }
  | { isOpen: false; plan: PaidPlan; planCents: number; priceCents: number | null };

const keptMs = 10_000;

interface EverythingTaught {
  transitions: ReadonlyMap<number, Taught>;
  positions: ReadonlySet<number>;
}

const everythingTaught = keptFor(keptMs, async ({ em, now }): Promise<EverythingTaught> => {
  const all = await readTaught(em, now());
  const of = (wanted: 'transition' | 'position') => all.filter(({ kind }) => kind === wanted);
  return {
    transitions: new Map(of('transition').map(({ id, tier, priceCents }) => [id, { tier, priceCents }])),
    positions: new Set(of('position').map(({ id }) => id)),
  };
});

type Reading = Parameters<typeof everythingTaught>[0];

/** Which transitions have a published item and what opens one, at most ten seconds old. */
export const taughtTransitions = async (context: Reading) => (await everythingTaught(context)).transitions;

/** Positions in which a published item begins or ends, at most ten seconds old. */
export const taughtPositions = async (context: Reading) => (await everythingTaught(context)).positions;

/** What the viewer can open of each transition: null where no item shows it. It is a cheap look-up for each step. */
export async function transitionOpenings(scope: Scope): Promise<(transitionId: number) => Opening | null> {
  const { em, viewer } = scope;
  const taught = await taughtTransitions(scope);
  const own = viewer ? await ownTransitions(em, viewer.id) : new Set();
  return (id) => {
    const found = taught.get(id);
    if (own.has(id)) return { isOpen: true };
    if (!found) return null;
    const { tier, priceCents } = found;
    if (tier === 'free' || viewer?.isAdmin) return { isOpen: true };
    if (viewer && includesPlan(viewer.plan, tier)) return { isOpen: true };
    return { isOpen: false, plan: tier, planCents: planPriceCents[tier], priceCents };
  };
}

/** How many of a member's newest items are looked at. */
const ownLookedAt = 500;

/** The transitions of which the member has bought an item or published one. */
async function ownTransitions(em: Em, memberId: number): Promise<ReadonlySet<number>> {
  const published = await db(em)
    .selectFrom('content')
    .select('id')
    .where('creator_id', '=', memberId)
    .where('status', '=', 'published')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ownLookedAt)
    .execute();
  const items = [...published.map(({ id }) => id), ...(await boughtItems(em, memberId))];
  if (items.length === 0) return new Set();
  const found = await db(em)
    .selectFrom('content_map_links')
    .select('transition_id as id')
    .where('content_id', '=', anyOf('int4', items))
    .where('transition_id', 'is not', null)
    .execute();
  return new Set(found.flatMap(({ id }) => id ?? []));
}

/** After a link was written, this process shows it at once. */
export const forgetTaught = (em: Em): unknown => everythingTaught.forget(em);
