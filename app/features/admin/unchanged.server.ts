import { createHash } from 'node:crypto';
import { Refused } from '../../errors.ts';

/** A short mark of what a form was filled from; it goes along as the hidden field `seen`. */
export function stampOf(facts: object): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
}

/**
 * Two admins editing the same thing: the second is told and loses nothing typed (issue 5 'Bad input'). The page
 * that comes back prints the stamp of what is there now, so that saving again replaces it knowingly. Calls in
 * JSON may leave `seen` out.
 * @throws Refused
 */
export function mustBeUnchanged(now: object, seen: string | undefined) {
  if (seen === undefined || seen === stampOf(now)) return;
  throw new Refused(
    'Somebody else changed this while you were editing. What you typed is still here: compare, then save again to replace their change.',
  );
}
