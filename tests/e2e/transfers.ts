import type { Page } from '@playwright/test';

export interface Loaded {
  url: string;
  type: string;
  /** What came over the line, headers included; 0 for what the browser had. */
  bytes: number;
  /** Of it what stands before the body. */
  head: number;
  /** By their names in small letters. */
  headers: Record<string, string>;
}

/** Loads the address, by default as a first visit, and counts what comes over the line. */
export async function load(page: Page, address: string, { isFirst = true } = {}): Promise<Loaded[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  if (isFirst) await client.send('Network.clearBrowserCache');
  const all = new Map<string, Loaded>();
  client.on('Network.responseReceived', ({ requestId, response, type }) => {
    const { url, encodedDataLength: head } = response;
    const headers = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]);
    all.set(requestId, { url, type, bytes: 0, head, headers: Object.fromEntries(headers) });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = all.get(requestId);
    if (found) found.bytes = encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await client.detach();
  return [...all.values()];
}

/** Bytes of one type, or of everything. */
export const sum = (loaded: Loaded[], type?: string) =>
  loaded.filter((each) => !type || each.type === type).reduce((total, { bytes }) => total + bytes, 0);

/** Of files that are kept, the files alone: their headers come with each answer, whatever is in it. */
export const sumOfBodies = (loaded: Loaded[], type: string) =>
  loaded.filter((each) => each.type === type).reduce((total, { bytes, head }) => total + bytes - head, 0);
