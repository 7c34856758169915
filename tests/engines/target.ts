/** What a person aims at, by what they see: the first visible element of this kind with these words. */
export interface Target {
  css: string;
  /** Source of a regular expression for its name. */
  words?: string;
}

const patternOf = (words: string | RegExp) =>
  typeof words === 'string' ? `^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : words.source;

const named =
  (css: string) =>
  (words: string | RegExp): Target => ({ css, words: patternOf(words) });

/** Within the page or its open dialog; header and tab bar have links of the same names. */
export const button = named(':is(main, dialog) button');
export const link = named(':is(main, dialog, #toast) a[href]');
export const field = named(':is(main, dialog) :is(input, select, textarea)');
export const part = (css: string): Target => ({ css });

/**
 * Finds a target and brings it into view. It is sent into pages, so it uses nothing of this file.
 * @returns the element; null while it is not there
 */
export function seek({ css, words }: Target): Element | null {
  const pattern = words === undefined ? /^/ : new RegExp(words);
  const nameOf = (element: Element) => {
    const own = element.getAttribute('aria-label');
    const ids = element.getAttribute('aria-labelledby')?.split(' ');
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const parts = ids ? ids.map((id) => document.getElementById(id)) : labels.length > 0 ? labels : [element];
    return (own ?? parts.map((part) => part?.textContent ?? '').join(' ')).replace(/\s+/g, ' ').trim();
  };
  // A radio button or a file field may itself be invisible; its label is what is seen.
  const isSeen = (element: Element) =>
    [element, ...((element as HTMLInputElement).labels ?? [])].some((each) => each.checkVisibility());
  const found = [...document.querySelectorAll(css)].find(
    (element) => isSeen(element) && pattern.test(nameOf(element)),
  );
  found?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found ?? null;
}
