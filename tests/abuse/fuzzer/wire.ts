import { connect } from 'node:net';

/** A request byte for byte: no client corrects its names, verbs or lengths. */
export interface Wire {
  verb: string;
  path: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
}

export interface Answer {
  status: number;
  /** By their names in lower case. Of several equal names, the last one. */
  headers: ReadonlyMap<string, string>;
  text: string;
  /** Its end arrived as well. */
  isWhole: boolean;
  ms: number;
}

/** No answer came: the connection was refused or reset, or nothing was said in time. */
export interface Silence {
  status: 0;
  why: 'refused' | 'reset' | 'too late';
  ms: number;
}

/** Sends one request to a site on this machine and reads until it hangs up; the answer's `Connection` is `close`. */
export function exchange(port: number, wire: Wire, timeoutMs: number): Promise<Answer | Silence> {
  const began = performance.now();
  const head = [
    `${wire.verb} ${wire.path} HTTP/1.1`,
    ...wire.headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  const bytes = Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    wire.body ?? Buffer.alloc(0),
  ]);
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const passed = () => Math.round(performance.now() - began);
    const end = (why: Silence['why']) => {
      clearTimeout(late);
      socket.destroy();
      done(readAnswer(Buffer.concat(chunks), passed()) ?? { status: 0, why, ms: passed() });
    };
    const late = setTimeout(() => end('too late'), timeoutMs);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNREFUSED' ? 'refused' : 'reset'),
    );
    socket.on('close', () => end('reset'));
  });
}

/** The last answer in the bytes, interim ones skipped; null while there is none. */
function readAnswer(bytes: Buffer, ms: number): Answer | null {
  const split = bytes.indexOf('\r\n\r\n');
  if (split < 0) return null;
  const [line = '', ...lines] = bytes.subarray(0, split).toString('latin1').split('\r\n');
  const rest = bytes.subarray(split + 4);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0);
  if (status < 200) return readAnswer(rest, ms);
  const pairs = lines.map((each) => {
    const colon = each.indexOf(':');
    return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()] as const;
  });
  const headers = new Map(pairs);
  const body = headers.get('transfer-encoding') === 'chunked' ? joined(rest) : rest;
  const isWhole =
    headers.get('transfer-encoding') === 'chunked'
      ? rest.subarray(-5).toString('latin1') === '0\r\n\r\n'
      : rest.length >= Number(headers.get('content-length') ?? 0);
  return { status, headers, text: body.toString(), isWhole, ms };
}

/** A body without its chunk sizes. */
function joined(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    const size = line < 0 ? 0 : Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (!size) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
