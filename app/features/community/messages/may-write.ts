import type { Tier } from '../../../domain/tiers.ts';

export interface Between {
  plan: Tier;
  /** Null while neither has written. */
  conversation: { isOwn: boolean; isAnswered: boolean } | null;
  hasOpenRequest: boolean;
  isActive: boolean;
  blocksThem: boolean;
  blocksMe: boolean;
}

/** `away` is all that is shown of a suspension, a deletion or a block. */
export type Verdict = 'yes' | 'blocked' | 'away' | 'plan';

/** Who may write to whom (ADR-019): a paid plan starts a conversation (E1.14), anyone answers. The starter may go on
 *  without the plan once answered; an open custom request allows both (ADR-025). */
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

/** The message of each refusal; `name` is the receiver. */
export const refusals = {
  blocked: (name: string) => `You blocked ${name}. Unblock them to write again.`,
  away: (name: string) => `${name} cannot receive messages at the moment.`,
  plan: (name: string) =>
    `Premium and VIP Elite members start conversations with athletes. On the Explorer plan you can answer once ${name} has written to you.`,
} satisfies Record<Exclude<Verdict, 'yes'>, (name: string) => string>;
