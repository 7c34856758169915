export const topics = {
  account: 'My account',
  payment: 'Payments and plans',
  content: 'Techniques and creators',
  technical: 'Something isn’t working',
  privacy: 'My personal data',
  other: 'Something else',
} as const;
export type Topic = keyof typeof topics;
export const topicNames = Object.keys(topics) as [Topic, ...Topic[]];

export const states = ['open', 'answered', 'closed'] as const;
export type State = (typeof states)[number];

/** A question's name in the log and in emails; it contains nothing that the member typed. */
export const nameOf = (id: number) => `Question ${id}`;

export const ownPath = (id: number) => `/account/support/${id}`;
