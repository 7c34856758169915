/** How much of a course its viewer has seen, of what they may know of. */
export const progressOf = (cards: readonly { seen: boolean }[]) => ({
  seen: cards.filter(({ seen }) => seen).length,
  total: cards.length,
});
