import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: FormData | URLSearchParams;
  json?: unknown;
}

/** Sends any header, which fetch does not, and reads the whole answer. */
export async function ask(
  site: string,
  path: string,
  { method = 'GET', headers = {}, body, json }: Asked = {},
) {
  const made = json === undefined ? new Response(body) : Response.json(json);
  const bytes = Buffer.from(await made.arrayBuffer());
  const type = made.headers.get('content-type');
  const sent = {
    ...headers,
    ...(bytes.length > 0 && type && { 'content-type': type, 'content-length': bytes.length }),
  };
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((done, fail) => {
    request(new URL(path, site), { method, headers: sent, agent: false }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      done({ status: response.statusCode ?? 0, headers: response.headers, text });
    })
      .on('error', fail)
      .end(bytes);
  });
}

export interface Spent {
  site: number;
  database: number;
}

/**
 * Measures what a running site spends on one piece of work. Its own figure comes from `/metrics`,
 * PostgreSQL's from the scheduler; the cost of reading is subtracted.
 */
export async function processorTime(address: string, postmaster: number) {
  const read = async (): Promise<Spent> => {
    const { text } = await ask(address, '/metrics');
    const seconds = Number(/^process_cpu_seconds_total ([\d.e-]+)/m.exec(text)?.[1]);
    return { site: seconds * 1_000, database: ofDatabase(postmaster) };
  };
  const minus = (one: Spent, other: Spent): Spent => ({
    site: Math.max(0, one.site - other.site),
    database: Math.max(0, one.database - other.database),
  });
  const readings: Spent[] = [];
  for (let n = 0; n < 20; n += 1) readings.push(await read());
  const reading = median(readings.slice(1).map((each, at) => minus(each, readings[at] ?? each)));
  return async (work: () => Promise<unknown>): Promise<Spent> => {
    const before = await read();
    await work();
    return minus(minus(await read(), before), reading);
  };
}

export const sum = ({ site, database }: Spent) => site + database;

/** The median, because garbage collection or a job at the same time belongs to no request. */
export const median = (all: Spent[]): Spent =>
  all.toSorted((a, b) => sum(a) - sum(b))[Math.floor(all.length / 2)] ?? { site: 0, database: 0 };

function ofDatabase(postmaster: number): number {
  let nanoseconds = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent = ''] = / [A-Z] (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      if (Number(parent) === postmaster)
        nanoseconds += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The process ended before it was read.
    }
  }
  return nanoseconds / 1e6;
}

export const postmasterOf = (dataFolder: string) =>
  Number(readFileSync(`${dataFolder}/postmaster.pid`, 'utf8').split('\n')[0]);
