import { ConflictError } from './retry-on-conflict.server.ts';

/**
 * Why the database refused a statement that may succeed later (ADR-039):
 * - `conflict`: another transaction won (deadlock, serialization failure, `ConflictError`).
 * - `busy`: a lock or a statement took too long.
 * - `away`: not reachable, no free connection, or no writes (read-only, disk full).
 */
export type DatabaseRefusal = 'conflict' | 'busy' | 'away';

/** By SQLSTATE, or by its class of two characters (PostgreSQL manual, appendix A). */
const refusals: Record<string, DatabaseRefusal> = {
  '40': 'conflict',
  // statement_completion_unknown: the connection was lost at the commit.
  '40003': 'away',
  // object_in_use, lock_not_available, query_canceled (statement_timeout), transaction_timeout
  '55006': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '25P04': 'busy',
  '08': 'away',
  // Insufficient resources: disk full, out of memory, too many connections.
  '53': 'away',
  // Operator intervention: shutdown, crash, starting up, database dropped, idle session ended.
  '57': 'away',
  '25P03': 'away',
  // read_only_sql_transaction
  '25006': 'away',
  // io_error
  '58030': 'away',
  '28': 'away',
  '3D000': 'away',
};

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The socket of a database on this machine: it is gone, or more wait at it than it takes. */
const socketCodes = new Set(['ENOENT', 'EAGAIN']);

/** pg and Kysely report these without a code. */
const connectionLostMessages =
  /timeout exceeded when trying to connect|Connection terminated|Connection ended|is not queryable|Query read timeout/i;

/** The refusal, also if another error has it as its cause. Null for every other error. */
export function databaseRefusal(error: unknown): DatabaseRefusal | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof ConflictError) return 'conflict';
    const { code: said, syscall } = cause as NodeJS.ErrnoException;
    const code = String(said ?? '');
    const found = refusals[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? refusals[code.slice(0, 2)] : undefined);
    if (found) return found;
    if (syscall === 'connect' && socketCodes.has(code)) return 'away';
    if (networkCodes.has(code) || connectionLostMessages.test(cause.message)) return 'away';
  }
  return null;
}
