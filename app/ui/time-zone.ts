/** How a viewer reads times. `zone` is an IANA name, null when it is not known: times are then in UTC, and say so.
 *  `now` makes near times relative; null on pages that are kept for all visitors. */
export interface ViewerClock {
  zone: string | null;
  now: Date | null;
}

const noClock: ViewerClock = { zone: null, now: null };
let readClock: () => ViewerClock | undefined = () => undefined;

/** The clock of the viewer for whom the current request is answered. */
export const viewerClock = (): ViewerClock => readClock() ?? noClock;

/** Says where the current request's clock is kept (http/pages/viewer-clock.server.ts). */
export const readClockBy = (reader: typeof readClock) => {
  readClock = reader;
};

const longestName = 64;

/** The zone under its usual name, or null for what is none. */
export function knownZone(name: unknown): string | null {
  if (typeof name !== 'string' || name.length > longestName || !/^[A-Z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Every zone that a member can choose. */
export const allZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string): Intl.DateTimeFormat {
  const kept = clocks.get(zone);
  if (kept) return kept;
  const fresh = new Intl.DateTimeFormat('sv-SE', {
    ...({ dateStyle: 'short', timeStyle: 'medium' } as const),
    timeZone: zone,
  });
  clocks.set(zone, fresh);
  return fresh;
}

/** What calendar and clock show there: '2026-11-29T17:43'. */
export const wallTime = (date: Date | string, zone: string): string =>
  clockIn(zone).format(new Date(date)).replace(' ', 'T').slice(0, 16);

const dayMs = 24 * 3_600_000;

/** The instant at which calendar and clock show `wall` there. A time that the clock passes twice in autumn is the
 *  first; one that it skips in spring is as much later as the clock is put forward. */
export function instantOf(wall: string, zone: string): Date {
  const asUtc = new Date(`${wall}Z`).getTime();
  const offsetAt = (instant: number) => {
    const shown = clockIn(zone).format(instant).replace(' ', 'T');
    return new Date(`${shown}Z`).getTime() - Math.floor(instant / 1_000) * 1_000;
  };
  const before = asUtc - offsetAt(asUtc - dayMs);
  const after = asUtc - offsetAt(asUtc + dayMs);
  const fitting = [before, after].filter((instant) => instant + offsetAt(instant) === asUtc);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : before);
}
