import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import { Invalid } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { isPending } from '../../core/uploads/pending-media.server.ts';
import type { MessageInput } from './message.schema.ts';
import { notifyOfMessage } from './notice.server.ts';
import { findPerson, mustBeWritable, type Person } from './person.server.ts';

export interface SentMessage {
  id: number;
  /** False when the same form sent it before. */
  isNew: boolean;
}

/**
 * Sends a message with pending images, once per form.
 * @throws NotFound, NotAllowed for oneself, Refused when they may not write (ADR-019) or 429 at a limit,
 * Invalid for an image in use
 */
export async function sendMessage(
  scope: MemberScope,
  username: string,
  { text, attempt }: MessageInput,
  pictures: string[] = [],
): Promise<SentMessage> {
  const person = await findPerson(scope, username);
  const named = idempotencyKeyOf(attempt, person.id, text);
  const earlier = await sentBefore(scope, named);
  if (earlier) return earlier;
  mustBeWritable(person);
  if (person.conversationId === null) await enforceRateLimit(scope, 'conversation');
  await enforceRateLimit(scope, 'message');
  const made = await scope.em.transactional(async (em) => {
    await lockMembers(em, [scope.viewer.id, person.id], 'key share');
    const conversationId = await lockConversation(em, scope, person);
    // Checked again under the lock: a block or suspension may have come since.
    mustBeWritable(await findPerson({ ...scope, em }, username));
    const message = await row<{ id: number }>(em)`
      insert into messages (conversation_id, sender_id, text, attempt, sent_at)
      values (${conversationId}, ${scope.viewer.id}, ${text}, ${named}, ${scope.now()})
      on conflict (sender_id, attempt) do nothing returning id`;
    if (!message) return null;
    await attach(em, scope, message.id, pictures);
    await moveSides(em, scope, { conversationId, messageId: message.id, to: person.id });
    const facts = { messageId: message.id, conversationId, from: scope.viewer.id, to: person.id };
    await notifyOfMessage(em, { ...facts, at: scope.now() });
    return { id: message.id, isNew: true };
  });
  return made ?? (await sentBefore(scope, named)) ?? { id: 0, isNew: false };
}

async function sentBefore({ em, viewer }: MemberScope, attempt: string): Promise<SentMessage | null> {
  const found = await row<{ id: number }>(em)`
    select id from messages where sender_id = ${viewer.id} and attempt = ${attempt}`;
  return found && { id: found.id, isNew: false };
}

/** Locks the conversation's row, so that message ids grow in the order of the commits. */
async function lockConversation(em: Em, { viewer, now }: MemberScope, person: Person): Promise<number> {
  const [low, high] = [Math.min(viewer.id, person.id), Math.max(viewer.id, person.id)];
  if (person.conversationId === null) {
    await row(em)`insert into conversations (low_id, high_id, started_by, created_at)
      values (${low}, ${high}, ${viewer.id}, ${now()}) on conflict (low_id, high_id) do nothing`;
  }
  const locked = await row<{ id: number }>(em)`
    select id from conversations where low_id = ${low} and high_id = ${high} for no key update`;
  return locked?.id ?? 0;
}

async function attach(em: Em, { viewer }: MemberScope, messageId: number, keys: string[]) {
  for (const [position, key] of keys.entries()) {
    const taken = await row(em)`update media m set message_id = ${messageId}, position = ${position}
      where m.key = ${key} and m.owner_id = ${viewer.id} and ${isPending} returning m.id`;
    if (!taken)
      throw new Invalid({ pictures: ['One of the pictures is in use already. Please choose it again.'] });
  }
}

async function moveSides(
  em: Em,
  { viewer }: MemberScope,
  { conversationId, messageId, to }: { conversationId: number; messageId: number; to: number },
) {
  await row(em)`
    insert into conversation_sides as s (conversation_id, user_id, other_id, last_message_id, unread)
    values (${conversationId}, ${viewer.id}, ${to}, ${messageId}, 0),
      (${conversationId}, ${to}, ${viewer.id}, ${messageId}, 1)
    on conflict (conversation_id, user_id) do update
      set last_message_id = excluded.last_message_id, unread = s.unread + excluded.unread`;
  await row(em)`update conversations set is_answered = true
    where id = ${conversationId} and not is_answered and started_by <> ${viewer.id}`;
}
