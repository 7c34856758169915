/** The sender's name for a file, safe to show: no folders, no control characters. Never a path. */
export function shownName(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\ufffd]/gu, '').trim();
  return /[^.\s]/.test(clean) ? clean.slice(0, 100).toWellFormed() : 'file';
}
