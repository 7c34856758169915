import { mutationsOf } from './mutation.ts';

const store = ['app/media/s3/s3-store.test.ts'];
const passing = ['app/media/s3/passing.test.ts'];
const moves = ['app/features/core/media/move-s3.test.ts'];

/** What is sent to an S3 store, proved, passed on and moved. */
export const s3 = [
  ...mutationsOf('app/media/s3/requests.server.ts', store, [
    [`createHash('sha256')\n          .update(body ?? '')\n          .digest('hex')`, `'UNSIGNED-PAYLOAD'`],
    [`if (textOf(xml, 'Code') === 'NoSuchBucket') throw storeError(verb, 404, xml);\n`, ``],
  ]),
  ...mutationsOf('app/media/s3/upload.server.ts', store, [
    [`if (etag === file.etag || (await shaOf(object)) === file.sha256) return;`, `if (etag) return;`],
    [`await requests.ask('abort an upload', abort, done).catch(() => {});\n`, ``],
    [`if (await isThere(object, file)) return file.etag;\n`, ``],
    [`tagOf(headers) === file.etag &&`, ``],
    [`const partsAtOnce = 4;`, `const partsAtOnce = 40;`],
  ]),
  ...mutationsOf('app/media/s3/s3-store.server.ts', store, [
    [`if (textOf(xml, 'IsTruncated') !== 'true') return;`, `if (xml) return;`],
    [`await rm(part, { force: true });`, ``],
  ]),
  ...mutationsOf('app/media/s3/passing.server.ts', passing, [
    [`(mustMatch ? { 'if-match': mustMatch } : noneMatch(asked))`, `noneMatch(asked)`],
    [`if (range && (condition === null || mustMatch)) {`, `if (range) {`],
    [`.replace(/^W\\//, '')`, ``],
    [`if (signal.aborted) return null;\n`, ``],
  ]),
  ...mutationsOf('app/media/store-calls.server.ts', passing, [
    [`|| signal?.aborted) throw trouble;`, `) throw trouble;`],
  ]),
  ...mutationsOf('app/media/both-stores.server.ts', moves, [
    [`if (takes === 'local') return`, `if (takes) return`],
    [`await localStore.remove(key, [variant]);\n`, ``],
  ]),
  ...mutationsOf('app/features/core/media/move-media.server.ts', moves, [
    [
      `const sha256 = listed ?? (await remoteStore.stat(key, name))?.sha256 ?? null;`,
      `const sha256 = listed;`,
    ],
    [`await remoteStore.remove(key, compared);`, `await remoteStore.remove(key);`],
    [`if (await localStore.localPath(key, variant)) throw error;`, `throw error;`],
  ]),
  ...mutationsOf(
    'app/media/serve.server.ts',
    ['app/media/serve.test.ts'],
    [
      [`hasFailed = !left.signal.aborted;`, `hasFailed = true;`],
      [`if (hasFailed) throw error;`, ``],
    ],
  ),
  ...mutationsOf(
    'app/s3-url.ts',
    ['app/s3-url.test.ts'],
    [[`if (protocol === 'http:' && !isPrivateHost(hostname))`, `if (!protocol)`]],
  ),
];
