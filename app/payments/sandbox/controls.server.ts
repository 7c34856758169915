import { closeDispute, failRefund, openDispute, saveCard } from './charges.server.ts';
import { order } from './faults.server.ts';
import type { SandboxApi } from './sandbox-api.server.ts';

/** Failures for tests and demonstrations. */
export interface Controls {
  declineNext(times?: number): Promise<void>;
  delayNext(ms: number, times?: number): Promise<void>;
  /** Refuses every call until switched on again. */
  switchOff(off?: boolean): Promise<void>;
  /** The next calls fail. With `stored`, repeating them under their key fails forever. */
  failNext(times?: number, options?: { stored?: boolean }): Promise<void>;
  /** The next operations succeed, but their caller sees a timeout. */
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

export function controlsOf(desk: SandboxApi): Controls {
  const { db } = desk;
  return {
    declineNext: (times = 1) => order(db, 'decline', times),
    delayNext: (ms, times = 1) => order(db, 'delay', times, ms),
    switchOff: (off = true) => order(db, 'down', off ? 1 : 0),
    failNext: (times = 1, { stored = false } = {}) => order(db, stored ? 'fail_stored' : 'fail', times),
    dropNextAnswer: (times = 1) => order(db, 'drop_answer', times),
    duplicateEvents: (times = 1) => order(db, 'duplicate_events', times),
    reorderEvents: (times = 1) => order(db, 'reorder_events', times),
    loseEvents: (times = 1) => order(db, 'lose_events', times),
    failCard: (customerId, failing = true) =>
      desk.act((room) => saveCard(room, customerId, failing ? 'failing' : 'good')),
    openDispute: (paymentId) => desk.act((room) => openDispute(room, paymentId)),
    closeDispute: (disputeId, outcome) => desk.act((room) => closeDispute(room, disputeId, outcome)),
    failRefund: (refundId) => desk.act((room) => failRefund(room, refundId)),
  };
}
