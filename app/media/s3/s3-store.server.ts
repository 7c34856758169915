import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { S3Settings } from '../../s3-url.ts';
import { publicAddress, signedAddress } from '../addresses.server.ts';
import { type MediaStore, mimeOf } from '../media.ts';
import { BadNotification, StoreError } from '../store-error.ts';
import { folderOf, objectOf, readObject } from './names.ts';
import { openObject } from './passing.server.ts';
import { bytesOf, defaultS3Limits, isMissing, type S3Limits, s3Requests } from './requests.server.ts';
import { defaultPartBytes, s3Uploads } from './upload.server.ts';
import { textOf } from './xml.ts';

interface Surroundings {
  /** Signs the addresses of private files. */
  secret: string;
  now: () => Date;
  limits?: Partial<S3Limits>;
  partBytes?: number;
}

/** Stores media in a bucket of an S3-compatible store, each variant as it is (ADR-081). Only this site reads the
 *  bucket: every byte passes through the media gate. */
export function s3Store(
  settings: S3Settings,
  { secret, now, limits: given, partBytes = defaultPartBytes }: Surroundings,
): MediaStore {
  const limits = { ...defaultS3Limits, ...given };
  const requests = s3Requests(settings, { now, limits });
  const uploads = s3Uploads(requests, limits, partBytes);

  /** All objects whose names begin with `prefix`, by name, a thousand for each request. */
  async function* objects(prefix: string): AsyncGenerator<{ name: string; bytes: number }> {
    for (let token = ''; ; ) {
      const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) };
      const xml = await requests.ask('list its files', { method: 'GET', query }, (answer) => answer.text());
      for (const entry of xml.split('<Contents>').slice(1))
        yield { name: textOf(entry, 'Key'), bytes: Number(textOf(entry, 'Size')) };
      token = textOf(xml, 'NextContinuationToken');
      if (textOf(xml, 'IsTruncated') !== 'true') return;
      if (!token) throw new StoreError('list its files', 'unexpected answer');
    }
  }

  const remove = (object: string) =>
    requests.ask('remove the file', { method: 'DELETE', object, accepts: [204, 404] }, (answer) =>
      isMissing('remove the file', answer),
    );

  return {
    keeps: (variants) => [...variants],
    async put(key, variant, sourcePath) {
      await uploads.put(objectOf(key, variant), sourcePath, mimeOf(variant));
    },
    localPath: async (key, variant) => objectOf(key, variant) && null,
    elsewhere(key, variant) {
      const object = objectOf(key, variant);
      return { lasting: null, lastingStreams: null, open: (asked) => openObject(requests, object, asked) };
    },
    async fetchTo(key, variant, path) {
      const object = objectOf(key, variant);
      const part = `${path}.part`;
      const verb = 'give the file';
      try {
        return await requests.ask(
          verb,
          { method: 'GET', object, accepts: [404] },
          async (answer) => {
            if (await isMissing(verb, answer)) return false;
            const target = createWriteStream(part);
            await pipeline(bytesOf(answer), target);
            // A proxy in between may end a body that was cut off as if it were whole.
            if (String(target.bytesWritten) !== answer.headers.get('content-length'))
              throw new StoreError(verb, 'wrong bytes');
            await rename(part, path);
            return true;
          },
          { ms: limits.fileMs },
        );
      } finally {
        await rm(part, { force: true });
      }
    },
    stat: async (key, variant) =>
      requests.ask(
        'look at the file',
        { method: 'HEAD', object: objectOf(key, variant), accepts: [404] },
        ({ status, headers }) => {
          if (status === 404) return null;
          const sha256 = headers.get('x-amz-meta-sha256') ?? '';
          return {
            bytes: Number(headers.get('content-length') ?? 0),
            ...(/^[0-9a-f]{64}$/.test(sha256) && { sha256 }),
          };
        },
      ),
    async remove(key, only) {
      const names = only?.map((variant) => objectOf(key, variant)) ?? [];
      if (!only) for await (const { name } of objects(folderOf(key))) names.push(name);
      await Promise.all(names.map(remove));
    },
    async *list(key) {
      for await (const { name, bytes } of objects(folderOf(key))) {
        const ours = readObject(name);
        if (ours) yield { ...ours, bytes, sha256: null };
      }
    },
    address: ({ isPublic, ...request }) =>
      isPublic ? publicAddress(request.key, request.variant) : signedAddress(secret, request),
    readNotification() {
      throw new BadNotification('An S3 store sends no notifications');
    },
  };
}
