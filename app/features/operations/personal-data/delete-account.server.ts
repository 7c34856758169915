import { randomUUID } from 'node:crypto';
import { enqueue } from '../../../db/queue.server.ts';
import { row } from '../../../db/sql.server.ts';
import { letter } from '../../../mail/email-text.ts';
import type { MemberScope } from '../../../scope.ts';
import { balanceOf } from '../../commerce/earnings/earnings.server.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { mustBeOwner } from '../../identity/second-factor/second-factor.server.ts';
import { anonymise } from '../members/anonymise.server.ts';
import { namesAccount } from '../members/confirm.schema.ts';
import type { DeleteAccount } from './delete-account.schema.ts';

/** What a member should know before the deletion: cents they are owed, and items that stay with buyers. */
export async function whatIsLost({ em, viewer }: MemberScope) {
  const { availableCents, frozenCents } = await balanceOf(em, viewer.id);
  const found = await row<{ sold: number; items: number; plan: string | null; payoutEmail: string | null }>(
    em,
  )`
    select
      (select count(*) from content c where creator_id = ${viewer.id}
        and exists (select 1 from purchases where content_id = c.id and status = 'paid'))::int as sold,
      (select count(*) from content where creator_id = ${viewer.id} and status = 'published')::int as items,
      (select plan from subscriptions where user_id = ${viewer.id}
        and status in ('trialing', 'active', 'past_due') limit 1) as plan,
      payout_email as "payoutEmail"
    from users where id = ${viewer.id}`;
  return {
    owedCents: Math.max(0, availableCents + frozenCents),
    ...(found ?? { sold: 0, items: 0, plan: null, payoutEmail: null }),
  };
}

/**
 * Deletes the member's own account.
 * @throws Invalid for a wrong name; as `mustBeOwner`; Refused for the last admin
 */
export async function deleteOwnAccount(scope: MemberScope, { confirm, ...proof }: DeleteAccount) {
  const { viewer } = scope;
  const errors: Record<string, string[]> = {};
  if (!namesAccount(confirm, viewer.username)) {
    errors.confirm = [`This is not your username. Please type ${viewer.username}.`];
  }
  await mustBeOwner(scope, proof, errors);
  const keys = await scope.em.transactional(async (em) => {
    const { keys } = await anonymise(em, viewer.id, scope.now());
    await enqueue(em, 'send-mail', { id: randomUUID(), to: viewer.email, ...goodbye(viewer.firstName) });
    return keys;
  });
  await removeFiles(scope, keys);
}

const goodbye = (firstName: string) =>
  letter(
    firstName,
    'Your account is deleted',
    'You asked for it, and it is done: your name, address, techniques and pictures are gone from Summa.',
    'What is owed to you is still paid out. What you bought or sold stays in our books without your name, as the law asks.',
    'If it was not you who asked, please answer this mail.',
  );
