import { idempotencyKeyOf } from '../../../../db/idempotency-key.server.ts';
import { db } from '../../../../db/kysely.server.ts';
import { lockMembers } from '../../../../db/lock-order.server.ts';
import { Refused } from '../../../../errors.ts';
import type { MemberScope } from '../../../../scope.ts';
import { money } from '../../../../ui/money.ts';
import { counted } from '../../../../ui/number.ts';
import { enforceRateLimit } from '../../../core/rate-limits/rate-limit.server.ts';
import type { AskInput } from '../request.schema.ts';
import { writeStep } from '../steps/move.server.ts';
import { notifyStep } from '../steps/notify-step.server.ts';
import { dueAfter } from '../steps/states.ts';
import { askableOffer, type OfferTo } from './offer.server.ts';

/** Asks a creator for a technique at the creator's present price and days. The same form with the same words creates
 *  one request.
 *  @throws NotFound; Refused when the member may not ask (`mayAsk`) or the price has changed; 429 at the daily limit */
export async function askRequest(
  scope: MemberScope,
  username: string,
  input: AskInput,
): Promise<{ id: number; isNew: boolean }> {
  const attempt = idempotencyKeyOf(input.attempt, username.toLowerCase(), input.title, input.details);
  const earlier = await askedBefore(scope, attempt);
  if (earlier) return earlier;
  const offer = await askableOffer(scope, username).catch(async (refused) => {
    // The same form, sent twice at once, may have made the request since.
    const made = await askedBefore(scope, attempt);
    if (made) return made;
    throw refused;
  });
  if ('isNew' in offer) return offer;
  const { creatorId } = mustBeAsSeen(offer, input);
  await enforceRateLimit(scope, 'request');
  return scope.em.transactional(async (em) => {
    await lockMembers(em, [scope.viewer.id, creatorId], 'key share');
    // Parallel requests wait for the lock on the offer's row, so that the creator's limit is counted exactly.
    await db(em)
      .selectFrom('request_offers')
      .select('creator_id')
      .where('creator_id', '=', creatorId)
      .forNoKeyUpdate()
      .execute();
    const again = await askedBefore({ ...scope, em }, attempt);
    if (again) return again;
    const offer = mustBeAsSeen(await askableOffer({ em, viewer: scope.viewer }, username), input);
    const at = scope.now();
    const { id } = await db(em)
      .insertInto('requests')
      .values({
        requester_id: scope.viewer.id,
        creator_id: creatorId,
        title: input.title,
        details: input.details,
        price_cents: offer.priceCents,
        days: offer.days,
        attempt,
        asked_at: at,
        moved_at: at,
        due_at: dueAfter('asked', at, offer.days),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const step = { to: 'asked', by: scope.viewer.id, at } as const;
    await writeStep(em, id, step);
    await notifyStep(em, { id, requesterId: scope.viewer.id, creatorId, title: input.title }, step);
    return { id, isNew: true };
  });
}

async function askedBefore({ em, viewer }: Pick<MemberScope, 'em' | 'viewer'>, attempt: string) {
  const found = await db(em)
    .selectFrom('requests')
    .select('id')
    .where('requester_id', '=', viewer.id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return found && { id: found.id, isNew: false };
}

function mustBeAsSeen(offer: OfferTo, { seenPriceCents, seenDays }: Partial<AskInput>): OfferTo {
  const { priceCents, days, name } = offer;
  if (seenPriceCents !== undefined && seenPriceCents !== priceCents) {
    throw new Refused(
      `${name} has changed the price from ${money(seenPriceCents)} to ${money(priceCents)}. Your request was not sent. Send it again if you agree.`,
    );
  }
  if (seenDays !== undefined && seenDays !== days) {
    throw new Refused(
      `${name} now takes ${counted(days, 'day')}. Your request was not sent. Send it again if you agree.`,
    );
  }
  return offer;
}
