import { randomUUID } from 'node:crypto';
import { countAll, db } from '../../../db/kysely.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { emailText } from '../../../mail/email-text.ts';
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
  const found = await db(em)
    .selectFrom('users')
    .select(({ selectFrom }) => [
      selectFrom('content as c')
        .select(countAll().as('count'))
        .where('creator_id', '=', viewer.id)
        .where((c) =>
          c.exists(
            c
              .selectFrom('purchases')
              .select('id')
              .whereRef('content_id', '=', 'c.id')
              .where('status', '=', 'paid'),
          ),
        )
        .as('sold'),
      selectFrom('content')
        .select(countAll().as('count'))
        .where('creator_id', '=', viewer.id)
        .where('status', '=', 'published')
        .as('items'),
      selectFrom('subscriptions')
        .select('plan')
        .where('user_id', '=', viewer.id)
        .where('status', 'in', ['trialing', 'active', 'past_due'])
        .limit(1)
        .as('plan'),
      'payout_email as payoutEmail',
    ])
    .where('id', '=', viewer.id)
    .$narrowType<{ sold: number; items: number }>()
    .executeTakeFirst();
  return {
    owedCents: Math.max(0, availableCents + frozenCents),
    ...(found ?? { sold: 0, items: 0, plan: null, payoutEmail: null }),
  };
}

/** Deletes the member's account. @throws Invalid for a wrong name or as `mustBeOwner`; Refused for the last admin */
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
  emailText(
    firstName,
    'Your account is deleted',
    'As you asked, your name, address, techniques and pictures are gone from Summa.',
    'What is owed to you is still paid out. What you bought or sold stays in our books without your name, as the law requires.',
    'If you did not ask for this, please reply to this email.',
  );
