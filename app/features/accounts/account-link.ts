/**
 * What the links in our mails are for: to prove the address of an account, to choose a new password, to move the
 * account to a new address, and to take such a move back.
 */
export const linkPurposes = ['verify', 'reset', 'change', 'undo'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

const hourMs = 3_600_000;

/** How long a link is good, from the moment it was asked for. */
export const linkLifeMs: Record<LinkPurpose, number> = {
  verify: 24 * hourMs,
  reset: hourMs,
  change: 24 * hourMs,
  // Long enough for somebody who reads the old mailbox on Sundays.
  undo: 7 * 24 * hourMs,
};

export const linkPath = (purpose: LinkPurpose, token: string) =>
  `/auth/${purpose === 'change' ? 'verify' : purpose}/${token}`;

/** What the job that sends a link needs to know; the link itself is made only as the mail is written. */
export interface LinkOrder {
  /** Of the mail. */
  id: string;
  purpose: LinkPurpose;
  /** Where the mail goes. */
  email: string;
  /** Null where only an address was given: the job finds out whose it is. */
  userId: number | null;
  /** ISO 8601. */
  askedAt: string;
}
