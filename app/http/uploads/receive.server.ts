import { Refused } from '../../errors.ts';
import { assertAnnouncedFits } from '../../features/core/media/storage-quota.server.ts';
import type { LimitName } from '../../features/core/rate-limits/limits.ts';
import { enforceRateLimit } from '../../features/core/rate-limits/rate-limit.server.ts';
import { takeUploadSlot } from '../../features/core/rate-limits/upload-slot.server.ts';
import type { Scope } from '../../scope.ts';
import { type Received, readFiles } from './multipart.server.ts';

/** Receives a form with files. @throws Refused 413, 429 or 507, and as `readFiles` */
export async function receiveFiles(
  scope: Scope,
  request: Request,
  limit: LimitName = 'upload',
  requestBytes?: number,
): Promise<Received> {
  // Before the body is read. Admins are exempt, because they save forms with images all day.
  if (!scope.viewer?.isAdmin) await enforceRateLimit(scope, limit);
  await assertAnnouncedFits(scope, Number(request.headers.get('content-length') ?? 0));
  const release = await takeUploadSlot(scope);
  try {
    const received = await readFiles(request, scope.tempDir, requestBytes);
    const dispose = async () => {
      await received.dispose();
      await release();
    };
    return { ...received, dispose, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Passes on a chunk of a file. @throws Refused 415 for another type, 429, and what `take` throws */
export async function receiveChunk(
  scope: Scope,
  request: Request,
  type: string,
  take: (body: ReadableStream<Uint8Array> | null) => Promise<Response>,
): Promise<Response> {
  if (request.headers.get('content-type') !== type) {
    throw new Refused(`Send the piece as ${type}.`, { status: 415 });
  }
  const release = await takeUploadSlot(scope);
  try {
    return await take(request.body);
  } finally {
    await release();
  }
}
