import { request } from 'node:http';

export interface Heard {
  /** 0 when the connection ended without an answer. */
  status: number;
  text: string;
  retryAfter: string | null;
  /** What the answer sets, as a browser sends it back. */
  cookies: string[];
  ms: number;
}

interface Sent {
  method?: string;
  json?: unknown;
  form?: Record<string, string>;
  cookie?: string;
}

/** Sends one request over a connection of its own, and waits for the answer for 40 s at most. It never throws. */
export function send(
  site: string,
  path: string,
  { method = 'GET', json, form, cookie }: Sent = {},
): Promise<Heard> {
  const body = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json);
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const headers = {
    accept: json === undefined && !form ? 'text/html' : 'application/json',
    ...(body !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
    ...(cookie && { cookie }),
  };
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  return new Promise((done) => {
    const failed = (error: Error) =>
      done({ status: 0, text: error.message, retryAfter: null, cookies: [], ms: ms() });
    const sent = request(
      new URL(path, site),
      { method, headers, agent: false, timeout: 40_000 },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('error', failed);
        answer.on('end', () => {
          const retryAfter = answer.headers['retry-after'] ?? null;
          const cookies = (answer.headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0] ?? '');
          done({ status: answer.statusCode ?? 0, text, retryAfter, cookies, ms: ms() });
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer within 40 s')));
    sent.on('error', failed);
    sent.end(body);
  });
}
