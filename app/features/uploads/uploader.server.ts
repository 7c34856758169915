import { SignInRequired } from '../../errors.ts';
import type { MemberScope, Scope } from '../../scope.ts';

/** What an upload that arrives signed out is told, in the words of its screen (calls.md §8). */
export const signedOutUpload = (onPhone: boolean) =>
  onPhone ? 'Please log in to upload content.' : 'Please log in to share your techniques.';

/** For the forms of an upload, whose sender may have been signed out meanwhile. @throws SignInRequired */
export function requireUploader(scope: Scope, onPhone: boolean): MemberScope {
  const { viewer } = scope;
  if (!viewer) throw new SignInRequired(signedOutUpload(onPhone), 'Authentication Required');
  return { ...scope, viewer };
}
