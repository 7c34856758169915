export interface UploadOptions {
  signal: AbortSignal;
  onlyPictures: boolean;
  onBegin: (id: string) => void;
  onProgress: (arrived: number, secondsLeft: number) => void;
  onPause: (why: string) => void;
}

/** The server refuses this file for good. The message names it. */
export class NotTaken extends Error {}

/** Bytes per chunk: small for a connection that breaks every minute, large for a good one. */
const [least, first, most] = [256 * 1024, 1024 ** 2, 8 * 1024 ** 2];
/** Failures in a row, about four minutes, after which the person is asked. */
const mostFailures = 12;
/** Milliseconds without progress after which a call counts as lost. */
const silence = 30_000;

interface Answer {
  status: number;
  body: {
    id?: string;
    offset?: number;
    key?: string | null;
    message?: string;
    errors?: Record<string, string[]>;
  };
  wait: number;
}

/** Where the file is used, which decides what the server takes and how it words a refusal. */
const usedIn = (onlyPictures: boolean) => ({
  onlyPictures,
  onPhone: matchMedia('(width <= 768px)').matches,
});

async function begin(file: File, { signal, onlyPictures }: UploadOptions): Promise<Answer> {
  const start = file.slice(0, 12);
  const head = [...new Uint8Array(await start.arrayBuffer())].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  const body = JSON.stringify({
    ...usedIn(onlyPictures),
    name: file.name,
    bytes: file.size,
    modified: file.lastModified,
    head: head.join(''),
  });
  return sent('POST', '/api/uploads', { signal, type: 'application/json', body });
}

/** Asks the server whether it takes a file of this type and size, before any of its bytes travel.
 *  @throws NotTaken; a lost connection is left to `sendInChunks` */
export async function announce(file: File, options: UploadOptions): Promise<void> {
  const answer = await begin(file, options).catch(() => null);
  if (!answer) return;
  mustBeTaken(answer);
  if (answer.body.id) options.onBegin(answer.body.id);
}

function mustBeTaken({ status, body }: Answer) {
  if (status === 413 || status === 415 || status === 422)
    throw new NotTaken(body.errors?.files?.[0] ?? body.message ?? 'Upload failed');
}

/** Sends a file in chunks and resumes after a lost connection; `id` is that of an announced file.
 *  @returns the key that publishes it */
export async function sendInChunks(file: File, options: UploadOptions, id = ''): Promise<string> {
  const { signal, onProgress, onPause } = options;
  const began = Date.now();
  let offset = 0;
  let size = first;
  let from = -1;
  let failures = 0;
  /** After a failure the server knows how much arrived. */
  let mustAsk = id !== '';

  const step = (): Promise<Answer> => {
    const json = { signal, type: 'application/json' };
    if (!id) return begin(file, options);
    const address = `/api/uploads/${id}`;
    if (mustAsk) return sent('GET', address, json);
    if (offset >= file.size)
      return sent('POST', `${address}/finish`, {
        ...json,
        body: JSON.stringify(usedIn(options.onlyPictures)),
      });
    return sent('PATCH', address, {
      signal,
      type: 'application/offset+octet-stream',
      body: file.slice(offset, offset + size),
      offset,
      onProgress(more) {
        const speed = (offset + more - from) / (Date.now() - began);
        onProgress(offset + more, (file.size - offset - more) / speed / 1000);
      },
    });
  };

  for (;;) {
    const answer = await step().catch(() => null);
    signal.throwIfAborted();
    const { body, status, wait } = answer ?? { body: {} as Answer['body'], status: 0, wait: 0 };
    if (status >= 200 && status < 300) {
      mustAsk = false;
      if (body.key) return body.key;
      if (body.id && !id) options.onBegin(body.id);
      id = body.id ?? id;
      if ((body.offset ?? 0) > offset) {
        failures = 0;
        size = Math.min(most, size * 2);
      }
      offset = body.offset ?? offset;
      if (from < 0) from = offset;
      onProgress(offset, 0);
      continue;
    }
    if (answer) mustBeTaken(answer);
    if (status === 401)
      throw new Error('You are signed out. Sign in again in another tab, then press “Try again”.');
    failures += 1;
    if (failures > mostFailures)
      throw new Error(body.message ?? 'The connection was lost. What you have uploaded is safe.');
    size = Math.max(least, size / 2);
    onPause(status ? (body.message ?? 'One moment.') : 'No connection. The upload continues automatically.');
    if (status === 404) id = '';
    mustAsk = true;
    await pause(Math.max(wait * 1000, Math.min(30_000, 500 * 2 ** failures)), signal);
  }
}

interface Call {
  signal: AbortSignal;
  type: string;
  body?: Blob | string;
  offset?: number;
  onProgress?: (sent: number) => void;
}

/** An XMLHttpRequest, because `fetch` does not report upload progress. */
function sent(
  method: string,
  address: string,
  { signal, type, body, offset, onProgress }: Call,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let moved = Date.now();
    const watch = setInterval(() => Date.now() - moved > silence && stop(), 1_000);
    request.open(method, address);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', type);
    if (offset !== undefined) request.setRequestHeader('Upload-Offset', `${offset}`);
    request.upload.onprogress = ({ loaded }) => {
      moved = Date.now();
      onProgress?.(loaded);
    };
    request.onload = () => {
      const wait = Number(request.getResponseHeader('Retry-After'));
      done({ status: request.status, body: request.response ?? {}, wait });
    };
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => {
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    request.send(body);
  });
}

/** Waits, but not longer than until the network is back. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
