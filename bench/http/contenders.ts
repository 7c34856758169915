import type { Answered } from './bare.ts';
import type { Memory } from './processes.ts';
import { type People, type Received, requestFor, type Sent, send } from './requests.ts';
import type { Site, Stack } from './stacks.ts';
import type { Known, Target } from './targets.ts';

/** A server that takes part, and how it is asked. */
export interface Contender {
  name: string;
  stack: Stack;
  /** What the answers cost is summed over these. */
  roots: Record<string, number>;
  ask: (target: Target, n: number) => Sent;
}

/** A started site with what its requests need to know. */
export interface OpenSite {
  site: Site;
  known: Known;
  people: People;
  idle: Memory;
}

export const contenderOf = (name: string, open: OpenSite): Contender => ({
  name,
  stack: open.site,
  roots: open.site.roots,
  ask: (target, n) => requestFor(target, open.known, open.people, n),
});

/** The other servers answer the site's requests at paths of their own. */
export const beside = (
  name: string,
  stack: Stack,
  site: OpenSite,
  pathOf: (target: Target, path: string) => string,
) => ({
  name,
  stack,
  roots: stack.roots,
  ask(target: Target, n: number): Sent {
    const sent = requestFor(target, site.known, site.people, n);
    return { ...sent, path: pathOf(target, sent.path) };
  },
});

/** Some answers before and after the windows. @throws Error when one is not what it should be */
export async function check({ name, stack, ask }: Contender, target: Target): Promise<Received[]> {
  const all: Received[] = [];
  for (let n = 0; n < 4; n += 1) {
    const received = await send(ask(target, n), stack.port);
    const { status, text } = received;
    // The reference renders only the main part of a page.
    const holds = name === 'reference' && status === 200 ? text.length > 0 : target.holds.test(text);
    if (status !== (target.status ?? 200) || !holds)
      throw new Error(`${name} answered ${target.name} with ${status}: ${text.slice(0, 200)}`);
    all.push(received);
  }
  return all;
}

const keptHeaders = ['content-type', 'content-encoding', 'etag'];
export const answeredOf = ({ status, headers, body }: Received): Answered => ({
  status,
  headers: Object.fromEntries(keptHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
  body: body.toString('base64'),
});
