/** The creator's half of a sale in cents, rounded up (E9.6). Summa keeps the rest, so both always add up. */
export const creatorShareCents = (amountCents: number): number => Math.ceil(amountCents / 2);
