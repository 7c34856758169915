import type { PaidPlan } from '../../domain/plan-prices.ts';
import type { SandboxDatabase } from './database.server.ts';

/** The context of an operation: its transaction, its time, the prices. */
export interface Room {
  db: SandboxDatabase;
  at: number;
  prices: Record<PaidPlan, number>;
}

export const dayMs = 86_400_000;

/** The same day of the next month, or its last day (UTC). */
export function nextMonth(from: number, anchorDay: number): number {
  const date = new Date(from);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate();
  const timeOfDay = from - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const day = Math.min(anchorDay, lastDay);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, day) + timeOfDay;
}

/** The price of an upgrade for the rest of the period: the share of the new price less that of the old. */
export function prorationCents(
  period: { periodStart: number; periodEnd: number },
  { oldCents, newCents, at }: { oldCents: number; newCents: number; at: number },
): number {
  const length = period.periodEnd - period.periodStart;
  const left = Math.min(Math.max(period.periodEnd - at, 0), length) / length;
  return Math.round(newCents * left) - Math.round(oldCents * left);
}
