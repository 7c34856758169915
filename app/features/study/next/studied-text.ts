import { counted } from '../../../ui/number.ts';
import type { Studied } from './studied.server.ts';

/** 'You opened 3 techniques of it, saw 1 and wrote 2 notes.' */
export function studiedText({ opened, seen, notes }: Omit<Studied, 'positionId'>): string {
  if (opened === 0) return 'You follow it, and have opened nothing of it yet.';
  const parts = [
    `opened ${counted(opened, 'technique')} of it`,
    seen > 0 ? `have seen ${seen}` : '',
    notes > 0 ? `wrote ${counted(notes, 'note')}` : '',
  ].filter(Boolean);
  const last = parts.pop() ?? '';
  return `You ${parts.length > 0 ? `${parts.join(', ')} and ${last}` : last}.`;
}
