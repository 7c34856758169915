const waiting: (() => void)[] = [];
let isTaken = false;

/** Waits until no other page has been made since the process last looked at the network. Several that are ready at once
 *  would otherwise be made in a row, and pages from memory would wait for all of them (ADR-087). On a quiet site it does
 *  not wait at all. */
export function ownTurn(): Promise<void> | undefined {
  if (isTaken) return new Promise((begin) => waiting.push(begin));
  isTaken = true;
  // In the next round: the immediates of this one come before the network.
  setImmediate(() => setImmediate(giveTurn));
}

/** Waits until the pages that wait have been made; undefined if no page waits. */
export function turnBehindPages(): Promise<void> | undefined {
  return waiting.length > 0 ? new Promise((begin) => waiting.push(begin)) : undefined;
}

/** What follows `begin` runs before the event loop goes on. */
function giveTurn() {
  const begin = waiting.shift();
  isTaken = begin !== undefined;
  if (!begin) return;
  setImmediate(giveTurn);
  begin();
}
