/** Tells the server the browser's time zone; it becomes the member's while they have chosen none. */
export function start() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no Cookie Store.
  document.cookie = `zone=${timeZone};path=/;samesite=lax`;
}
