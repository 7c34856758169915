import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, inject, vi } from 'vitest';
import { beginSession } from '../../../app/features/identity/sessions/sessions.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { openedDatabase } from '../database/database.ts';
import { row, rows } from '../sql.ts';
import { testWorld } from '../world.ts';
import { apiDocument, mustBeDescribed } from './described.ts';
import { siteSettings } from './settings.ts';
import { startSite } from './site.ts';

export interface Asked {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array | URLSearchParams | FormData | null;
  /** JSON to send instead of a body. */
  json?: unknown;
  /** A session's cookie, from `signIn`. */
  as?: string | null;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: Buffer;
  header(name: string): string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json(): any;
}

type Site = Awaited<ReturnType<typeof startSite>>;

/** The built site as its own process, on the database of a test world. Test data comes from builders, requests go
 *  over HTTP. */
export function liveWorld(env: Record<string, string> = {}) {
  const world = testWorld();
  const held = {} as { site: Site };
  const settings = () => ({ ...siteSettings(world.database.url), ...env });
  beforeAll(async () => {
    [held.site] = await Promise.all([startSite({ env: settings(), keepsLog: true }), apiDocument()]);
  }, 60_000);
  afterAll(() => held.site?.stop(), 30_000);
  return {
    ...sentTo(world, () => held.site),
    get site() {
      return held.site;
    },
    /** What a further process on the same database is started with. */
    settings,
  };
}

/** The same on the site that the files of this suite share. What others left there stays, so a test names the rows that
 *  it is about. */
export function sharedWorld() {
  const { address, databaseUrl, logFile } = inject('sharedSite');
  const prefix = `p${randomBytes(3).toString('hex')}`;
  const world = testWorld({ database: openedDatabase(databaseUrl), prefix });
  const site = { address, log: () => readFileSync(logFile, 'utf8') };
  const live = sentTo(world, () => site);
  beforeAll(async () => {
    await apiDocument();
    await live.settled();
  }, 60_000);
  return { ...live, site, settings: () => siteSettings(databaseUrl) };
}

/** What tests do with a site, wherever it runs. */
function sentTo(world: ReturnType<typeof testWorld>, site: () => { address: string }) {
  world.clock.at = new Date();
  const askSite = (path: string, asked: Asked = {}) => ask(site().address, path, asked);
  let keeper: Promise<string> | undefined;
  /** A session as signing in would begin it; the cookie to send. */
  async function signIn(viewer: Viewer): Promise<string> {
    const visit = { now: new Date(), agent: 'a test', address: '127.0.0.1' };
    return cookieOf(await beginSession(world.em(), viewer.id, visit));
  }
  /** Until all that requests began is written: the views that the site collects, and its jobs. */
  async function settled() {
    keeper ??= world.person().then(signIn);
    // Who takes an item out of the history makes the site write the views first, also those of others.
    const forgot = await askSite('/api/history/1', { method: 'DELETE', as: await keeper });
    expect(forgot.status).toBe(204);
    const due = () => rows(world.em())`
      select task_id from graphile_worker._private_jobs
      where locked_at is not null or (run_at <= now() and attempts < max_attempts)`;
    await vi.waitFor(async () => expect(await due()).toEqual([]), { timeout: 60_000 });
  }

  return {
    ...world,
    signIn,
    settled,
    ask: askSite,
    /** A lone form of our own, as a browser sends it. */
    post: (path: string, fields: Record<string, string> | URLSearchParams, asked: Asked = {}) =>
      askSite(path, {
        method: 'POST',
        ...asked,
        body: new URLSearchParams(fields),
        headers: { origin: site().address, ...asked.headers },
      }),
    /** All rows in a short text, once the site has settled. Two equal texts mean that nothing was written. What the
     *  clock alone writes (scheduled jobs and their figures) is left out. */
    async everything() {
      await settled();
      const tables = await rows<{ name: string }>(world.em())`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'sandbox') or tablename = '_private_jobs'`;
      const all: Record<string, string> = {};
      const left = ['public.rate_limits', 'public.platform_figures'];
      for (const { name } of tables.filter((each) => !left.includes(each.name))) {
        const asked = name.endsWith('_private_jobs')
          ? `where not coalesce(payload::jsonb ? '_cron', false)`
          : '';
        const found = await world
          .em()
          .getConnection()
          .execute<{ sum: string }[]>(
            `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from ${name} t ${asked}`,
          );
        all[name] = found[0]?.sum ?? '';
      }
      return all;
    },
    countOf: async (table: string) =>
      (
        await row<{ n: number }>(world.em())`
          select (xpath('/row/c/text()', query_to_xml(${`select count(*) as c from ${table}`}, false, true, '')))[1]::text::int as n`
      )?.n ?? 0,
  };
}

/** The token in the cookie, as Remix writes it: base64 of its JSON. */
export const cookieOf = (token: string) =>
  `summa=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString('base64'))}`;

/** Sends exactly this path, and follows no redirect. */
export async function ask(site: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { hostname, port } = new URL(site);
  const headers: Record<string, string | string[]> = { host: `localhost:${port}`, ...asked.headers };
  let body = asked.json === undefined ? asked.body : JSON.stringify(asked.json);
  if (asked.json !== undefined) headers['content-type'] ??= 'application/json';
  if (asked.as) headers.cookie = asked.as;
  if (body instanceof FormData || body instanceof URLSearchParams) {
    const made = new Response(body);
    headers['content-type'] ??= made.headers.get('content-type') ?? '';
    body = new Uint8Array(await made.arrayBuffer());
  }
  if (body) headers['content-length'] ??= String(Buffer.byteLength(body));
  const answer = await new Promise<Answer>((done, fail) => {
    const options = { host: hostname, port, path, method: asked.method ?? 'GET', headers, agent: false };
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          bytes,
          header: (name) => String(response.headers[name] ?? ''),
          json: () => JSON.parse(text),
        });
      });
    });
    sent.on('error', fail);
    sent.end(body ?? undefined);
  });
  if (path.startsWith('/api/')) {
    const { status, text } = answer;
    await mustBeDescribed(
      { method: asked.method ?? 'GET', path },
      { status, text, type: answer.header('content-type') },
    );
  }
  return answer;
}
