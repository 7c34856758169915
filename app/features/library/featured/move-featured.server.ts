import { LockMode } from '@mikro-orm/core';
import { db } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { Featured } from './featured.entity.ts';

export const steps = ['up', 'down'] as const;
export type Step = (typeof steps)[number];

/** Swaps a card with its neighbour; at an end nothing happens. Equal numbers are separated. @throws NotFound */
export async function moveFeatured(scope: AdminScope, id: number, step: Step): Promise<void> {
  await scope.em.transactional(async (em) => {
    // In the order of their ids, so that two admins cannot deadlock.
    await db(em).selectFrom('featured').select('id').orderBy('id').forUpdate().execute();
    // A statement that waited for a lock does not see the cards that were made meanwhile.
    const locked = await em.findAll(Featured, {
      orderBy: { id: 'asc' },
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
    const all = locked.toSorted((a, b) => a.displayOrder - b.displayOrder || a.id - b.id);
    const from = all.findIndex((card) => card.id === id);
    const moved = all[from];
    if (!moved) throw new NotFound();
    const neighbour = all[from + (step === 'up' ? -1 : 1)];
    if (!neighbour) return;
    const next = all.map((card) => (card === moved ? neighbour : card === neighbour ? moved : card));
    const changed = placesOf(next, all)
      .filter(({ card, place }) => card.displayOrder !== place)
      .map((each) => ({ ...each, was: each.card.displayOrder }));
    for (const { card, place } of changed) em.assign(card, { displayOrder: place, updatedAt: scope.now() });
    const facts = (value: (entry: (typeof changed)[number]) => number) =>
      Object.fromEntries(
        changed.map((entry) => [`displayOrder of ${entry.card.title} (${entry.card.id})`, value(entry)]),
      );
    await recordAuditOf(scope, em, {
      verb: `moved ${step}`,
      kind: 'featured',
      id,
      name: moved.title,
      before: facts(({ was }) => was),
      after: facts(({ place }) => place),
    });
  });
}

/** Assigns the existing numbers in the new order, each larger than the one before. */
function placesOf(next: Featured[], was: Featured[]) {
  let last = -1;
  return next.map((card, index) => {
    last = Math.max(was[index]?.displayOrder ?? 0, last + 1);
    return { card, place: last };
  });
}
