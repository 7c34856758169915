import type { PaidPlan } from '../../domain/plan-prices.ts';
import { once, oneAtATime } from './answers.server.ts';
import type { SandboxDatabase } from './database.server.ts';
import { injectFaults } from './faults.server.ts';
import type { Room } from './room.server.ts';

export interface SandboxApi {
  db: SandboxDatabase;
  /** Milliseconds, by the given clock. */
  at(): number;
  /** Reads outside any transaction. */
  room(): Room;
  /** Runs an operation alone, in one transaction. */
  act<Answer>(work: (room: Room) => Promise<Answer>): Promise<Answer>;
  keyed<Answer extends Record<string, string>>(
    name: string,
    order: { idempotencyKey: string },
    work: (room: Room) => Promise<Answer>,
  ): Promise<Answer>;
  /** Runs a call from outside, which the set faults affect. */
  ask<Answer>(work: () => Promise<Answer>): Promise<Answer>;
}

interface DeskOptions {
  db: SandboxDatabase;
  prices: Record<PaidPlan, number>;
  now: () => Date;
  /** Called after each operation, when events may wait. */
  afterwards: () => void;
}

export function openSandboxApi({ db, prices, now, afterwards }: DeskOptions): SandboxApi {
  const at = () => now().getTime();
  const roomIn = (inside: SandboxDatabase): Room => ({ db: inside, at: at(), prices });
  return {
    db,
    at,
    room: () => roomIn(db),
    async act(work) {
      const answer = await db.transaction(async (inside) => {
        await oneAtATime(inside);
        return work(roomIn(inside));
      });
      afterwards();
      return answer;
    },
    async keyed(name, { idempotencyKey: key, ...request }, work) {
      try {
        const order = { key, request: [name, ...Object.entries(request).sort()], at: at() };
        return await once(db, order, (inside) => work(roomIn(inside)));
      } finally {
        afterwards();
      }
    },
    async ask(work) {
      await injectFaults(db);
      return work();
    },
  };
}
