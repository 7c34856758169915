/** What a study pack holds at most. What does not fit is named in it. */
export const packLimits = {
  techniques: 24,
  /** Items with a page of their own. */
  items: 12,
  files: 40,
  bytes: 300_000_000,
};
