import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { StoreError } from '../store-error.ts';
import { takeTurns } from '../turns.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint.server.ts';
import {
  bytesOf,
  done,
  type S3Limits,
  type S3Request,
  type S3Requests,
  shortText,
  storeError,
} from './requests.server.ts';
import { textOf } from './xml.ts';

/** S3 takes parts of 5 MiB or more, and at most 10,000 of them. */
export const defaultPartBytes = 8 * 1024 * 1024;

/** Parts in memory at once, of all uploads of this process together. */
const partsAtOnce = 4;

const verb = 'take the file';

/** Sends files to the store and proves that they arrived whole.
 *  @param partBytes larger files are sent in parts of this size */
export function s3Uploads(requests: S3Requests, limits: S3Limits, partBytes: number) {
  const inTurn = takeTurns(partsAtOnce);
  const wholeFile = { ms: limits.fileMs };

  /** Puts a file into the place of an older one, in one step.
   *  @throws StoreError; then the older object is still there, or none if the store kept other bytes than were sent */
  async function put(object: string, path: string, mime: string): Promise<void> {
    const file = await fingerprintOf(path, partBytes);
    const isLarge = file.bytes > partBytes;
    // A move that was interrupted does not send large files again.
    if (isLarge && (await isThere(object, file))) return;
    const headers = { 'content-type': mime, 'x-amz-meta-sha256': file.sha256 };
    const handle = await open(path);
    let etag: string;
    try {
      etag = isLarge
        ? await putParts(object, handle, file, headers)
        : await putPart({ method: 'PUT', object, headers }, handle, 0, file.bytes);
    } finally {
      await handle.close();
    }
    if (etag === file.etag || (await shaOf(object)) === file.sha256) return;
    await requests
      .ask('remove the file', { method: 'DELETE', object, accepts: [204, 404] }, done)
      .catch(() => {});
    throw new StoreError(verb, 'wrong bytes');
  }

  /** Sends one part of the file, or a small file whole. @returns the ETag that the store gave it */
  const putPart = (request: S3Request, handle: FileHandle, from: number, bytes: number) =>
    inTurn(async () => {
      const body = Buffer.allocUnsafe(bytes);
      for (let at = 0; at < bytes; ) {
        const { bytesRead } = await handle.read(body, at, bytes - at, from + at);
        if (bytesRead === 0) throw new StoreError(verb, 'changed in between');
        at += bytesRead;
      }
      return requests.ask(verb, { ...request, body }, readTag, { ms: limits.partMs });
    });

  async function putParts(
    object: string,
    handle: FileHandle,
    file: Fingerprint,
    headers: Record<string, string>,
  ): Promise<string> {
    const create: S3Request = { method: 'POST', object, query: { uploads: '' }, headers };
    const uploadId = await requests.ask(verb, create, async (answer) =>
      textOf(await shortText(answer), 'UploadId'),
    );
    if (!uploadId) throw new StoreError(verb, 'unexpected answer');
    try {
      const tags: string[] = [];
      for (let from = 0; from < file.bytes; from += partBytes) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const bytes = Math.min(partBytes, file.bytes - from);
        tags.push(await putPart({ method: 'PUT', object, query }, handle, from, bytes));
      }
      return await complete(object, uploadId, tags, file);
    } catch (error) {
      // Otherwise the store would keep the parts, and charge for them.
      const abort: S3Request = { method: 'DELETE', object, query: { uploadId }, accepts: [204, 404] };
      await requests.ask('abort an upload', abort, done).catch(() => {});
      throw error;
    }
  }

  async function complete(
    object: string,
    uploadId: string,
    tags: string[],
    file: Fingerprint,
  ): Promise<string> {
    const parts = tags.map(
      (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>"${tag}"</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    try {
      return await requests.ask(
        verb,
        { method: 'POST', object, query: { uploadId }, body },
        readCompleted,
        wholeFile,
      );
    } catch (error) {
      // When an answer was lost, the repetition finds no upload, although the object is there.
      if (await isThere(object, file)) return file.etag;
      throw error;
    }
  }

  const isThere = (object: string, file: Fingerprint) =>
    requests.ask('look at the file', { method: 'HEAD', object, accepts: [404] }, (answer) => {
      const { headers, status } = answer;
      return (
        status === 200 && tagOf(headers) === file.etag && Number(headers.get('content-length')) === file.bytes
      );
    });

  /** For stores whose ETags are no checksums, such as those that encrypt with a key of their own. */
  const shaOf = (object: string) =>
    requests.ask(
      'give the file',
      { method: 'GET', object },
      async (answer) => {
        const hash = createHash('sha256');
        for await (const chunk of bytesOf(answer)) hash.update(chunk);
        return hash.digest('hex');
      },
      wholeFile,
    );

  return { put };
}

async function readTag(answer: Response): Promise<string> {
  await done(answer);
  const tag = tagOf(answer.headers);
  if (!tag) throw new StoreError(verb, 'unexpected answer');
  return tag;
}

/** S3 begins its answer before the work is done, so an error may follow the status 200. */
async function readCompleted(answer: Response): Promise<string> {
  const xml = await shortText(answer);
  const tag = textOf(xml, 'ETag').replaceAll('"', '');
  if (xml.includes('<Error>')) throw storeError(verb, 500, xml);
  if (!/^[\w-]+$/.test(tag)) throw new StoreError(verb, 'unexpected answer');
  return tag;
}

const tagOf = (headers: Headers) => /^"([\w-]+)"$/.exec(headers.get('etag') ?? '')?.[1] ?? '';
