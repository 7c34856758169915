/** Kinds of notifications, each of which a member may switch off (ADR-024). */
export const kinds = [
  'new-item',
  'position',
  'map',
  'message',
  'request',
  'sale',
  'rating',
  'comment',
  'answer',
  'report',
  'support',
] as const;
export type Kind = (typeof kinds)[number];

export const kindNames = {
  'new-item': { name: 'New techniques', hint: 'Someone you follow published something.' },
  position: { name: 'Positions', hint: 'Someone published a technique for a position you follow.' },
  map: { name: 'Map', hint: 'What curators decided about your proposals and corrections.' },
  message: { name: 'Messages', hint: 'Someone wrote to you.' },
  request: { name: 'Custom requests', hint: 'What becomes of requests you made or were asked.' },
  sale: { name: 'Sales', hint: 'One of your techniques was bought, or a sale was refunded.' },
  rating: { name: 'Ratings', hint: 'Someone rated one of your techniques.' },
  comment: { name: 'Comments', hint: 'Someone wrote about one of your techniques.' },
  answer: { name: 'Answers', hint: 'Someone answered your comment.' },
  report: { name: 'Reports', hint: 'What we decided about your reports, and about what is yours.' },
  support: { name: 'Support', hint: 'We answered one of your questions.' },
} satisfies Record<Kind, { name: string; hint: string }>;

export const eventKinds = {
  'new-item': ['published'],
  position: ['taught'],
  map: [
    ...(['position-accepted', 'position-merged', 'position-declined'] as const),
    ...(['transition-accepted', 'transition-merged', 'transition-declined'] as const),
    ...(['correction-accepted', 'correction-declined'] as const),
  ],
  message: ['sent'],
  request: [
    'asked',
    'accepted',
    'declined',
    'delivered',
    'cancelled',
    'disputed',
    'settled',
    // Caused by a deadline.
    'expired',
    'lapsed',
    'late',
  ],
  sale: ['sold', 'refunded', 'taken-back'],
  rating: ['rated'],
  comment: ['written'],
  answer: ['answered'],
  report: ['answered', 'decided', 'put-back'],
  support: ['answered'],
} as const satisfies Record<Kind, readonly string[]>;

export type EventKind = { [Each in Kind]: (typeof eventKinds)[Each][number] }[Kind];

/** Kinds that one job writes for many members. */
type ForMany = 'new-item' | 'position';

export type NotificationEvent = {
  [Each in Exclude<Kind, ForMany>]: {
    kind: Each;
    event: (typeof eventKinds)[Each][number];
    to: number;
    /** Who did it; absent for deadlines, and where it is private. */
    by?: number;
    /** The id of a conversation, request, purchase, item, comment, case, question, proposal or correction. */
    about: number;
    /** For events that are grouped while unread: the id of the newest one, which only grows. */
    newest?: number;
    title?: string;
    at: Date;
  };
}[Exclude<Kind, ForMany>];

export interface NewItem {
  kind: 'new-item';
  about: number;
  at: Date;
  /** Only those who follow a position of the item, as when it was put on the map after it was published. */
  stage?: 'positions';
}

type Queued<Each> = Each extends unknown ? Omit<Each, 'at'> & { at: string } : never;

/** As stored in the queue; `after` is the last follower of the previous batch. */
export type QueuedNotification = Queued<NotificationEvent> | (Queued<NewItem> & { after?: number });
