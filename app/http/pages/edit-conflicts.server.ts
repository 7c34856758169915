import { createHash } from 'node:crypto';
import type { Toast } from './toast.ts';

/** Thirty bits tell two versions of a field apart, and eighteen fields have room in a small page. */
const mark = (text: string) => text && createHash('sha256').update(text).digest('base64url').slice(0, 5);

const shownLength = 300;
const shortened = (text: string) => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

/** The hidden field `seen` of an edit form: a mark of each value that it shows, in order. */
export const loadedValues = (values: Record<string, string>): string =>
  Object.values(values).map(mark).join(' ');

/** Keeps a form from overwriting changes that were saved since it was opened. A field its sender did not change takes
 *  the current value; a field that both changed gets a message, and sending again keeps the sender's. Without `seen`,
 *  as from a program, the form is taken as it is.
 *  @param currentValues the values that the form would show now
 *  @returns messages by field, and whether other changes were taken over; `fields` is changed */
export function mergeConcurrentEdit(fields: FormData, currentValues: Record<string, string>) {
  const conflicts: Record<string, string[]> = {};
  let isMerged = false;
  const given = fields.get('seen');
  const seen = String(given ?? '').split(' ');
  const names = Object.keys(currentValues);
  if (given === null || seen.length !== names.length) return { conflicts, isMerged };
  for (const [index, name] of names.entries()) {
    const now = currentValues[name] ?? '';
    const sent = String(fields.get(name) ?? '');
    if (mark(now) === seen[index] || sent === now) continue;
    if (mark(sent) === seen[index]) {
      fields.set(name, now);
      isMerged = true;
    } else {
      conflicts[name] = [
        `This was changed in the meantime, perhaps in another tab. It now says: ${shortened(now) || 'nothing'}. Save again to keep yours.`,
      ];
    }
  }
  return { conflicts, isMerged };
}

/** Keeps the fields as they were sent, because each try of a transaction must start from them.
 *  @returns a function that restores the fields */
export function snapshotFields(fields: FormData): () => void {
  const sent = [...fields];
  return () => {
    for (const name of new Set(fields.keys())) fields.delete(name);
    for (const [name, value] of sent) fields.append(name, value);
  };
}

export const mergedToast = (saved: Toast, isMerged: boolean): Toast =>
  isMerged ? { ...saved, text: 'Changes made elsewhere in the meantime are kept, too.' } : saved;
