import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { countAll, db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import { NotAllowed, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { findItem } from '../../library/items/item.server.ts';
import { checkMoment } from '../progress/progress.server.ts';
import { findNote, type Note, type NoteInput } from './notes.server.ts';

/** A search reads all notes of a member, so their number has an end. */
export const mostNotes = 5_000;

interface NewNote extends NoteInput {
  /** The same attempt is the same note. */
  attempt?: string | undefined;
}

/** Writes a note about an item that the member may open. The same form sent again is answered with the note that it
 *  made.
 *  @throws NotFound, NotAllowed for a locked item, Invalid after the end of its video, Refused (422 or 429) */
export async function addNote(scope: MemberScope, contentId: number, input: NewNote): Promise<Note> {
  await enforceRateLimit(scope, 'note');
  // Between the look and the write the item may be deleted; the next try then does not find it.
  return retryOnConflict(async () => {
    const item = await findItem(scope, contentId);
    if (item.mediaAccess === 'locked') throw new NotAllowed('This item is locked.');
    if (input.seconds != null) checkMoment(item, input.seconds);
    return scope.em.transactional(async (em) => {
      const id = await insertNote(em, scope, { id: contentId, title: item.title }, input);
      return findNote({ em, viewer: scope.viewer }, id);
    });
  });
}

async function insertNote(
  em: Em,
  { viewer, now }: MemberScope,
  item: { id: number; title: string },
  { text, ...input }: NewNote,
): Promise<number> {
  // Parallel requests of a member are counted one by one.
  await lockMembers(em, [viewer.id]);
  const [seconds, at] = [input.seconds ?? null, now()];
  // With its words, so that a form that is opened again and changed is another note.
  const attempt = input.attempt ? idempotencyKeyOf(input.attempt, item.id, seconds ?? -1, text) : null;
  const before = await db(em)
    .selectFrom('notes')
    .select('id')
    .where('member_id', '=', viewer.id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  if (before) return before.id;
  const { count } = await db(em)
    .selectFrom('notes')
    .select(countAll().as('count'))
    .where('member_id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  if (count >= mostNotes)
    throw new Refused(`A notebook has at most ${mostNotes.toLocaleString('en-US')} notes.`);
  const made = await db(em)
    .insertInto('notes')
    .values({
      member_id: viewer.id,
      content_id: item.id,
      title_then: item.title,
      seconds,
      text,
      attempt,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
