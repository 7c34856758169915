/** What a member may hear of, and may choose not to hear of (decision 024). */
export const kinds = ['new-item', 'message', 'request', 'sale', 'rating', 'report', 'support'] as const;
export type Kind = (typeof kinds)[number];

export const kindNames = {
  'new-item': { name: 'New techniques', hint: 'Somebody you follow published something.' },
  message: { name: 'Messages', hint: 'Somebody wrote to you.' },
  request: { name: 'Custom requests', hint: 'What becomes of requests you made or were asked.' },
  sale: { name: 'Sales', hint: 'One of your techniques was bought, or a sale was given back.' },
  rating: { name: 'Ratings', hint: 'Somebody rated one of your techniques.' },
  report: { name: 'Reports', hint: 'What we decided about your reports, and about what is yours.' },
  support: { name: 'Support', hint: 'We answered a question of yours.' },
} satisfies Record<Kind, { name: string; hint: string }>;

/** What can happen within each kind; line.ts has the words for it. */
export const deeds = {
  'new-item': ['published'],
  message: ['sent'],
  request: [
    'asked',
    'accepted',
    'declined',
    'delivered',
    'cancelled',
    'disputed',
    'settled',
    // By the clock.
    'expired',
    'lapsed',
    'late',
  ],
  sale: ['sold', 'refunded', 'taken-back'],
  rating: ['rated'],
  report: ['answered', 'decided', 'put-back'],
  support: ['answered'],
} as const satisfies Record<Kind, readonly string[]>;

export type Deed = { [Each in Kind]: (typeof deeds)[Each][number] }[Kind];

/** Something that one member is to hear of; it travels through the queue. */
export type Happening = {
  [Each in Exclude<Kind, 'new-item'>]: {
    kind: Each;
    deed: (typeof deeds)[Each][number];
    /** The member who hears of it. */
    to: number;
    /** The member who did it; left out where the house did, or where it is nobody's business. */
    by?: number;
    /** The number of what it is about: a conversation, request, purchase, rated item, case or question. */
    about: number;
    /** For deeds that are gathered while unread (messages, ratings, answers): the number of the newest one, which only grows. */
    newest?: number;
    /** What it was called at that moment, where it has a name of its own. */
    title?: string;
    at: Date;
  };
}[Exclude<Kind, 'new-item'>];

/** An item came out: the job finds out itself who follows its creator. */
export interface NewItem {
  kind: 'new-item';
  /** The item. */
  about: number;
  at: Date;
}

type Queued<Each> = Each extends unknown ? Omit<Each, 'at'> & { at: string } : never;

/** The same as the queue keeps it; `after` is the last follower of an earlier piece of the work. */
export type Told = Queued<Happening> | (Queued<NewItem> & { after?: number });
