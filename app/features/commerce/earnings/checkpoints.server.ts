import { allowLongStatements, takeAdvisoryLock } from '../../../db/kysely.server.ts';
import { databaseRefusal } from '../../../db/refusals.server.ts';
import type { SystemContext } from '../../../scope.ts';
import {
  addSpan,
  compareWithLedger,
  dropCheckpoints,
  endOfSpan,
  lastMovements,
  lockMovements,
  readHorizon,
  setShortLockTimeout,
} from './checkpoints.sql.server.ts';

type Context = Pick<SystemContext, 'em'>;

interface Movements {
  entries: number;
  payouts: number;
}

/** So many entries are added in one transaction, so that the first checkpoint of an old ledger ends in time. */
const spanSize = 500_000;
const nothing: Movements = { entries: 0, payouts: 0 };

/** Moves the checkpoints up to the present (ADR-063). Balances are right at any moment, before, during and after it.
 *  @returns false when writers kept it waiting; the next run tries again */
export async function takeCheckpoint({ em }: Context, size = spanSize): Promise<boolean> {
  const newest = (await lastMovements(em)) ?? nothing;
  const horizon = await readHorizon(em);
  // The usual case of a quiet minute, without a lock.
  if (isReached(newest, horizon)) return true;
  const settled = await settledMovements({ em });
  if (!settled) return false;
  while (!(await addNext({ em }, settled, size)));
  return true;
}

const isReached = (goal: Movements, at: Movements) =>
  at.entries >= goal.entries && at.payouts >= goal.payouts;

/** The movements below which nothing new can appear. Null when writers kept it waiting. */
async function settledMovements({ em }: Context): Promise<Movements | null> {
  try {
    return await em.transactional(async (em) => {
      await setShortLockTimeout(em);
      await lockMovements(em);
      return lastMovements(em);
    });
  } catch (error) {
    if (databaseRefusal(error) !== 'busy') throw error;
    return null;
  }
}

/** @returns whether the checkpoints have reached `settled` */
async function addNext({ em }: Context, settled: Movements, size: number): Promise<boolean> {
  return em.transactional(async (em) => {
    await lockCheckpoints(em);
    const after = await readHorizon(em);
    if (isReached(settled, after)) return true;
    await allowLongStatements(em);
    const end = (await endOfSpan(em, after, settled, size)) ?? nothing;
    // Another process may have gone farther in the same time.
    const until = {
      entries: Math.max(after.entries, end.entries),
      payouts: Math.max(after.payouts, end.payouts),
    };
    await addSpan(em, { after, until });
    return isReached(settled, until);
  });
}

const lockCheckpoints = (em: Context['em']) => takeAdvisoryLock(em, 'ledger checkpoint');

export type Drift = Awaited<ReturnType<typeof compareWithLedger>>;

/** The most differences that are named. */
const mostNamed = 20;

/** Compares every checkpoint with the full sum of the ledger. One that differs is a fault, and the ledger is right: all
 *  checkpoints are dropped and taken anew. @returns what differed */
export async function checkCheckpoints({ em }: Context): Promise<Drift> {
  const drift = await em.transactional(async (em) => {
    await lockCheckpoints(em);
    await allowLongStatements(em);
    const found = await compareWithLedger(em, mostNamed);
    if (found.length > 0) await dropCheckpoints(em);
    return found;
  });
  if (drift.length > 0) await takeCheckpoint({ em });
  return drift;
}
