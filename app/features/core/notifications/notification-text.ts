import { dayOf } from '../../../ui/date.ts';
import { count, counted } from '../../../ui/number.ts';
import type { EventKind, eventKinds, Kind } from './event-kinds.ts';

export interface LineFacts {
  kind: Kind;
  event: EventKind;
  count: number;
  aboutId: number;
  title: string | null;
  /** Its name is null once the account is gone; null when no actor is named. */
  by: { username: string | null; name: string | null } | null;
  item: { id: number; title: string } | null;
}

export const lineOf = (facts: LineFacts): { text: string; address: string | null } => ({
  text: textOf(facts),
  address: addressOf(facts),
});

/** What a line says that holds several notifications of a week. */
export function bundleText(
  { kind, count: events, by, at }: Pick<LineFacts, 'kind' | 'count' | 'by'> & { at: string },
  held: number,
  now: Date,
): string {
  const many = (number: number, words: string) => `${held >= 100 ? '99+' : count(number)} ${words}`;
  const week = weekOf(at, now);
  if (kind === 'sale') return `You made ${many(held, 'sales')} ${week}`;
  if (kind === 'rating') return `${many(events, 'new ratings')} ${week}`;
  return `${by?.name ?? 'A creator who left'} published ${many(held, 'techniques')} ${week}`;
}

const weekMs = 7 * 24 * 3_600_000;
/** A Monday, as in the column `bundle`. */
const firstMonday = Date.UTC(2001, 0, 1);
const weeksOf = (time: number) => Math.floor((time - firstMonday) / weekMs);

function weekOf(at: string, now: Date): string {
  const week = weeksOf(new Date(at).getTime());
  const ago = weeksOf(now.getTime()) - week;
  if (ago <= 0) return 'this week';
  return ago === 1 ? 'last week' : `in the week of ${dayOf(new Date(firstMonday + week * weekMs))}`;
}

const missed = { expired: 'answered', lapsed: 'paid', late: 'delivered' };

function textOf({ kind, event, count, title, by, item }: LineFacts): string {
  const name = by?.name ?? 'a former member';
  const who = by?.name ?? 'A former member';
  const what = title ? `“${title}”` : 'something';
  const technique = item ? `“${item.title}”` : 'a technique that is no longer here';
  switch (kind) {
    case 'new-item':
      return `${who} published ${technique}`;
    case 'position':
      return `${who} published ${technique} for ${title ? `“${title}”` : 'a position'} that you follow`;
    case 'map':
      return mapText(event as MapEvent, what);
    case 'message':
      return `${counted(count, 'new message')} from ${name}`;
    case 'rating':
      return `${counted(count, 'new rating')} of ${technique}`;
    case 'comment':
      return `${counted(count, 'new comment')} on ${technique}`;
    case 'answer':
      return count > 1
        ? `${count} answers to your comment on ${what}`
        : `${who} answered your comment on ${what}`;
    case 'support':
      return count > 1 ? `${count} answers to your question ${what}` : `We answered your question ${what}`;
    case 'request':
      if (event === 'asked') return `${who} asks you for ${what}`;
      if (event in missed)
        return `The request ${what} was not ${missed[event as keyof typeof missed]} in time`;
      return `The request ${what} ${event === 'settled' ? 'is' : 'was'} ${event}${by ? ` by ${name}` : ''}`;
    case 'sale':
      if (event === 'sold') return `You sold ${what}`;
      if (event === 'refunded') return `A sale of ${what} was refunded`;
      return `A buyer’s bank took back the money for ${what}`;
    case 'report':
      if (event === 'answered') return `We reviewed your report about ${what}`;
      return event === 'put-back' ? `We put ${what} back where it was` : `We made a decision about ${what}`;
  }
}

type MapEvent = (typeof eventKinds)['map'][number];

const mapOutcomes = {
  accepted: 'is on the map now',
  merged: 'was merged into a name that the map had',
  declined: 'was declined; see why',
};

function mapText(event: MapEvent, what: string): string {
  if (event === 'correction-accepted') return `Thank you: your correction of ${what} was accepted`;
  if (event === 'correction-declined') return `Your correction of ${what} was declined; see why`;
  return `Your proposal ${what} ${mapOutcomes[event.split('-')[1] as keyof typeof mapOutcomes]}`;
}

function addressOf({ kind, event, aboutId, by, item }: LineFacts): string | null {
  switch (kind) {
    case 'new-item':
    case 'position':
      return item && `/content/${item.id}`;
    case 'rating':
      return item && `/content/${item.id}#reviews`;
    case 'comment':
      return item && `/content/${item.id}/comments`;
    case 'answer':
      return `/comments/${aboutId}`;
    case 'map':
      return event.startsWith('correction')
        ? '/map/proposed?show=corrections'
        : `/map/proposed/${event.charAt(0)}${aboutId}`;
    case 'message':
      return by?.username ? `/messages/${by.username}#newest` : '/messages';
    case 'support':
      return `/account/support/${aboutId}`;
    case 'request':
      return `/requests/${aboutId}`;
    case 'sale':
      return '/studio/earnings#sales';
    case 'report':
      return event === 'answered' ? '/account/reports' : '/account/reports?show=about-me';
  }
}
