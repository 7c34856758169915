import { EntityManager, type TransactionOptions } from '@mikro-orm/postgresql';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
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

/** Repeats a single statement in the same cases; inside a transaction, the whole transaction. */
export async function retryStatements(connection: unknown): Promise<void> {
  const { executeQuery } = connection as DatabaseConnection;
  const execute = executeQuery.bind(connection);
  let isInTransaction = false;
  Object.assign(connection as DatabaseConnection, {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const ends = /^(commit|rollback)$/.test(query.sql);
      try {
        if (isInTransaction) return await execute<Row>(query);
        const result = await retryOnConflict(() => execute<Row>(query), limits);
        isInTransaction = /^(begin|start transaction)\b/.test(query.sql);
        return result;
      } finally {
        if (ends) isInTransaction = false;
      }
    },
  });
}
