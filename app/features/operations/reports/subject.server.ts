import { NotAllowed, NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { findComment } from '../../community/comments/comments.server.ts';
import { findReview } from '../../community/ratings/ratings.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { findCreator } from '../../library/creators/creators.server.ts';
import { type SubjectKind, subjectAddress } from './outcomes.ts';
import type { AskedSubject } from './report.schema.ts';
import { findMessage } from './reported-message.server.ts';

export interface Subject {
  kind: SubjectKind;
  id: number;
  ownerId: number;
  name: string;
  seen: string | null;
  address: string;
}

/** Finds what this member may report, locked items included. @throws NotFound, NotAllowed for their own */
export async function findSubject(scope: MemberScope, asked: AskedSubject): Promise<Subject> {
  const subject = await visibleSubject(scope, asked);
  if (subject.ownerId === scope.viewer.id) throw new NotAllowed('You cannot report what is your own.');
  return subject;
}

async function visibleSubject(
  scope: MemberScope,
  { content, review, creator, message, comment }: AskedSubject,
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
  if (comment !== undefined) return commentSubject(scope, comment);
  throw new NotFound();
}

async function commentSubject(scope: MemberScope, id: number): Promise<Subject> {
  const { comment, item } = await findComment(scope, id);
  if (!comment.author) throw new NotFound();
  return {
    kind: 'comment',
    id,
    ownerId: comment.author.id,
    name: `${comment.author.name} on ${item.title}`,
    seen: comment.text,
    address: subjectAddress.comment(id),
  };
}
