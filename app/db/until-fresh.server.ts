/** Somebody else changed the row since the provider was read: read the provider again. */
export class Stale extends Error {
  override name = 'Stale';
}

/** Repeats work that reads the provider and then writes, until nobody wrote in between.
 *  The provider is never asked inside a transaction, so its answer may be old when the lock is ours. */
export async function untilFresh<Answer>(work: () => Promise<Answer>, tries = 8): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!isRace(error) || tries <= 1) throw error;
    return untilFresh(work, tries - 1);
  }
}

/** Unique violation, serialization failure, deadlock: somebody else was a moment quicker. */
const isRace = (error: unknown) =>
  error instanceof Stale ||
  (error instanceof Error && ['23505', '40001', '40P01'].includes(String(Reflect.get(error, 'code'))));
