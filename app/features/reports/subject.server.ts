import { NotAllowed, NotFound } from '../../errors.ts';
import type { MemberScope } from '../../scope.ts';
import { findCard } from '../content/cards.server.ts';
import { findCreator } from '../creators/creators.server.ts';
import { findMessage } from '../messages/reported.server.ts';
import { findReview } from '../ratings/ratings.server.ts';
import type { AskedSubject } from './report.schema.ts';
import { type SubjectKind, subjectAddress } from './words.ts';

/** What somebody is about to report, as they can see it. */
export interface Subject {
  kind: SubjectKind;
  id: number;
  ownerId: number;
  /** How the queue, the log and the letters call it. */
  name: string;
  /** Its words as they are now. */
  seen: string | null;
  address: string;
}

/**
 * What is asked for, if this member may report it; a locked item may be reported, too.
 * @throws NotFound for what they cannot see, NotAllowed for what is their own
 */
export async function findSubject(scope: MemberScope, asked: AskedSubject): Promise<Subject> {
  const subject = await visibleSubject(scope, asked);
  if (subject.ownerId === scope.viewer.id) throw new NotAllowed('You cannot report what is your own.');
  return subject;
}

async function visibleSubject(
  scope: MemberScope,
  { content, review, creator, message }: AskedSubject,
): Promise<Subject> {
  if (content !== undefined) {
    const { title, description, creatorId } = await findCard(scope, content);
    const seen = [title, description].filter(Boolean).join('\n\n');
    const address = subjectAddress.content(content);
    return { kind: 'content', id: content, ownerId: creatorId, name: title, seen, address };
  }
  if (review !== undefined) {
    const found = await findReview(scope, review);
    return {
      kind: 'review',
      id: review,
      ownerId: found.userId,
      name: `${found.reviewer} on ${found.title}`,
      seen: found.review,
      address: subjectAddress.review(found.contentId),
    };
  }
  if (creator !== undefined) {
    const { id, firstName, lastName, username, bio } = await findCreator(scope, creator);
    const name = `${firstName} ${lastName} (@${username})`;
    return { kind: 'creator', id, ownerId: id, name, seen: bio, address: subjectAddress.creator(username) };
  }
  if (message !== undefined) {
    const { senderId, sender, username, words } = await findMessage(scope, message);
    const name = `From ${sender} (@${username})`;
    const address = subjectAddress.message(username, message);
    return { kind: 'message', id: message, ownerId: senderId, name, seen: words, address };
  }
  throw new NotFound();
}
