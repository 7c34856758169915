import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import busboy from 'busboy';
import { derived } from './derive.ts';
import { deliverySignature, requestSignature } from './signatures.ts';

export const account = { cloud: 'demo-cloud', key: '123456789012345', secret: 'S3cret-of-the-fake' };

/** Failures for the next calls of one kind. Each one is used once. */
export interface InjectedFaults {
  /** Answers 500 before anything happened. */
  fail: number;
  /** Does it, then answers 500. */
  failAfter: number;
  /** Does it, then drops the connection. */
  drop: number;
  /** Never answers. */
  silence: number;
  delayMs: number;
  /** Keeps other bytes than were sent. */
  garble: number;
}
const calm: InjectedFaults = { fail: 0, failAfter: 0, drop: 0, silence: 0, delayMs: 0, garble: 0 };

interface Kept {
  bytes: Buffer;
  sha256: string | null;
  fields: Record<string, string>;
}

interface Answer {
  status: number;
  body?: object | Buffer;
  headers?: Record<string, string>;
}

/** A fake Cloudinary on this machine. It checks every signature by its own reading of the documentation, and makes
 *  images with sharp. Videos are kept as they are. */
export async function startCloudinary() {
  const files = new Map<string, Kept>();
  const parts = new Map<string, Buffer[]>();
  const calls: { verb: string; status: number }[] = [];
  const faults: InjectedFaults = { ...calm };
  const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const body =
      request.method === 'POST' ? await readForm(request).catch(() => null) : { fields: {}, file: null };
    if (!body) return void request.socket.destroy();
    const isApi = url.pathname.startsWith('/v1_1/');
    const verb = isApi ? (url.pathname.split('/')[4] ?? '') : 'deliver';
    if (faults.delayMs) await new Promise((done) => setTimeout(done, faults.delayMs));
    if (struck('silence')) return;
    if (struck('fail')) return send(request, response, verb, wrong(500, 'Internal error'));
    const answer = await (isApi ? api(request, url, body) : deliver(url));
    if (struck('drop')) return void request.socket.destroy();
    send(request, response, verb, struck('failAfter') ? wrong(500, 'Internal error') : answer);
  });

  const struck = (name: keyof InjectedFaults) => {
    if (faults[name] <= 0) return false;
    faults[name] -= 1;
    return true;
  };

  async function api(request: IncomingMessage, url: URL, { fields, file }: Form): Promise<Answer> {
    const [, , cloud, resourceType = '', verb, ...rest] = url.pathname.split('/');
    if (cloud !== account.cloud) return wrong(401, 'cloud_name mismatch');
    if (resourceType === 'resources') return list(request, url, [verb ?? '', ...rest]);
    const given = request.method === 'POST' ? fields : Object.fromEntries(url.searchParams);
    const { signature, api_key, ...signed } = given;
    if (api_key !== account.key) return wrong(401, 'Unknown API key');
    if (signature !== requestSignature(signed, account.secret)) return wrong(401, 'Invalid Signature');
    const id = `${resourceType}/${signed.type}/${signed.public_id}`;
    if (verb === 'upload') return take(request, id, fields, file ?? Buffer.alloc(0));
    if (verb === 'destroy') return { status: 200, body: { result: files.delete(id) ? 'ok' : 'not found' } };
    if (verb !== 'download') return wrong(404, 'No such call');
    if (Number(signed.expires_at) * 1000 < Date.now()) return wrong(401, 'Expired');
    const kept = files.get(id);
    return kept ? { status: 200, body: kept.bytes } : wrong(404, 'Resource not found');
  }

  function take(request: IncomingMessage, id: string, fields: Record<string, string>, file: Buffer): Answer {
    const range = /^bytes (\d+)-(\d+)\/(-1|\d+)$/.exec(request.headers['content-range'] ?? '');
    let bytes = file;
    if (range) {
      const [, from = '', to = '', all = ''] = range;
      const upload = String(request.headers['x-unique-upload-id']);
      const before = parts.get(upload) ?? [];
      const there = before.reduce((sum, part) => sum + part.length, 0);
      if (Number(from) !== there || Number(to) - Number(from) + 1 !== file.length)
        return wrong(400, 'Parts do not follow each other');
      if (all === '-1' && file.length < 5_000_000) return wrong(400, 'Part is too small');
      parts.set(upload, [...before, file]);
      if (all === '-1') return { status: 200, body: { done: false } };
      bytes = Buffer.concat(parts.get(upload) ?? []);
      parts.delete(upload);
      if (bytes.length !== Number(all)) return wrong(400, 'Parts are missing');
    }
    if (struck('garble')) bytes = Buffer.concat([bytes.subarray(1), Buffer.from('x')]);
    const sha256 = /(?:^|\|)sha256=([0-9a-f]{64})/.exec(fields.context ?? '')?.[1] ?? null;
    files.set(id, { bytes, sha256, fields });
    const answer = {
      public_id: fields.public_id,
      type: fields.type,
      bytes: bytes.length,
      ...(fake.tellsEtag && { etag: md5(bytes) }),
    };
    return { status: 200, body: answer };
  }

  function list(request: IncomingMessage, url: URL, [resourceType, type]: string[]): Answer {
    const login = Buffer.from(`${account.key}:${account.secret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${login}`) return wrong(401, 'Unknown API key');
    const start = `${resourceType}/${type}/${url.searchParams.get('prefix') ?? ''}`;
    const all = [...files].filter(([id]) => id.startsWith(start)).sort(([a], [b]) => (a < b ? -1 : 1));
    const from = Number(url.searchParams.get('next_cursor') ?? 0);
    const page = Math.min(Number(url.searchParams.get('max_results') ?? 10), fake.pageSize);
    const resources = all.slice(from, from + page).map(([id, kept]) => ({
      public_id: id.split('/').slice(2).join('/'),
      bytes: kept.bytes.length,
      ...(kept.sha256 && { context: { custom: { sha256: kept.sha256 } } }),
    }));
    const next_cursor = from + page < all.length ? String(from + page) : undefined;
    return { status: 200, body: { resources, next_cursor } };
  }

  async function deliver(url: URL): Promise<Answer> {
    const [, cloud, resourceType, type, signed = '', ...rest] = url.pathname.split('/');
    if (cloud !== account.cloud || type !== 'authenticated') return wrong(404, 'Not found');
    const named = rest.filter((part) => !/^v\d+$/.test(part)).join('/');
    if (signed !== `s--${deliverySignature(named, account.secret)}--`) return wrong(401, 'Bad signature');
    const at = named.indexOf('summa/');
    const name = named.slice(at);
    const kept =
      files.get(`${resourceType}/${type}/${name}`) ??
      files.get(`${resourceType}/${type}/${name.replace(/\.\w+$/, '')}`);
    if (!kept) return wrong(404, 'Not found');
    if (resourceType !== 'image' || at === 0) return { status: 200, body: kept.bytes };
    return { status: 200, ...(await derived(kept.bytes, named.slice(0, at - 1).split('/'))) };
  }

  function send(request: IncomingMessage, response: ServerResponse, verb: string, answer: Answer) {
    calls.push({ verb, status: answer.status });
    const isBytes = Buffer.isBuffer(answer.body);
    let body = isBytes ? (answer.body as Buffer) : Buffer.from(JSON.stringify(answer.body ?? {}));
    const type = isBytes ? 'application/octet-stream' : 'application/json';
    let { status } = answer;
    const headers: Record<string, string> = {
      'content-type': type,
      'accept-ranges': 'bytes',
      ...answer.headers,
    };
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (range && status === 200) {
      const last = Math.min(range[2] ? Number(range[2]) : Infinity, body.length - 1);
      status = Number(range[1]) > last ? 416 : 206;
      headers['content-range'] =
        status === 416 ? `bytes */${body.length}` : `bytes ${range[1]}-${last}/${body.length}`;
      body = status === 416 ? Buffer.alloc(0) : body.subarray(Number(range[1]), last + 1);
    }
    headers['content-length'] = String(body.length);
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const fake = {
    files,
    calls,
    faults,
    origin,
    pageSize: 500,
    tellsEtag: true,
    /** What CLOUDINARY_URL must say for the SDK to come here; before it is loaded. */
    url: `cloudinary://${account.key}:${account.secret}@${account.cloud}?upload_prefix=${origin}`,
    settings: { cloudName: account.cloud, apiKey: account.key, apiSecret: account.secret, api: origin },
    calm: () => void Object.assign(faults, calm),
    /** A delivery as Cloudinary signs it. */
    notification(body: object, { at = new Date(), algorithm = 'sha1' } = {}) {
      const raw = JSON.stringify(body);
      const stamp = String(Math.floor(at.getTime() / 1000));
      const signature = createHash(algorithm)
        .update(raw + stamp + account.secret)
        .digest('hex');
      return { raw, headers: { 'x-cld-timestamp': stamp, 'x-cld-signature': signature } };
    },
    stop: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
  return fake;
}

export type Cloudinary = Awaited<ReturnType<typeof startCloudinary>>;

const wrong = (status: number, message: string): Answer => ({ status, body: { error: { message } } });

interface Form {
  fields: Record<string, string>;
  file: Buffer | null;
}

function readForm(request: IncomingMessage): Promise<Form> {
  return new Promise((resolve, reject) => {
    const form: Form = { fields: {}, file: null };
    const parser = busboy({ headers: request.headers, limits: { fileSize: 200_000_000 } });
    parser.on('field', (name, value) => {
      form.fields[name] = value;
    });
    parser.on('file', (_name, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        form.file = Buffer.concat(chunks);
      });
    });
    parser.on('close', () => resolve(form)).on('error', reject);
    request.on('error', reject).on('aborted', () => reject(new Error('cut off')));
    request.pipe(parser);
  });
}
