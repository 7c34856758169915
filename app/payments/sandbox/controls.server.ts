import { refusing } from './api-error.server.ts';
import { closeDispute, failRefund, openDispute } from './charges.server.ts';
import { order } from './faults.sql.server.ts';
import { get, note, type State } from './state.server.ts';
import { type Core, change } from './store.sql.server.ts';

/** Failures for tests and demonstrations. */
export interface Controls {
  declineNext(times?: number): Promise<void>;
  delayNext(ms: number, times?: number): Promise<void>;
  /** Refuses every call until switched on again. */
  switchOff(off?: boolean): Promise<void>;
  silenceNext(times?: number): Promise<void>;
  /** The next calls fail. With `stored`, repeating them under their key fails for a day. */
  failNext(times?: number, options?: { stored?: boolean }): Promise<void>;
  /** The next calls with a key succeed, but the connection is lost before the answer. */
  dropNextAnswer(times?: number): Promise<void>;
  duplicateEvents(times?: number): Promise<void>;
  reorderEvents(times?: number): Promise<void>;
  /** The next events are not delivered. `listEvents` still has them. */
  loseEvents(times?: number): Promise<void>;
  failCard(customerId: string, failing?: boolean): Promise<void>;
  openDispute(paymentId: string): Promise<string>;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>;
  failRefund(refundId: string): Promise<void>;
}

export function controlsOf(core: Core): Controls {
  const { db } = core;
  const on = <Answer>(id: string, work: (state: State) => Answer) => refusing(() => change(core, [id], work));
  return {
    declineNext: (times = 1) => order(db, 'decline', times),
    delayNext: (ms, times = 1) => order(db, 'delay', times, ms),
    switchOff: (off = true) => order(db, 'down', off ? 1 : 0),
    silenceNext: (times = 1) => order(db, 'silence', times),
    failNext: (times = 1, { stored = false } = {}) => order(db, stored ? 'fail_stored' : 'fail', times),
    dropNextAnswer: (times = 1) => order(db, 'drop_answer', times),
    duplicateEvents: (times = 1) => order(db, 'duplicate_events', times),
    reorderEvents: (times = 1) => order(db, 'reorder_events', times),
    loseEvents: (times = 1) => order(db, 'lose_events', times),
    failCard: (id, failing = true) =>
      on(id, (state) => note(state, get(state, 'customer', id).id, { card: failing ? 'failing' : 'good' })),
    openDispute: (id) => on(id, (state) => openDispute(state, id)),
    closeDispute: (id, outcome) => on(id, (state) => closeDispute(state, id, outcome)),
    failRefund: (id) => on(id, (state) => failRefund(state, id)),
  };
}
