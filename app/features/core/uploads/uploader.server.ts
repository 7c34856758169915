import { SignInRequired } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';

/** The refusal of an upload that arrives signed out, in its screen's words (C8.7, C8.8). */
export const signedOutUpload = (onPhone: boolean) =>
  onPhone ? 'Please log in to upload content.' : 'Please log in to share your techniques.';

/** The signed-in uploader; a session may end while a form is filled in. @throws SignInRequired */
export function requireUploader(scope: Scope, onPhone: boolean): MemberScope {
  const { viewer } = scope;
  if (!viewer) throw new SignInRequired(signedOutUpload(onPhone), 'Authentication Required');
  return { ...scope, viewer };
}
