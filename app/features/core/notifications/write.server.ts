import type { SystemContext } from '../../../scope.ts';
import type { QueuedNotification } from './event-kinds.ts';
import { insertNotification } from './insert-notification.sql.server.ts';

type WriteContext = Pick<SystemContext, 'em'>;
export type Single = Exclude<QueuedNotification, { kind: 'new-item' }>;

/** Writes one notification, once, unless the member left, switched the kind off or blocked the actor. */
export async function writeNotification({ em }: WriteContext, event: Single): Promise<void> {
  await insertNotification(em, {
    ...event,
    key: keyOf(event),
    newest: event.newest ?? event.about,
    contentId: event.kind === 'rating' || event.kind === 'comment' ? event.about : null,
    by: event.by ?? null,
    title: event.title ?? null,
    isSilencedByBlock: isSilencedByBlock(event),
  });
}

/** Messages, ratings, comments and answers are grouped by subject; each other event has its own row. */
const keyOf = ({ kind, event, about, newest }: Single) =>
  newest === undefined ? `${kind}:${event}:${about}` : `${kind}:${about}`;

/** A block hides these events, but never those about money. */
const isSilencedByBlock = ({ kind, event }: Single) =>
  ['message', 'rating', 'comment', 'answer'].includes(kind) || (kind === 'request' && event === 'asked');
