export const tiers = ['free', 'premium', 'vip'] as const;

export type Tier = (typeof tiers)[number];
