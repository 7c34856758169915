/** How much a member keeps, and how much they may; null where there is no limit. */
export interface Room {
  usedBytes: number;
  quotaBytes: number | null;
}
