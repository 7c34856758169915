import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage } from '../../../http/pages/page.server.ts';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { dayOf } from '../../../ui/date.ts';
import { counted } from '../../../ui/number.ts';
import { isRefundable } from '../../commerce/purchases/all-purchases.server.ts';
import { SoldList } from '../../commerce/purchases/sold-list.tsx';
import { AuditLine } from '../../core/audit-log/audit-line.tsx';
import { Who } from './member-parts.tsx';
import { shownMember } from './shown-member.server.ts';
import { userDetails } from './user-details.server.ts';
import { UserPlan } from './user-plan.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `@${data?.user.username ?? 'nobody'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async (scope, { id }) => {
  const { user, purchases, ...more } = await userDetails(scope, id());
  return {
    ...more,
    user: shownMember(scope, user),
    purchases: purchases.map((sold) => ({ ...sold, isRefundable: isRefundable(sold) })),
  };
});

export default function User() {
  const { user, billing, sessions, factorSince, isOwn, ...bought } = useLoaderData<typeof loader>();
  const { purchases, hasMorePurchases, entries } = bought;
  const { id, isAdmin, isCurator, username, suspensionReason } = user;
  const isGone = user.status === 'deleted';
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <Who member={user} heading="h1" size="large" />
        <p className="soft small">
          Joined {dayOf(user.createdAt)}.{' '}
          {isGone
            ? 'This account was deleted.'
            : user.isEmailVerified
              ? 'The email address is confirmed.'
              : 'The email address is not confirmed.'}
        </p>
        {suspensionReason && (
          <Callout title="Suspended" kind="error">
            <p>{suspensionReason}</p>
          </Callout>
        )}
        {!isGone && (
          <p className="row">
            <ButtonLink href={`/admin/creators/${id}`}>Creator details</ButtonLink>
            <ButtonLink href={`/admin/creators/${id}/edit`} kind="secondary" icon="edit">
              Edit
            </ButtonLink>
          </p>
        )}
      </header>
      {!isGone && <UserPlan id={id} billing={billing} />}
      <section className="stack" aria-labelledby="purchases">
        <h2 id="purchases">Purchases</h2>
        {purchases.length === 0 ? (
          <p className="soft">No purchases yet.</p>
        ) : (
          <SoldList purchases={purchases} />
        )}
        {hasMorePurchases && <a href={`/admin/purchases?buyer=${id}`}>All their purchases</a>}
      </section>
      {!isGone && (
        <section className="stack" aria-labelledby="access">
          <h2 id="access">Access</h2>
          <p>
            {sessions === 0 ? 'Signed in nowhere.' : `Signed in on ${counted(sessions, 'device')}.`}{' '}
            {isAdmin ? 'Is an admin.' : 'Is no admin.'} {isCurator && 'Is a curator of the map. '}
            {factorSince ? `Second factor on since ${dayOf(factorSince)}.` : 'No second factor.'}
          </p>
          <div className="row">
            <ButtonForm action={`/admin/users/${id}/sign-out`} kind="secondary" icon="out">
              Sign out everywhere
            </ButtonForm>
            <ButtonLink href={`/admin/users/${id}/role`} kind="secondary" icon="shield">
              {isAdmin ? 'Remove admin' : 'Make admin'}
            </ButtonLink>
            <ButtonLink href={`/admin/users/${id}/role?curator`} kind="secondary" icon="flag">
              {isCurator ? 'Remove curator' : 'Make curator'}
            </ButtonLink>
            {factorSince && !isOwn && (
              <ButtonLink href={`/admin/users/${id}/second-factor`} kind="secondary" icon="lock">
                Reset second factor
              </ButtonLink>
            )}
          </div>
        </section>
      )}
      <section className="stack" aria-labelledby="entries">
        <h2 id="entries">Log</h2>
        {entries.length === 0 ? (
          <p className="soft">No admin has changed anything here.</p>
        ) : (
          <ol className="ruled">
            {entries.map((entry) => (
              <AuditLine key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
        {isAdmin && <a href={`/admin/log?by=${username}`}>What they did as an admin</a>}
      </section>
    </div>
  );
}
