import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, deadlineOf, exactMomentOf, momentOf, onMoment, timeOf } from './date.ts';
import { instantOf, knownZone, offeredZones, wallTime, zoneLabel, zoneOfLabel } from './time-zone.ts';

const zones = [
  ...['UTC', 'Europe/Lisbon', 'Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'Asia/Kolkata'],
  ...['Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Chatham', 'Africa/Casablanca'],
].map((zone) => knownZone(zone) ?? zone);

const minuteMs = 60_000;
const zone = fc.constantFrom(...zones);
const instant = fc
  .integer({ min: Date.UTC(2000, 0, 1) / minuteMs, max: Date.UTC(2099, 11, 31) / minuteMs })
  .map((minutes) => new Date(minutes * minuteMs));

describe('a time in a form', () => {
  test('is the same time after reading it again; of two hours with the same figures it is the first', () => {
    fc.assert(
      fc.property(instant, zone, (date, zone) => {
        const again = instantOf(wallTime(date, zone), zone);
        expect(wallTime(again, zone)).toBe(wallTime(date, zone));
        expect(again.getTime()).toBeLessThanOrEqual(date.getTime());
        expect(date.getTime() - again.getTime()).toBeLessThanOrEqual(60 * minuteMs);
      }),
      { numRuns: 2_000 },
    );
  });

  test('that the clock skips in spring is as much later as the clock is put forward', () => {
    fc.assert(
      fc.property(instant, zone, (date, zone) => {
        const wall = date.toISOString().slice(0, 16);
        const shown = wallTime(instantOf(wall, zone), zone);
        const skipped = new Date(`${shown}Z`).getTime() - date.getTime();
        expect(skipped).toBeGreaterThanOrEqual(0);
        expect(skipped).toBeLessThanOrEqual(24 * 60 * minuteMs);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29T03:30'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30'],
    ['2026-03-08T02:15', 'America/New_York', '2026-03-08T07:15:00.000Z', '2026-03-08T03:15'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T01:30'],
    ['2026-10-04T02:10', 'Australia/Lord_Howe', '2026-10-03T15:40:00.000Z', '2026-10-04T02:40'],
    ['2026-07-01T12:00', 'Asia/Kathmandu', '2026-07-01T06:15:00.000Z', '2026-07-01T12:00'],
  ])('%s in %s is %s', (wall, zone, iso, shown) => {
    expect(instantOf(wall, zone).toISOString()).toBe(iso);
    expect(wallTime(iso, zone)).toBe(shown);
  });
});

test('only names of zones are taken, under their usual name', () => {
  expect(['Europe/Berlin', 'utc', 'US/Eastern'].map(knownZone)).toEqual([
    'Europe/Berlin',
    'UTC',
    'America/New_York',
  ]);
  for (const wrong of ['', 'Mars/Olympus', '+02:00', 'a'.repeat(70), null, 7, 'Europe/Berlin;x']) {
    expect(knownZone(wrong)).toBeNull();
  }
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => knownZone(zone) !== zone)).toEqual([]);
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => zoneOfLabel(zoneLabel(zone)) !== zone)).toEqual(
    [],
  );
});

test('a zone with the same clocks as any zone of the world is offered, once each', () => {
  const clocksOf = (zone: string) =>
    Array.from({ length: 730 }, (_, half) =>
      wallTime(new Date(Date.UTC(2026, 0, 1, half * 12)), zone),
    ).join();
  const offered = new Set(offeredZones.map((label) => clocksOf(zoneOfLabel(label))));
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => !offered.has(clocksOf(zone)))).toEqual([]);
  expect(offeredZones.filter((label) => zoneLabel(knownZone(zoneOfLabel(label)) ?? '') !== label)).toEqual(
    [],
  );
  expect(new Set(offeredZones).size).toBe(offeredZones.length);
});

describe('a time in a text', () => {
  // A Monday, 19:00 in Berlin.
  const now = new Date('2026-11-23T18:00:00Z');
  const clock = { zone: 'Europe/Berlin', now };

  test.each([
    ['2026-11-23T17:59:30Z', 'just now'],
    ['2026-11-23T17:59:00Z', '1 minute ago'],
    ['2026-11-23T16:00:00Z', '2 hours ago'],
    ['2026-11-22T23:30:00Z', '18 hours ago'],
    ['2026-11-22T22:30:00Z', 'yesterday at 23:30'],
    ['2026-11-18T08:05:00Z', 'Wednesday at 09:05'],
    ['2026-11-16T18:00:00Z', 'Nov 16, 2026, 19:00'],
    ['2026-11-23T18:20:00Z', 'in 20 minutes'],
    ['2026-11-23T20:00:00Z', 'today at 21:00'],
    ['2026-11-24T08:00:00Z', 'tomorrow at 09:00'],
    ['2026-11-30T18:00:00Z', 'Nov 30, 2026, 19:00'],
  ])('%s is %s', (date, text) => expect(momentOf(date, clock)).toBe(text));

  test.each([
    ['2026-11-29T17:00:00Z', 'Sunday evening'],
    ['2026-11-29T11:30:00Z', 'Sunday afternoon'],
    ['2026-11-28T23:30:00Z', 'Sunday at 00:30'],
    ['2026-11-24T17:00:00Z', 'tomorrow at 18:00'],
    ['2026-12-04T17:00:00Z', 'Dec 4, 2026, 18:00'],
  ])('a time limit at %s is %s', (date, text) => expect(deadlineOf(date, clock)).toBe(text));

  test('says its zone while that of the viewer is not known', () => {
    const unknown = { zone: null, now };
    expect(timeOf('2026-11-23T17:00:00Z', unknown)).toBe('17:00 UTC');
    expect(deadlineOf('2026-11-29T17:00:00Z', unknown)).toBe('Sunday at 17:00 UTC');
    expect(momentOf('2026-11-21T15:19:00Z')).toBe('Nov 21, 2026, 15:19 UTC');
  });

  test('follows a verb, and has a day of its own where a day alone was meant', () => {
    expect(onMoment('2026-11-29T17:00:00Z', clock)).toBe('on Sunday at 18:00');
    expect(onMoment('2026-11-23T16:00:00Z', clock)).toBe('2 hours ago');
    const west = { zone: 'America/Los_Angeles', now };
    expect(dayOf('2026-11-21', west)).toBe('Nov 21, 2026');
    expect(dayOf('2026-11-21T03:00:00Z', west)).toBe('Nov 20, 2026');
  });

  test('is exact in emails and titles', () => {
    expect(exactMomentOf('2026-11-29T16:43:00Z', { zone: 'America/New_York' })).toBe(
      'Sunday, November 29, 2026 at 11:43 EST',
    );
    expect(exactMomentOf('2026-11-29T16:43:00Z', { zone: null })).toBe(
      'Sunday, November 29, 2026 at 16:43 UTC',
    );
  });
});
