/** How a payment may end on the sandbox's own page, which offers them as plain buttons. */
export const hostedOutcomes = ['pay', 'decline', 'cancel', 'needs_confirmation'] as const;
export type HostedOutcome = (typeof hostedOutcomes)[number];
