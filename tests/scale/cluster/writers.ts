import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Heard, send } from './http.ts';
import type { Person } from './people.ts';

/** A write that the site acknowledged: one line of the log. */
export interface Acknowledged {
  kind: 'like' | 'rating' | 'message' | 'purchase';
  member: number;
  item?: number;
  /** What the product knows the repeated request by, or the text that only this write has. */
  key: string;
  /** The id in the answer, where it has one. */
  id?: number;
  at: number;
}

export interface WrongAnswer {
  what: string;
  status: number;
  text: string;
}

interface Load {
  site: string;
  writers: Person[];
  /** The member they write to. */
  creator: Person;
  items: { free: number[]; sold: number[] };
  /** Where acknowledged writes are appended. */
  file: string;
}

/** Between two writes of one member. */
const pauseMs = 60;
/** Before a refused request is sent again. */
const againMs = 300;

export type Writing = ReturnType<typeof startWriters>;

/** Members who like, rate, write messages and buy until `finish`. A request that gets 503 is sent again, with the same
 *  key, until it is acknowledged. */
export function startWriters({ site, writers, creator, items, file }: Load) {
  /** Moments of acknowledgements, by `performance.now()`. */
  const moments: number[] = [];
  /** Those of answers that need a write. That a purchase is paid may have been written before it is asked. */
  const writes: number[] = [];
  const wrong: WrongAnswer[] = [];
  let refused = 0;
  let goesOn = true;
  const note = (entry: Omit<Acknowledged, 'at'>) => {
    moments.push(performance.now());
    if (entry.kind !== 'purchase') writes.push(performance.now());
    appendFileSync(file, `${JSON.stringify({ ...entry, at: Date.now() } satisfies Acknowledged)}\n`);
  };

  /** Repeats a call while it gets 503 with Retry-After; any other answer than the expected ones is noted. */
  async function insist(
    what: string,
    call: () => Promise<Heard>,
    isRight: (heard: Heard, tries: number) => boolean,
  ) {
    for (let tries = 1; ; tries += 1) {
      const heard = await call();
      if (isRight(heard, tries)) return heard;
      if (heard.status === 503 && heard.retryAfter) refused += 1;
      else wrong.push({ what, status: heard.status, text: `${heard.text.slice(0, 200)} (${heard.ms} ms)` });
      // An outage of two minutes is the longest that a test makes.
      if (tries > 600 || wrong.length > 100) return null;
      await sleep(againMs);
    }
  }
  const ok = ({ status }: Heard) => status === 200 || status === 201;

  async function write(member: Person, n: number) {
    const post = (path: string, json: unknown) => () =>
      send(site, path, { method: 'POST', json, cookie: member.cookie });
    const free = items.free[n % items.free.length] ?? 0;
    const key = `${member.username} ${free} ${Date.now()}`;
    if (await insist('like', post(`/api/content/${free}/like`, { liked: true }), ok))
      note({ kind: 'like', member: member.id, item: free, key });

    const rating = { rating: 1 + (n % 5), review: `Review ${key}` };
    if (await insist('rating', post(`/api/content/${free}/rating`, rating), ok))
      note({ kind: 'rating', member: member.id, item: free, key: rating.review });

    const message = { text: `Message ${key}`, attempt: `attempt ${key}` };
    const sent = await insist('message', post(`/api/messages/${creator.username}`, message), ok);
    if (sent) note({ kind: 'message', member: member.id, key: message.text, id: JSON.parse(sent.text).id });

    await buy(member, items.sold[n % items.sold.length] ?? 0, key);
  }

  async function buy(member: Person, item: number, key: string) {
    const post = (path: string, json: unknown) => () =>
      send(site, path, { method: 'POST', json, cookie: member.cookie });
    const owned = ({ status, text }: Heard, tries: number) =>
      // An earlier try was carried out and not acknowledged.
      tries > 1 && status === 409 && /already own/.test(text);
    const attempt = `attempt ${key}`.slice(-60);
    const begun = await insist('purchase', post(`/api/content/${item}/purchase`, { attempt }), ok);
    if (!begun) return;
    const { clientSecret } = JSON.parse(begun.text) as { clientSecret: string };
    const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
    const form = { client_secret: clientSecret, number: '4242424242424242' };
    const confirm = () =>
      send(site, `/sandbox/v1/payment_intents/${paymentIntentId}/confirm`, { method: 'POST', form });
    if (!(await insist('card', confirm, ok))) return;
    const done = await insist(
      'confirmation',
      post(`/api/content/${item}/confirm-purchase`, { paymentIntentId }),
      (heard, tries) => ok(heard) || owned(heard, tries),
    );
    if (done) note({ kind: 'purchase', member: member.id, item, key: paymentIntentId });
  }

  const working = Promise.all(
    writers.map(async (member, at) => {
      // Each begins elsewhere, and none comes twice to the same item.
      const first = Math.floor((at * items.free.length) / writers.length);
      for (let n = 0; goesOn && n < items.free.length; n += 1) {
        await write(member, first + n);
        await sleep(pauseMs);
      }
    }),
  );
  return {
    moments,
    writes,
    wrong,
    refused: () => refused,
    /** Lets each member finish what they have begun. */
    async finish() {
      goesOn = false;
      await working;
    },
  };
}

/** The log of acknowledged writes. */
export const acknowledgedIn = (file: string): Acknowledged[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Acknowledged);

/** The longest time without an acknowledgement between two moments, in seconds. */
export function longestPause(moments: number[], from: number, to: number): number {
  const inside = [from, ...moments.filter((at) => at >= from && at <= to).sort((a, b) => a - b), to];
  const gaps = inside.slice(1).map((at, n) => at - (inside[n] ?? at));
  return Math.round(Math.max(0, ...gaps) / 100) / 10;
}
