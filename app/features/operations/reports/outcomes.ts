export const subjectKinds = ['content', 'review', 'creator', 'message', 'comment'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export const reasons = {
  'off-topic': 'Not jiu-jitsu, or in the wrong place',
  explicit: 'Nudity, gore or violence meant to injure',
  harassment: 'Harassment, threats or hate',
  dangerous: 'A dangerous technique without a warning',
  stolen: 'Someone else’s work, or copyright',
  spam: 'Spam, bought ratings or fraud',
  underage: 'Someone under 18',
  other: 'Something else',
} as const;
export type Reason = keyof typeof reasons;
export const reasonNames = Object.keys(reasons) as [Reason, ...Reason[]];

export const outcomes = ['dismissed', 'warned', 'taken-down', 'deleted', 'hidden'] as const;
export type Outcome = (typeof outcomes)[number];

/** The possible outcomes for each kind, the mildest first. */
export const outcomesOf: Record<SubjectKind, readonly Outcome[]> = {
  content: ['dismissed', 'warned', 'taken-down', 'deleted'],
  review: ['dismissed', 'warned', 'hidden'],
  creator: ['dismissed', 'warned'],
  message: ['dismissed', 'warned'],
  comment: ['dismissed', 'warned', 'hidden'],
};

export const outcomeNames: Record<Outcome, string> = {
  dismissed: 'Dismissed',
  warned: 'Talked to the person',
  'taken-down': 'Taken down',
  deleted: 'Deleted',
  hidden: 'Hidden',
};

export const kindNames: Record<SubjectKind, string> = {
  content: 'Item',
  review: 'Rating',
  creator: 'Creator',
  message: 'Message',
  comment: 'Comment',
};

/** What the reporter is shown; never what was written to the owner. */
export function answerTo(outcome: Outcome | null, isUndone: boolean): string {
  if (outcome === null) return 'Waiting for us';
  if (isUndone) return 'Removed at first, and put back after a second look';
  return {
    dismissed: 'We looked at it and found nothing against the guidelines',
    warned: 'You were right: we talked to the person',
    'taken-down': 'You were right: it was taken down',
    deleted: 'You were right: it was deleted',
    hidden: 'You were right: it was hidden',
  }[outcome];
}

/** Where the subject is on the site; a rating is on the page of its item. */
export const subjectAddress = {
  content: (id: number) => `/content/${id}`,
  review: (contentId: number) => `/content/${contentId}#reviews`,
  creator: (username: string) => `/creators/${username}`,
  message: (username: string, id: number) => `/messages/${username}#message-${id}`,
  comment: (id: number) => `/comments/${id}`,
};
