import { row, rows } from '../../../db/sql.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';

export const steps = ['up', 'down'] as const;
export type Step = (typeof steps)[number];

interface Place {
  id: number;
  title: string;
  displayOrder: number;
}

/** Swaps a card with its neighbour; at an end nothing happens. Equal numbers are separated. @throws NotFound */
export async function moveFeatured(scope: AdminScope, id: number, step: Step): Promise<void> {
  await scope.em.transactional(async (em) => {
    // In the order of their ids, so that two admins cannot deadlock.
    await row(em)`select 1 from featured order by id for update`;
    const all = await rows<Place>(em)`
      select id, title, display_order as "displayOrder" from featured order by display_order, id`;
    const from = all.findIndex((card) => card.id === id);
    const moved = all[from];
    if (!moved) throw new NotFound();
    const neighbour = all[from + (step === 'up' ? -1 : 1)];
    if (!neighbour) return;
    const next = all.map((card) => (card === moved ? neighbour : card === neighbour ? moved : card));
    const changed = placesOf(next, all).filter(({ card, place }) => card.displayOrder !== place);
    for (const { card, place } of changed) {
      await row(em)`update featured set display_order = ${place}, updated_at = ${scope.now()}
        where id = ${card.id}`;
    }
    const facts = (value: (entry: (typeof changed)[number]) => number) =>
      Object.fromEntries(
        changed.map((entry) => [`displayOrder of ${entry.card.title} (${entry.card.id})`, value(entry)]),
      );
    await recordAuditOf(scope, em, {
      verb: `moved ${step}`,
      kind: 'featured',
      id,
      name: moved.title,
      before: facts(({ card }) => card.displayOrder),
      after: facts(({ place }) => place),
    });
  });
}

/** Assigns the existing numbers in the new order, each larger than the one before. */
function placesOf(next: Place[], was: Place[]) {
  let last = -1;
  return next.map((card, index) => {
    last = Math.max(was[index]?.displayOrder ?? 0, last + 1);
    return { card, place: last };
  });
}
