import { expect, type Page } from '@playwright/test';

export interface Loaded {
  url: string;
  type: string;
  /** The bytes received, headers included; 0 for what the browser had, and for what is still loading. */
  bytes: number;
  /** The part of it before the body. */
  head: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
}

/** Counts the bytes that a page receives. */
export async function counted(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const all = new Map<string, Loaded>();
  const underWay = new Map<string, string>();
  client.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type && ['Document', 'Stylesheet', 'Script'].includes(type)) underWay.set(requestId, request.url);
  });
  client.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId));
  client.on('Network.responseReceived', ({ requestId, response, type }) => {
    const { url, encodedDataLength: head } = response;
    const headers = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]);
    all.set(requestId, { url, type, bytes: 0, head, headers: Object.fromEntries(headers) });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    underWay.delete(requestId);
    const found = all.get(requestId);
    if (found) found.bytes = encodedDataLength;
  });
  return {
    /** Starts again, by default as a first visit. */
    async begin({ isFirst = true } = {}) {
      all.clear();
      underWay.clear();
      if (isFirst) await client.send('Network.clearBrowserCache');
    },
    loaded: () => [...all.values()],
    /** Documents, style sheets and scripts that were requested and are not complete. */
    underWay: () => [...underWay.values()],
    end: () => client.detach(),
  };
}

interface Visit {
  /** The browser has nothing yet. */
  isFirst?: boolean;
  /** Whether scripts may ask for more after the page has loaded; to wait for that takes half a second. */
  mayAskLater?: boolean;
}

/** Loads the address, by default as a first visit, and counts the bytes received. */
export async function load(
  page: Page,
  address: string,
  { isFirst = true, mayAskLater = true }: Visit = {},
): Promise<Loaded[]> {
  const line = await counted(page);
  await line.begin({ isFirst });
  await page.goto(address, { waitUntil: mayAskLater ? 'networkidle' : 'load' });
  await expect.poll(line.underWay, `what ${address} loads`).toEqual([]);
  await line.end();
  return line.loaded();
}

/** Bytes of one type, or of everything. */
export const sum = (loaded: Loaded[], type?: string) =>
  loaded.filter((each) => !type || each.type === type).reduce((total, { bytes }) => total + bytes, 0);

/** Of stored files, the files without headers, which come with each answer. */
export const sumOfBodies = (loaded: Loaded[], type: string) =>
  loaded.filter((each) => each.type === type).reduce((total, { bytes, head }) => total + bytes - head, 0);
