import { EntityManager, type TransactionOptions } from '@mikro-orm/postgresql';
import { isLostTransaction, retryOnConflict } from './retry-on-conflict.server.ts';

/** A request has ten seconds, and callers may retry as well. */
const limits = { tries: 5, withinMs: 2_500, isLost: isLostTransaction };

/** Repeats a transaction that PostgreSQL ended by a deadlock or a serialization failure (ADR-039). Each try has a new
 *  identity map. Effects outside the database (files, mails, the provider) belong after it or into the queue. */
export class RetryingEntityManager extends EntityManager {
  override transactional<Answer>(
    work: (em: this) => Answer | Promise<Answer>,
    options?: TransactionOptions,
  ): Promise<Answer> {
    // An inner transaction is a savepoint. PostgreSQL ends the whole transaction, so the outer one repeats.
    if (this.isInTransaction()) return super.transactional(work, options);
    return retryOnConflict(() => super.transactional(work, { ...options }), limits);
  }
}

/** Repeats a single statement in the same cases. Inside a transaction, the whole transaction repeats. */
export const retryStatement = <Answer>(
  em: Pick<EntityManager, 'isInTransaction'>,
  execute: () => Promise<Answer>,
): Promise<Answer> => (em.isInTransaction() ? execute() : retryOnConflict(execute, limits));
