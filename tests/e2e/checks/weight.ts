import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import { type Loaded, sum, sumOfBodies } from './transfers.ts';

/** Of the whole site, in bytes as the site serves them. */
export const mostCss = 8_192;
/** The script of all pages. */
export const mostScripts = 4_096;
/** Videos load their player as well. */
export const mostVideoScripts = 4_096;
/** To members it also reports where they are. */
export const mostMembersVideoScripts = 4_608;
/** Sending files in chunks is the most that a page of members has besides the script of all pages. */
const mostMembersScripts = 10_240;

/** Pages that show many of a kind, a row or card each; on the map, techniques. */
const lists =
  /^\/(map(\/.*)?|content\/\d+\/comments|discover|creators(\/\w+)?|lists(\/\d+)?|dashboard|library|profile\/following|messages|notifications|requests|account\/(support|reports)|studio\/content|admin\/(featured|creators|users|reports|requests|support|payouts|purchases|log)|admin\/creators\/\d+)($|\?)/;

/** The HTML that an address may take, headers included (budgets.md); what is no list is held to what forms are. */
export const most = (address: string) => {
  if (address === '/') return 10_000;
  if (lists.test(address)) return 12_000;
  if (/^\/(content\/\d+|lists\/\d+\/\d+)$/.test(address)) return 8_000;
  // A chart has a row of figures for each day, which people read who cannot see its curve.
  return /^\/(studio\/analytics|admin\/overview)$/.test(address) ? 8_000 : 6_000;
};

/** Checks what a screen of a signed-in person loaded against its limits. */
export function expectLight(loaded: Loaded[], address: string) {
  const html = sum(loaded, 'Document');
  expect.soft(html, `HTML of ${address}`).toBeGreaterThan(0);
  expect.soft(html, `HTML of ${address}`).toBeLessThanOrEqual(most(address));
  expect.soft(sumOfBodies(loaded, 'Script'), `scripts of ${address}`).toBeLessThanOrEqual(mostMembersScripts);
  expect.soft(sumOfBodies(loaded, 'Stylesheet'), `CSS of ${address}`).toBeLessThanOrEqual(mostCss);
}

/** Layout shifts and long work, seen from before the first paint. */
export const watchShifts = () => {
  const seen = { shift: 0, blocked: 0, moved: [] as string[] };
  Object.assign(window, { seen });
  // Of long frames the part that scripts took: drawing takes long on any busy machine.
  new PerformanceObserver((list) => {
    for (const { scripts } of list.getEntries() as (PerformanceEntry & { scripts: PerformanceEntry[] })[]) {
      for (const { duration } of scripts) seen.blocked += Math.max(0, duration - 50);
    }
  }).observe({ type: 'long-animation-frame', buffered: true });
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => `${[x, y, width, height].map(Math.round)}`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      seen.shift += value;
      for (const { node, previousRect, currentRect } of sources) {
        const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent;
        seen.moved.push(`${name}: from ${boxOf(previousRect)} to ${boxOf(currentRect)}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

interface Seen {
  shift: number;
  blocked: number;
  /** What moved, from where to where. */
  moved: string[];
}

export const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
