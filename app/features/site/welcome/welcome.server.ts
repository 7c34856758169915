import { countAll, db } from '../../../db/kysely.server.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { followedAmong } from '../../community/follows/follows.server.ts';
import { isEmailVerified } from '../../identity/accounts/mailbox.server.ts';
import { creatorCard } from '../../library/creators/creator-card.server.ts';
import { listCreators } from '../../library/creators/creators.server.ts';
import { everybody } from '../../library/creators/directory.schema.ts';

/** How many athletes a new member is asked to follow, and how many are suggested. */
const athletes = 3;

export type WelcomeFacts = Awaited<ReturnType<typeof welcomeSteps>>;

/** The steps of a new member; null for others, and once all steps are done. */
export async function welcome(scope: Scope): Promise<WelcomeFacts | null> {
  if (!scope.viewer?.seesWelcome) return null;
  const steps = await welcomeSteps(scope as MemberScope);
  const { followed, belt, isEmailVerified } = steps;
  if (followed < athletes || belt === null || !isEmailVerified) return steps;
  await closeWelcome(scope as MemberScope);
  return null;
}

/** The welcome does not come back. */
export async function closeWelcome({ em, viewer }: MemberScope): Promise<void> {
  await db(em).updateTable('users').set({ sees_welcome: false }).where('id', '=', viewer.id).execute();
}

async function welcomeSteps(scope: MemberScope) {
  const { em, viewer, outbox } = scope;
  const member = await db(em)
    .selectFrom('users as u')
    .select(['u.belt_level as belt', isEmailVerified.as('isEmailVerified')])
    .select((user) =>
      user
        .selectFrom('follows')
        .select(countAll().as('count'))
        .whereRef('follower_id', '=', 'u.id')
        .as('followed'),
    )
    .where('u.id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  const followed = member.followed ?? 0;
  return {
    firstName: viewer.firstName,
    email: viewer.email,
    hasOutbox: outbox !== null,
    athletes,
    ...member,
    followed,
    suggested: followed < athletes ? await suggestAthletes(scope) : [],
  };
}

/** The most followed athletes whom the member does not follow yet. */
async function suggestAthletes(scope: MemberScope) {
  // Before the step is done, the list holds fewer followed ones than `athletes`, and the member.
  const filters = { ...everybody, sort: 'followers' as const };
  const { items } = await listCreators(scope, { filters, size: 2 * athletes });
  const followed = await followedAmong(
    scope,
    items.map(({ id }) => id),
  );
  return items
    .filter(({ id }) => id !== scope.viewer.id && !followed.has(id))
    .slice(0, athletes)
    .map((creator) => creatorCard(scope, creator));
}
