import { newest } from './newest.ts';

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
  return zones(name, () => usualName(name));
}

/** Browsers send their zone with each request, and looking it up takes a tenth of a millisecond. */
const zones = newest<string | null>(500);

function usualName(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The zone as people read it: 'America/New York'. */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ');

/** The zone of a label. */
export const zoneOfLabel = (label: string): string => label.trim().replaceAll(' ', '_');

/** Of each part of the world whose clocks go alike one city, and the largest others. */
const cities = {
  Africa: 'Cairo, Casablanca, Johannesburg, Lagos, Nairobi',
  America:
    'Adak, Anchorage, Bogota, Buenos Aires, Caracas, Chicago, Denver, Edmonton, Godthab, Halifax, Lima, Los Angeles, Mexico City, Miquelon, New York, Noronha, Phoenix, Santiago, Sao Paulo, St Johns, Toronto, Vancouver',
  Antarctica: 'Troll',
  Asia: 'Bangkok, Beirut, Calcutta, Dhaka, Dubai, Gaza, Hong Kong, Jakarta, Jerusalem, Kabul, Karachi, Katmandu, Manila, Rangoon, Seoul, Shanghai, Singapore, Tehran, Tokyo',
  Atlantic: 'Azores, Cape Verde',
  Australia: 'Adelaide, Brisbane, Darwin, Eucla, Lord Howe, Melbourne, Perth, Sydney',
  Europe: 'Athens, Berlin, Istanbul, Lisbon, London, Madrid, Moscow, Paris, Rome, Stockholm, Warsaw',
  Pacific:
    'Apia, Auckland, Chatham, Easter, Fiji, Gambier, Honolulu, Kiritimati, Marquesas, Norfolk, Noumea, Pago Pago, Pitcairn',
};

/** What a member is offered. All 420 zones would make up half of the page. */
export const offeredZones: readonly string[] = [
  'UTC',
  ...Object.entries(cities).flatMap(([area, names]) => names.split(', ').map((city) => `${area}/${city}`)),
];

const clocks = newest<Intl.DateTimeFormat>(100);

const clockIn = (timeZone: string) =>
  clocks(
    timeZone,
    () => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }),
  );

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
