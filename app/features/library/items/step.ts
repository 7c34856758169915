/** A line of an item's steps. One that begins with a time belongs to that moment of the video. */
export interface Step {
  text: string;
  /** Seconds from the beginning of the video; null without a time. */
  at: number | null;
}

const timed = /^(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)\s+(?=\S)/;

/** Reads '0:04 Grip the sleeve' and '1:02:03 Rest'; every other line is only text. */
export function stepOf(line: string): Step {
  const [time, hours = 0, minutes, seconds] = timed.exec(line) ?? [];
  if (time === undefined) return { text: line, at: null };
  return { text: line.slice(time.length), at: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) };
}

/** '0:04', '1:02:03'. */
export function clockOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const clockTime = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d))?$/;

/** Reads '3:12', '1:02:03' and plain seconds; with a decimal also '0:12.5' and '12,5'.
 *  @param isLenient also takes seconds that a clock does not show after a colon: '1:5' is 65 s and '1:75' is 135 s
 *  @returns seconds from the beginning; undefined for what is no time */
export function parseClockTime(
  text: string,
  { decimals = 0, isLenient = false }: { decimals?: 0 | 1; isLenient?: boolean } = {},
): number | undefined {
  const [found, hours = 0, minutes, seconds = '', tenths] = clockTime.exec(text.trim()) ?? [];
  if (found === undefined || (decimals === 0 && tenths !== undefined)) return undefined;
  if (!isLenient && minutes !== undefined && !/^[0-5]\d$/.test(seconds)) return undefined;
  return (Number(hours) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds) + Number(tenths ?? 0) / 10;
}

/** The moment that `?t=` asks for, in whole seconds; null when it is none. */
export const momentIn = (text: string | null): number | null =>
  text && /^\d{1,5}$/.test(text) ? Number(text) : null;
