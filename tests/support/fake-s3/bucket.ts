import { createHash, randomBytes } from 'node:crypto';

export interface StoredObject {
  bytes: Buffer;
  etag: string;
  /** The content type and what begins with `x-amz-meta-`. */
  headers: Record<string, string>;
}

export interface Answer {
  status: number;
  body?: Buffer | string;
  headers?: Record<string, string>;
}

interface Upload {
  name: string;
  headers: Record<string, string>;
  parts: Map<number, { bytes: Buffer; etag: string }>;
}

/** The objects of one bucket and its unfinished uploads. */
export function fakeBucket() {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Upload>();

  const bucket = {
    objects,
    uploads,
    /** Objects in one page of a list, at most. */
    pageSize: 1_000,
    /** Of all parts but the last. */
    leastPartBytes: 5 * 1024 * 1024,
    /** False as with Swift: an error about a range does not say how long the object is. */
    namesLength: true,
    /** False as with a store that encrypts: its ETags are no checksums. */
    hasChecksums: true,

    put(name: string, bytes: Buffer, headers: Record<string, string>): Answer {
      const etag = tagOf(bytes);
      objects.set(name, { bytes, etag, headers });
      return { status: 200, headers: { etag: `"${etag}"` } };
    },

    create(name: string, headers: Record<string, string>): Answer {
      const id = randomBytes(8).toString('hex');
      uploads.set(id, { name, headers, parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    },

    part(name: string, id: string, number: number, bytes: Buffer): Answer {
      const upload = uploads.get(id);
      if (upload?.name !== name) return noUpload;
      const etag = tagOf(bytes);
      upload.parts.set(number, { bytes, etag });
      return { status: 200, headers: { etag: `"${etag}"` } };
    },

    complete(name: string, id: string, body: string): Answer {
      const upload = uploads.get(id);
      if (upload?.name !== name) return noUpload;
      const named = body
        .split('<Part>')
        .slice(1)
        .map((text) => ({
          number: Number(/<PartNumber>(\d+)</.exec(text)?.[1]),
          etag: /<ETag>"?([\w-]+)"?</.exec(text)?.[1],
        }));
      const parts = named.map(({ number, etag }) => {
        const part = upload.parts.get(number);
        return part?.etag === etag ? part : null;
      });
      if (named.some(({ number }, at) => number !== at + 1)) return failure(400, 'InvalidPartOrder');
      if (named.length === 0 || parts.includes(null)) return failure(400, 'InvalidPart');
      if (parts.slice(0, -1).some((part) => (part?.bytes.length ?? 0) < bucket.leastPartBytes))
        return failure(400, 'EntityTooSmall');
      const sums = parts.map((part) => Buffer.from(part?.etag ?? '', 'hex'));
      const etag = `${tagOf(Buffer.concat(sums))}-${parts.length}`;
      const bytes = Buffer.concat(parts.map((part) => part?.bytes ?? Buffer.alloc(0)));
      objects.set(name, { bytes, etag, headers: upload.headers });
      uploads.delete(id);
      return xml(
        `<CompleteMultipartUploadResult xmlns="s3"><ETag>&quot;${etag}&quot;</ETag></CompleteMultipartUploadResult>`,
      );
    },

    abort(id: string): Answer {
      return uploads.delete(id) ? { status: 204 } : noUpload;
    },

    list(query: URLSearchParams): Answer {
      const prefix = query.get('prefix') ?? '';
      const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
      const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
      const page = names.slice(0, bucket.pageSize);
      const isCut = page.length < names.length;
      // The sign & shows whether a token is unescaped before it is sent back.
      const token = isCut ? Buffer.from(page.at(-1) ?? '').toString('base64') : '';
      const entries = page.map((name) => {
        const { bytes, etag } = objects.get(name)!;
        const key = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return `<Contents><Key>${key}</Key><ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size></Contents>`;
      });
      return xml(
        `<ListBucketResult xmlns="s3"><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount>` +
          `<IsTruncated>${isCut}</IsTruncated>${entries.join('')}` +
          `${isCut ? `<NextContinuationToken>${token.replaceAll('=', '&#61;')}</NextContinuationToken>` : ''}` +
          '</ListBucketResult>',
      );
    },
  };

  const tagOf = (bytes: Buffer) =>
    bucket.hasChecksums ? createHash('md5').update(bytes).digest('hex') : randomBytes(16).toString('hex');
  return bucket;
}

const xml = (text: string): Answer => ({
  status: 200,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
  headers: { 'content-type': 'application/xml' },
});

/** An error as S3 writes it. */
export const failure = (status: number, code: string, message = 'No.', more = ''): Answer => ({
  ...xml(`<Error><Code>${code}</Code><Message>${message}</Message>${more}<RequestId>1</RequestId></Error>`),
  status,
});

const noUpload = failure(404, 'NoSuchUpload');
