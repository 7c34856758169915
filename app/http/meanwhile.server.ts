import { createHash } from 'node:crypto';
import type { Toast } from './toast.ts';

const mark = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

const shownLength = 300;
const shortened = (text: string) => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

/** For the hidden field `seen` of an edit form: a mark of each value that it shows, in their order. */
export const seenOf = (values: Record<string, string>): string => Object.values(values).map(mark).join(' ');

/**
 * Keeps a form that was opened in two tabs, or by two people, from undoing the other one's work. A field that its
 * sender left as it was shown takes what stands by now; one that both changed is told with what it says now, and
 * sending the form again keeps the sender's. A form without `seen`, as a program sends, counts as it is.
 * @param stands the values that the form would show now
 * @returns messages by field, and whether another's changes were taken over; `fields` is changed
 */
export function withMeanwhile(fields: FormData, stands: Record<string, string>) {
  const told: Record<string, string[]> = {};
  let isJoined = false;
  const seen = String(fields.get('seen') ?? '').split(' ');
  const names = Object.keys(stands);
  if (seen.length !== names.length) return { told, isJoined };
  for (const [index, name] of names.entries()) {
    const now = stands[name] ?? '';
    const sent = String(fields.get(name) ?? '');
    if (mark(now) === seen[index] || sent === now) continue;
    if (mark(sent) === seen[index]) {
      fields.set(name, now);
      isJoined = true;
    } else {
      told[name] = [
        `This was changed meanwhile, perhaps in another tab. It says now: ${shortened(now) || 'nothing'}. Save again to keep yours.`,
      ];
    }
  }
  return { told, isJoined };
}

/** Says after saving that the form was not alone. */
export const joinedToast = (saved: Toast, isJoined: boolean): Toast =>
  isJoined ? { ...saved, text: 'What was changed elsewhere meanwhile is kept as well.' } : saved;
