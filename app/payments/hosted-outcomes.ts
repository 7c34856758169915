/** The buttons of the sandbox's payment page. */
export const hostedOutcomes = ['pay', 'decline', 'cancel', 'needs_confirmation'] as const;
export type HostedOutcome = (typeof hostedOutcomes)[number];
