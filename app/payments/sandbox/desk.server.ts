import type { PaidPlan } from '../plan-prices.ts';
import { once, oneAtATime } from './answers.server.ts';
import type { SandboxDatabase } from './database.server.ts';
import { weather } from './mishaps.server.ts';
import type { Room } from './room.server.ts';

/** The ways an act of the sandbox is carried out. */
export interface Desk {
  db: SandboxDatabase;
  /** Milliseconds, by the clock handed in. */
  at(): number;
  /** Outside any transaction, for reading. */
  room(): Room;
  /** Does an act once, alone, in one transaction. */
  act<Answer>(work: (room: Room) => Promise<Answer>): Promise<Answer>;
  /** The same under an idempotency key; the answer holds ids only. */
  keyed<Answer extends Record<string, string>>(
    name: string,
    order: { idempotencyKey: string },
    work: (room: Room) => Promise<Answer>,
  ): Promise<Answer>;
  /** Asks as a member of the public would: through the ordered bad weather. */
  ask<Answer>(work: () => Promise<Answer>): Promise<Answer>;
}

interface DeskOptions {
  db: SandboxDatabase;
  prices: Record<PaidPlan, number>;
  now: () => Date;
  /** Called after each act, when events may wait. */
  afterwards: () => void;
}

export function openDesk({ db, prices, now, afterwards }: DeskOptions): Desk {
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
      await weather(db);
      return work();
    },
  };
}
