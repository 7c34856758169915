import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, failure, fakeBucket, type StoredObject } from './bucket.ts';
import { type Account, refusalOf } from './sigv4.ts';

export const s3Account: Account & { bucket: string } = {
  accessKeyId: 'AKIDOFTHEFAKE',
  secretAccessKey: 'S3cret/of+the=fake',
  region: 'eu-test-1',
  bucket: 'media-of-tests',
};

/** Failures for the next requests; each one is used once. */
export interface S3Faults {
  /** Answers 503 before anything happened. */
  slowDown: number;
  /** Answers 400 RequestTimeout, as S3 does when a body arrives too slowly. */
  tooSlow: number;
  /** Does it, then answers 500. */
  failAfter: number;
  /** Does it, then drops the connection. */
  drop: number;
  /** Never answers. */
  silence: number;
  /** Drops the connection in the middle of a body. */
  cut: number;
  /** Keeps other bytes than were sent. */
  garble: number;
  /** Answers 200 to the end of an upload, with an error in the body. */
  lateError: number;
}
const calm: S3Faults = {
  tooSlow: 0,
  slowDown: 0,
  failAfter: 0,
  drop: 0,
  silence: 0,
  cut: 0,
  garble: 0,
  lateError: 0,
};

/** A fake S3 on this machine with one bucket. It checks every signature. @param port 0 for any free one */
export async function startS3({ port = 0 } = {}) {
  const bucket = fakeBucket();
  const calls: { verb: string; object: string; status: number }[] = [];
  const faults: S3Faults = { ...calm };
  let working = 0;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request).catch(() => null);
    if (!body) return;
    const url = new URL(request.url ?? '/', 'http://fake');
    const [, named = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const object = rest.join('/');
    const verb = verbOf(request.method ?? '', object, url.searchParams);
    const consumeFault = (name: keyof S3Faults) => {
      if (faults[name] <= 0 || (fake.faultsOnlyIn ?? verb) !== verb) return false;
      faults[name] -= 1;
      return true;
    };
    const send = (answer: Answer) => {
      calls.push({ verb, object, status: answer.status });
      respond(request, response, answer, verb === 'get' && consumeFault('cut'));
    };
    const refusal = refusalOf(request, body, s3Account, new Date(fake.nowMs()));
    if (refusal) return send(failure(refusal.status, refusal.code, refusal.message));
    if (named !== s3Account.bucket) return send(failure(404, 'NoSuchBucket'));
    if (consumeFault('silence')) return;
    if (consumeFault('slowDown')) return send(failure(503, 'SlowDown', 'Please reduce your request rate.'));
    if (body.length > 0 && consumeFault('tooSlow')) return send(failure(400, 'RequestTimeout'));
    if (verb === 'complete' && consumeFault('lateError')) return send({ ...failure(200, 'InternalError') });
    const isUpload = verb === 'put' || verb === 'part';
    if (isUpload) {
      working += 1;
      fake.peak = Math.max(fake.peak, working);
      await new Promise((done) => setTimeout(done, fake.uploadTakesMs));
      working -= 1;
    }
    const bytes =
      isUpload && consumeFault('garble') ? Buffer.concat([body.subarray(1), Buffer.from('x')]) : body;
    const answer = answerTo(request, url.searchParams, verb, object, bytes);
    if (consumeFault('drop')) {
      calls.push({ verb, object, status: 0 });
      return void request.socket.destroy();
    }
    send(consumeFault('failAfter') ? failure(500, 'InternalError') : answer);
  });

  function answerTo(
    { headers: sent }: IncomingMessage,
    query: URLSearchParams,
    verb: string,
    object: string,
    body: Buffer,
  ): Answer {
    const kept = Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]) =>
        name === 'content-type' || name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [],
      ),
    );
    const uploadId = query.get('uploadId') ?? '';
    if (verb === 'list') return bucket.list(query);
    if (verb === 'put') return bucket.put(object, body, kept);
    if (verb === 'create') return bucket.create(object, kept);
    if (verb === 'part') return bucket.part(object, uploadId, Number(query.get('partNumber')), body);
    if (verb === 'complete') return bucket.complete(object, uploadId, body.toString());
    if (verb === 'abort') return bucket.abort(uploadId);
    if (verb === 'delete') {
      bucket.objects.delete(object);
      return { status: 204 };
    }
    if (verb !== 'get' && verb !== 'head') return failure(501, 'NotImplemented');
    const found = bucket.objects.get(object);
    return found ? delivered(found, sent, bucket.namesLength) : failure(404, 'NoSuchKey');
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secret = encodeURIComponent(s3Account.secretAccessKey);
  const fake = {
    /** What it holds, and its settings. */
    bucket,
    calls,
    faults,
    endpoint,
    /** The kind of request that faults are for: `put`, `part`, `complete` and so on. Null for all. */
    faultsOnlyIn: null as string | null,
    uploadTakesMs: 0,
    /** Most files and parts that arrived at the same time. */
    peak: 0,
    /** The fake's clock, in milliseconds. */
    nowMs: () => Date.now(),
    settings: { endpoint, ...s3Account },
    /** What S3_URL must say. */
    url: `http://${s3Account.accessKeyId}:${secret}@${endpoint.slice(7)}/${s3Account.bucket}?region=${s3Account.region}`,
    calm() {
      Object.assign(faults, calm);
      fake.faultsOnlyIn = null;
    },
    stop: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
  return fake;
}

export type FakeS3 = Awaited<ReturnType<typeof startS3>>;

function verbOf(method: string, object: string, query: URLSearchParams): string {
  if (!object) return method === 'GET' && query.get('list-type') === '2' ? 'list' : 'other';
  if (query.has('uploads')) return method === 'POST' ? 'create' : 'other';
  if (query.has('uploadId')) return { PUT: 'part', POST: 'complete', DELETE: 'abort' }[method] ?? 'other';
  return { GET: 'get', HEAD: 'head', PUT: 'put', DELETE: 'delete' }[method] ?? 'other';
}

/** With its conditions and range, as S3 reads them: one range, and no If-Range. */
function delivered(
  { bytes, etag, headers: kept }: StoredObject,
  sent: IncomingMessage['headers'],
  namesLength: boolean,
): Answer {
  const headers: Record<string, string> = { ...kept, etag: `"${etag}"`, 'accept-ranges': 'bytes' };
  if (sent['if-match'] && sent['if-match'] !== headers.etag) return failure(412, 'PreconditionFailed');
  if (sent['if-none-match'] === headers.etag) return { status: 304, headers: { etag: headers.etag ?? '' } };
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(sent.range ?? '') ?? [];
  if (first === '' && last === '') return { status: 200, headers, body: bytes };
  const from = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (from > to) {
    const size = namesLength ? `<ActualObjectSize>${bytes.length}</ActualObjectSize>` : '';
    return failure(416, 'InvalidRange', 'The requested range is not satisfiable', size);
  }
  headers['content-range'] = `bytes ${from}-${to}/${bytes.length}`;
  return { status: 206, headers, body: bytes.subarray(from, to + 1) };
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body = '', headers }: Answer,
  isCut: boolean,
) {
  const bytes = Buffer.from(body as Buffer);
  response.writeHead(status, { ...headers, ...(status !== 304 && { 'content-length': bytes.length }) });
  if (request.method === 'HEAD' || status === 304) return void response.end();
  if (!isCut) return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
