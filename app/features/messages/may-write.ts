import type { Tier } from '../content/words.ts';

/** What the rule of writing must know about a member and the one they write to. */
export interface Between {
  /** The plan of whoever writes. */
  plan: Tier;
  /** Null while neither has written. */
  conversation: { isOwn: boolean; isAnswered: boolean } | null;
  /** A custom request between the two is not over. */
  hasOpenRequest: boolean;
  isActive: boolean;
  blocksThem: boolean;
  blocksMe: boolean;
}

/** `away` is all that anybody is told of a suspension, a deletion or a block. */
export type Verdict = 'yes' | 'blocked' | 'away' | 'plan';

/**
 * Who may write to whom (experience.md §1, decisions 019): a paid plan starts a conversation, anyone answers. Who
 * started one and has lost the plan goes on where the other has answered. The two of a custom request speak about it
 * until it is over, whatever their plans (decisions 025).
 */
export function mayWrite({
  plan,
  conversation,
  hasOpenRequest,
  isActive,
  blocksThem,
  blocksMe,
}: Between): Verdict {
  if (blocksThem) return 'blocked';
  if (!isActive || blocksMe) return 'away';
  const answers = conversation !== null && (!conversation.isOwn || conversation.isAnswered);
  return answers || hasOpenRequest || plan !== 'free' ? 'yes' : 'plan';
}

/** What a refusal says; `name` is the one who was written to. */
export const refusals = {
  blocked: (name: string) => `You blocked ${name}. Unblock them to write again.`,
  away: (name: string) => `${name} cannot be written to at the moment.`,
  plan: (name: string) =>
    `Premium and VIP Elite members start conversations with athletes. On the Explorer plan you can answer once ${name} has written to you.`,
} satisfies Record<Exclude<Verdict, 'yes'>, (name: string) => string>;
