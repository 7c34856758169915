/** What a question can be about. */
export const topics = {
  account: 'My account',
  payment: 'Payments and plans',
  content: 'Techniques and creators',
  technical: 'Something does not work',
  privacy: 'My personal data',
  other: 'Something else',
} as const;
export type Topic = keyof typeof topics;
export const topicNames = Object.keys(topics) as [Topic, ...Topic[]];

/** Whether a question waits for us, was answered, or is done. */
export const states = ['open', 'answered', 'closed'] as const;
export type State = (typeof states)[number];

/** How the log and the letters call a question: its number, none of its asker's words. */
export const nameOf = (id: number) => `Question ${id}`;

export const ownPath = (id: number) => `/account/support/${id}`;
