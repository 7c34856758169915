import { Invalid } from '../errors.ts';
import { timeHasPassed } from './release.ts';
import type { Tier } from './tiers.ts';

/** Longest early access for VIPs, in days after publication (ADR-018). */
export const earlyDays = 90;
const dayMs = 24 * 3_600_000;

type Moment = Date | string;

interface Early {
  tier: Tier;
  earlyUntil: Moment | null;
}

export const isEarly = ({ earlyUntil }: Pick<Early, 'earlyUntil'>, now: Date): boolean =>
  earlyUntil !== null && new Date(earlyUntil) > now;

/** The tier that opens an item now: VIP during early access, then its own. */
export const tierNow = (item: Early, now: Date): Tier => (isEarly(item, now) ? 'vip' : item.tier);

interface EarlyInput extends Early {
  earlyUntil: Date | null;
}

/** Checks the end of early access that a form asks for.
 *  @param current what a published item already has; sent back unchanged, it may be in the past
 *  @param publishedAt null for at once
 *  @throws Invalid beside `earlyUntil` */
export function parseEarlyUntil(
  { tier, earlyUntil }: EarlyInput,
  { current = null, publishedAt, now }: { current?: Moment | null; publishedAt: Moment | null; now: Date },
): Date | null {
  if (earlyUntil === null) return null;
  const isUnchanged = current !== null && sameMinute(earlyUntil, new Date(current));
  if (isUnchanged && !isEarly({ earlyUntil: current }, now)) return new Date(current);
  const begins = new Date(publishedAt ?? now);
  const error = errorOf(tier, earlyUntil, begins, now);
  if (error) throw new Invalid({ earlyUntil: [error] });
  return isUnchanged ? new Date(current) : earlyUntil;
}

function errorOf(tier: Tier, until: Date, begins: Date, now: Date): string | null {
  if (until <= now) return timeHasPassed();
  if (until <= begins) return 'Early access must end after the technique is published.';
  if (until.getTime() > begins.getTime() + earlyDays * dayMs) {
    return `Early access can last at most ${earlyDays} days after publication.`;
  }
  if (tier === 'vip')
    return 'A VIP technique is only for VIPs anyway. Choose another tier, or leave this empty.';
  return null;
}

const sameMinute = (one: Date, other: Date) =>
  Math.floor(one.getTime() / 60_000) === Math.floor(other.getTime() / 60_000);
