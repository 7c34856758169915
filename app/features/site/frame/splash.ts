/** Milliseconds; the longer of the two minimums is used (E2.3). */
export const splash = {
  logo: 1200,
  minimum: { component: 2000, start: 2500 },
  fade: 500,
} as const;
