import { clockOf } from '../items/step.ts';
import type { StudyNote } from './study.ts';

/** The viewer's notes, one after another, with their moments.
 *  @param withTitle names the item of each, where a page is about several */
export const NotesOnPaper = ({ notes, withTitle }: { notes: readonly StudyNote[]; withTitle: boolean }) =>
  notes.length > 0 && (
    <ul>
      {notes.map(({ itemId, title, seconds, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may say the same, and the list never changes
        <li key={`${itemId} ${at}`} className="as-written text">
          {withTitle && <strong>{title}: </strong>}
          {seconds !== null && `${clockOf(seconds)} `}
          {text}
        </li>
      ))}
    </ul>
  );
