import { count, percent } from '../number.ts';

/** How much more or less than before: '+203% on the 30 days before (2,533)'. */
export function trendOf(now: number, earlier: number, days: number, write = count): string {
  const before = `the ${days} days before`;
  if (now === earlier) return `As many as in ${before}`;
  if (earlier <= 0) return `${write(earlier)} in ${before}`;
  const change = (now - earlier) / earlier;
  // Ten times as many are read more easily than +1,000%.
  if (change >= 9) return `${count(Math.round(now / earlier))} times ${before} (${write(earlier)})`;
  return `${change > 0 ? '+' : '−'}${percent(Math.abs(change))} on ${before} (${write(earlier)})`;
}

/** A sum, and how it compares with the same number of days before. */
export function Trend({
  total,
  earlier,
  days,
  format = count,
}: {
  total: number;
  earlier: number;
  days: number;
  format?: (value: number) => string;
}) {
  // The chart says it.
  if (total === 0 && earlier === 0) return null;
  return (
    <p>
      <strong>{format(total)}</strong> in {days} days.{' '}
      <span className="soft small">{trendOf(total, earlier, days, format)}</span>
    </p>
  );
}
