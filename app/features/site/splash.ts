/** Milliseconds. The specification gives two readings of the minimum; both are kept (decisions 13). */
export const splash = {
  logo: 1200,
  minimum: { component: 2000, start: 2500 },
  fade: 500,
} as const;
