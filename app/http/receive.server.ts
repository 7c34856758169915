import { Refused } from '../errors.ts';
import type { LimitName } from '../features/limits/limits.ts';
import { spend } from '../features/limits/spend.server.ts';
import { takeUploadPlace } from '../features/limits/upload-place.server.ts';
import { mustHaveRoom } from '../features/uploads/room.server.ts';
import type { Scope } from '../scope.ts';
import { dropBody, type Received, readFiles } from './multipart.server.ts';

/**
 * Receives a form with files from whoever may still send one.
 * @param limit that it counts against @throws Refused 413, 429 or 507, and as `readFiles`
 */
export async function receiveFiles(
  scope: Scope,
  request: Request,
  limit: LimitName = 'upload',
): Promise<Received> {
  let giveBack = async () => {};
  try {
    // Before the body: whoever may not send is not listened to. Admins save forms with a picture all day.
    if (!scope.viewer?.isAdmin) await spend(scope, limit);
    await mustHaveRoom(scope, Number(request.headers.get('content-length') ?? 0));
    giveBack = await takeUploadPlace(scope);
  } catch (error) {
    await dropBody(request);
    throw error;
  }
  try {
    const received = await readFiles(request, scope.tempDir);
    const dispose = async () => {
      await received.dispose();
      await giveBack();
    };
    return { ...received, dispose, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * Hands over a body that is a piece of a file, from whoever may still send one.
 * @throws Refused 415 for another type, 429, and what `take` throws
 */
export async function receivePiece(
  scope: Scope,
  request: Request,
  type: string,
  take: (body: ReadableStream<Uint8Array> | null) => Promise<Response>,
): Promise<Response> {
  let giveBack = async () => {};
  try {
    if (request.headers.get('content-type') !== type) {
      throw new Refused(`Send the piece as ${type}.`, { status: 415 });
    }
    giveBack = await takeUploadPlace(scope);
    return await take(request.body);
  } finally {
    await giveBack();
    if (!request.bodyUsed) await dropBody(request);
  }
}
