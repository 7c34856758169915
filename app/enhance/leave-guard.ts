function ask(event: BeforeUnloadEvent) {
  event.preventDefault();
  // Browsers before 2023 only understand this.
  event.returnValue = true;
}

/** Makes the browser ask before the page is left, because its files would have to be chosen again. */
export function guardUnsavedInput(isAtStake: boolean) {
  // Only set when needed: a page that asks is not kept in the back-forward cache.
  if (isAtStake) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
