import { PaymentKeyReused, PaymentProviderDown } from '../payment-errors.ts';
import type { Row, SandboxDatabase } from './database.server.ts';
import { consumeFault, injectFaults } from './faults.server.ts';

/** Operations run one at a time, so that the answers never contradict each other. */
export async function oneAtATime(db: SandboxDatabase): Promise<void> {
  await db.execute('select pg_advisory_xact_lock(823412)');
}

const failed = { failed: true };

/** Runs an operation once per key. The same key returns the stored answer or failure; with other arguments it is an
 *  error. A refusal is not stored. Answers contain only ids, so that JSON can store them. */
export async function once<Answer extends Record<string, string>>(
  db: SandboxDatabase,
  { key, request, at }: { key: string; request: unknown; at: number },
  act: (inside: SandboxDatabase) => Promise<Answer>,
): Promise<Answer> {
  await injectFaults(db);
  const text = JSON.stringify(request);
  const answer = await db.transaction(async (inside) => {
    await oneAtATime(inside);
    const [stored] = await inside.execute('select request, answer from sandbox.answer where key = $1', [key]);
    if (stored) return replay<Answer>(key, text, stored);
    const fails = (await consumeFault(inside, 'fail_stored')) !== null;
    const fresh = fails ? failed : await act(inside);
    await inside.execute(
      'insert into sandbox.answer (key, request, answer, created_at) values ($1, $2, $3::jsonb, $4)',
      [key, text, JSON.stringify(fresh), at],
    );
    return { value: fresh, replayed: false };
  });
  if ('failed' in answer.value) {
    throw new PaymentProviderDown('failed', 'The sandbox failed and will replay it', answer.replayed);
  }
  if ((await consumeFault(db, 'drop_answer')) !== null) {
    throw new PaymentProviderDown('timeout', 'The sandbox did it, but its answer was lost');
  }
  return answer.value as Answer;
}

function replay<Answer>(key: string, request: string, stored: Row) {
  if (stored.request !== request) {
    throw new PaymentKeyReused(`Key ${key} was used with other parameters`, 'idempotency_error');
  }
  const value = (typeof stored.answer === 'string' ? JSON.parse(stored.answer) : stored.answer) as
    | Answer
    | typeof failed;
  return { value, replayed: true };
}
