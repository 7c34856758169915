import { clockOf, stepOf } from '../items/step.ts';

/** The lines of an item's steps, each with a time, for its creator to correct: a step takes as long as its words are many.
 *  Null if a step has a time already, or there are more steps than seconds. */
export function proposeTimes(lines: readonly string[], lengthMs: number | null): string[] | null {
  const seconds = Math.floor((lengthMs ?? 0) / 1000);
  if (lines.length === 0 || lines.length > seconds || lines.some((line) => stepOf(line).at !== null))
    return null;
  const words = lines.map((line) => line.split(/\s+/).length);
  const all = words.reduce((sum, count) => sum + count, 0);
  let [before, earliest] = [0, 0];
  return lines.map((line, index) => {
    const spread = Math.round((before / all) * seconds);
    before += words[index] ?? 0;
    // At least a second after the one before, with a second left for each that follows.
    const at = Math.min(Math.max(spread, earliest), seconds - (lines.length - index));
    earliest = at + 1;
    return `${clockOf(at)} ${line}`;
  });
}
