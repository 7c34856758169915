import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
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

/** Sends a message with pending images, once per form.
 *  @throws NotFound, NotAllowed for oneself, Refused when they may not write (ADR-019) or 429 at a limit, Invalid for
 *    an image in use */
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
    const message = await db(em)
      .insertInto('messages')
      .values({
        conversation_id: conversationId,
        sender_id: scope.viewer.id,
        text,
        attempt: named,
        sent_at: scope.now(),
      })
      .onConflict((conflict) => conflict.columns(['sender_id', 'attempt']).doNothing())
      .returning('id')
      .executeTakeFirst();
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
  const found = await db(em)
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', viewer.id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return found ? { id: found.id, isNew: false } : null;
}

/** Locks the conversation's row, so that message ids grow in the order of the commits. */
async function lockConversation(em: Em, { viewer, now }: MemberScope, person: Person): Promise<number> {
  const [low, high] = [Math.min(viewer.id, person.id), Math.max(viewer.id, person.id)];
  if (person.conversationId === null) {
    await db(em)
      .insertInto('conversations')
      .values({ low_id: low, high_id: high, started_by: viewer.id, created_at: now() })
      .onConflict((conflict) => conflict.columns(['low_id', 'high_id']).doNothing())
      .execute();
  }
  const locked = await db(em)
    .selectFrom('conversations')
    .select('id')
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked?.id ?? 0;
}

async function attach(em: Em, { viewer }: MemberScope, messageId: number, keys: string[]) {
  for (const [position, key] of keys.entries()) {
    const taken = await db(em)
      .updateTable('media as m')
      .set({ message_id: messageId, position })
      .where('m.key', '=', key)
      .where('m.owner_id', '=', viewer.id)
      .where(isPending)
      .returning('m.id')
      .executeTakeFirst();
    if (!taken)
      throw new Invalid({ pictures: ['One of the pictures is already in use. Please choose it again.'] });
  }
}

async function moveSides(
  em: Em,
  { viewer }: MemberScope,
  { conversationId, messageId, to }: { conversationId: number; messageId: number; to: number },
) {
  const both = { conversation_id: conversationId, last_message_id: messageId };
  await db(em)
    .insertInto('conversation_sides')
    .values([
      { ...both, user_id: viewer.id, other_id: to, unread: 0 },
      { ...both, user_id: to, other_id: viewer.id, unread: 1 },
    ])
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'user_id']).doUpdateSet((eb) => ({
        last_message_id: eb.ref('excluded.last_message_id'),
        unread: eb('conversation_sides.unread', '+', eb.ref('excluded.unread')),
      })),
    )
    .execute();
  await db(em)
    .updateTable('conversations')
    .set({ is_answered: true })
    .where('id', '=', conversationId)
    .where('is_answered', '=', false)
    .where('started_by', '<>', viewer.id)
    .execute();
}
