import { statfs } from 'node:fs/promises';
import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import type { MemberScope, Scope } from '../../scope.ts';
import { fileSize } from '../../ui/number.ts';
import type { Room } from './room.ts';

/** What stays free on the disk whatever anybody sends: the database must always be able to write. */
const reserveBytes = 256_000_000;

/** Words and other fields of a form, which take no room; the files are counted exactly once they are here. */
const formBytes = 1_000_000;

/** How much a member keeps here (files as they were sent, and the room that unfinished uploads have reserved). */
export async function roomOf({ em, viewer, quotaBytes }: MemberScope): Promise<Room> {
  return { usedBytes: await usedBytes(em, viewer.id), quotaBytes };
}

async function usedBytes(em: Em, ownerId: number, besides: string | null = null): Promise<number> {
  const found = await row<{ used: number }>(em)`
    select (coalesce((select sum(bytes) from media where owner_id = ${ownerId} and status <> 'removed'), 0)
      + coalesce((select sum(bytes) from begun_uploads
        where owner_id = ${ownerId} and media_key is null and id is distinct from ${besides}::text), 0))::float8 as used`;
  return found?.used ?? 0;
}

/**
 * Refuses what has no room, before a byte of it is read.
 * @param bytes as announced
 * @throws Refused 413 beyond the member's quota, 507 when the disk is nearly full
 */
export async function mustHaveRoom(scope: Scope, bytes: number): Promise<void> {
  await mustFitOnDisk(scope, bytes);
  const { em, viewer, quotaBytes } = scope;
  if (!viewer || quotaBytes === null || bytes <= formBytes) return;
  const used = await usedBytes(em, viewer.id);
  if (used + bytes - formBytes > quotaBytes) throw noRoom(used, quotaBytes);
}

/**
 * The same, exactly, inside the transaction that then takes the room: of many at once only as many pass as fit.
 * @param besides an unfinished upload whose room this is
 * @throws Refused 413
 */
export async function mustFit(
  em: Em,
  { viewer, quotaBytes }: MemberScope,
  bytes: number,
  besides: string | null = null,
): Promise<void> {
  await row(em)`select 1 from users where id = ${viewer.id} for no key update`;
  if (quotaBytes === null) return;
  const used = await usedBytes(em, viewer.id, besides);
  if (used + bytes > quotaBytes) throw noRoom(used, quotaBytes);
}

/** Whether the disk takes so much and still leaves the database its room. */
export async function fitsOnDisk(tempDir: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(tempDir).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize >= bytes + reserveBytes;
}

async function mustFitOnDisk({ tempDir }: Pick<Scope, 'tempDir'>, bytes: number) {
  if (!(await fitsOnDisk(tempDir, bytes))) {
    throw new Refused(
      'Our disk is full at the moment, so we cannot take your files. Please try again later.',
      {
        status: 507,
      },
    );
  }
}

const noRoom = (used: number, quota: number) =>
  new Refused(
    `There is no room left for this: you use ${fileSize(used)} of your ${fileSize(quota)}. Delete what you no longer need, then send it again.`,
    { status: 413, link: { href: '/studio/content', label: 'My content' } },
  );
