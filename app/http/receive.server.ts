import type { Act } from '../features/limits/limits.ts';
import { spend } from '../features/limits/spend.server.ts';
import { takeUploadPlace } from '../features/limits/upload-place.server.ts';
import type { Scope } from '../scope.ts';
import { dropBody, type Received, readFiles } from './multipart.server.ts';

/** Receives a form with files from whoever may still send one; `act` is the limit it counts against. @throws Refused 429, and as `readFiles` */
export async function receiveFiles(scope: Scope, request: Request, act: Act = 'upload'): Promise<Received> {
  let giveBack = async () => {};
  try {
    // Before the body: whoever may not send is not listened to. Admins save forms with a picture all day.
    if (!scope.viewer?.isAdmin) await spend(scope, act);
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
