import { statfs } from 'node:fs/promises';
import { db, sql } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Refused } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { fileSize } from '../../../ui/number.ts';
import type { StorageQuota } from './storage-quota.ts';

/** Kept free on the disk, so that the database can always write. */
const reserveBytes = 256_000_000;

const formBytes = 1_000_000;

/** The member's used and allowed bytes: uploaded files and room reserved by unfinished uploads. */
export async function storageQuota({ em, viewer, quotaBytes }: MemberScope): Promise<StorageQuota> {
  return { usedBytes: await usedBytes(em, viewer.id), quotaBytes };
}

async function usedBytes(em: Em, ownerId: number, replacedUploadId: string | null = null): Promise<number> {
  const sum = sql<number>`sum(bytes)::float8`.as('sum');
  const { kept, reserved } = await db(em)
    .selectNoFrom((eb) => [
      eb
        .selectFrom('media')
        .select(sum)
        .where('owner_id', '=', ownerId)
        .where('status', '<>', 'removed')
        .as('kept'),
      eb
        .selectFrom('upload_sessions')
        .select(sum)
        .where('owner_id', '=', ownerId)
        .where('media_key', 'is', null)
        .where('id', 'is distinct from', replacedUploadId)
        .as('reserved'),
    ])
    .executeTakeFirstOrThrow();
  return (kept ?? 0) + (reserved ?? 0);
}

/** Refuses an upload without room before reading it. @throws Refused 413 above the quota, 507 with a full disk */
export async function assertAnnouncedFits(scope: Scope, bytes: number): Promise<void> {
  await assertFitsOnDisk(scope, bytes);
  const { em, viewer, quotaBytes } = scope;
  if (!viewer || quotaBytes === null || bytes <= formBytes) return;
  const used = await usedBytes(em, viewer.id);
  if (used + bytes - formBytes > quotaBytes) throw quotaExceeded(used, quotaBytes);
}

/** The exact check, in the transaction that takes the room; `replacedUploadId` is counted already. @throws Refused 413 */
export async function assertWithinQuota(
  em: Em,
  { viewer, quotaBytes }: MemberScope,
  bytes: number,
  replacedUploadId: string | null = null,
): Promise<void> {
  // A member's uploads are counted one by one.
  await lockMembers(em, [viewer.id]);
  if (quotaBytes === null) return;
  const used = await usedBytes(em, viewer.id, replacedUploadId);
  if (used + bytes > quotaBytes) throw quotaExceeded(used, quotaBytes);
}

export async function fitsOnDisk(tempDir: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(tempDir).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize >= bytes + reserveBytes;
}

/** @throws Refused 507 when the disk is nearly full */
export async function assertFitsOnDisk({ tempDir }: Pick<Scope, 'tempDir'>, bytes: number) {
  if (!(await fitsOnDisk(tempDir, bytes))) {
    throw new Refused(
      'Our disk is full at the moment, so we cannot take your files. Please try again later.',
      {
        status: 507,
      },
    );
  }
}

const quotaExceeded = (used: number, quota: number) =>
  new Refused(
    `There is no room left for this: you use ${fileSize(used)} of your ${fileSize(quota)}. Delete what you no longer need, then send it again.`,
    { status: 413, link: { href: '/studio/content', label: 'My content' } },
  );
