export const linkPurposes = ['verify', 'reset', 'change', 'undo'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

const hourMs = 3_600_000;

export const linkLifeMs: Record<LinkPurpose, number> = {
  verify: 24 * hourMs,
  reset: hourMs,
  change: 24 * hourMs,
  // Long enough for people who read the old mailbox once a week.
  undo: 7 * 24 * hourMs,
};

export const linkPath = (purpose: LinkPurpose, token: string) =>
  `/auth/${purpose === 'change' ? 'verify' : purpose}/${token}`;

export interface LinkOrder {
  id: string;
  purpose: LinkPurpose;
  email: string;
  userId: number | null;
  askedAt: string;
}
