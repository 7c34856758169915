import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { db, takeAdvisoryLock } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

interface SentFile {
  field: string;
  path: string;
  name: string;
  bytes: number;
  tooLarge: boolean;
}

interface Sent {
  fields: Iterable<[string, unknown]>;
  files: SentFile[];
}

const edgeBytes = 64 * 1024;

/** Identifies a submission by attempt, texts and files. Call it before the files are processed. */
export async function attemptOf({ fields, files }: Sent): Promise<string> {
  const all = [...fields];
  const attempt = all.find(([name]) => name === 'attempt')?.[1];
  const texts = all.filter(([name]) => name !== 'attempt').map(([name, value]) => `${name}=${value}`);
  const parts: string[] = [];
  for (const file of files) {
    const { field, name, bytes } = file;
    parts.push(`${field}=${name} ${bytes} ${await edgesOf(file)}`);
  }
  return idempotencyKeyOf(typeof attempt === 'string' ? attempt : undefined, ...texts, ...parts);
}

/** Distinguishes files of the same name and size by their first and last bytes. */
async function edgesOf({ path, bytes, tooLarge }: SentFile): Promise<string> {
  // A file that was too large was not stored.
  if (tooLarge) return '';
  const hash = createHash('sha256');
  const edge = Buffer.alloc(edgeBytes);
  const handle = await open(path);
  try {
    for (const from of [0, Math.max(0, bytes - edgeBytes)]) {
      const { bytesRead } = await handle.read(edge, 0, edgeBytes, from);
      hash.update(edge.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
  return hash.digest('base64url');
}

/** The item that this attempt has published; a deleted one does not count, so that it can be sent again. */
export async function publishedBefore(em: Em, creatorId: number, attempt: string): Promise<number | null> {
  const found = await db(em)
    .selectFrom('content')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('attempt', '=', attempt)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Serializes submissions of one form. @returns the item that an earlier one published; null to publish now */
export async function takeAttempt(em: Em, creatorId: number, attempt: string): Promise<number | null> {
  await takeAdvisoryLock(em, attempt);
  await db(em)
    .updateTable('content')
    .set({ attempt: null })
    .where('creator_id', '=', creatorId)
    .where('attempt', '=', attempt)
    .where('status', '=', 'withdrawn')
    .execute();
  // Includes an item withdrawn since that statement: it still holds the attempt, which must be unique.
  const earlier = await db(em)
    .selectFrom('content')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return earlier?.id ?? null;
}
