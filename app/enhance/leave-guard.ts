function ask(event: BeforeUnloadEvent) {
  event.preventDefault();
  // Browsers before 2023 hear only this.
  event.returnValue = true;
}

/** Whether the browser asks, in its own words, before the page is left: its files would have to be chosen again. */
export function guardLeaving(isAtStake: boolean) {
  // Never there without need: a page that asks is not kept for the way back.
  if (isAtStake) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
