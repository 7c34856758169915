import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react';
import { planNames } from '../../../domain/plans.ts';
import { loadedValues, mergeConcurrentEdit, mergedToast } from '../../../http/pages/edit-conflicts.server.ts';
import { memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { creatorStats } from '../../commerce/earnings/creator-stats.server.ts';
import { cardItem } from '../../library/catalog/card-item.server.ts';
import { ContentGrid } from '../../library/catalog/content-grid.tsx';
import { filtersOf } from '../../library/catalog/filters.schema.ts';
import { listContent } from '../../library/catalog/lists.server.ts';
import { StatCards } from '../../library/studio/stat-cards.tsx';
import { AccountNav } from '../accounts/account-nav.tsx';
import { currentUser } from '../accounts/accounts.server.ts';
import { EmailNotice } from '../email-links/email-notice.tsx';
import { factorStatus } from '../second-factor/second-factor.server.ts';
import { profileSchema } from './profile.schema.ts';
import { updateProfile } from './profile.server.ts';
import { ProfileForm, profileValues } from './profile-form.tsx';
import { ProfileView } from './profile-view.tsx';

const itemsShown = 8;

export const meta: MetaFunction = ({ location }) => [
  { title: `${new URLSearchParams(location.search).has('edit') ? 'Edit Profile' : 'Profile'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { url }) => {
  const filters = filtersOf(new URLSearchParams());
  const [profile, stats, own] = [
    await currentUser(scope),
    await creatorStats(scope),
    await listContent(scope, { filters, creatorId: scope.viewer.id, size: itemsShown }),
  ];
  return {
    profile,
    seen: loadedValues(profileValues(profile)),
    stats,
    planName: planNames[scope.viewer.plan],
    items: own.items.map((card) => cardItem(scope, card)),
    asksCode: (await factorStatus(scope)).since !== null,
    isEditing: url.searchParams.has('edit'),
    origin: scope.origin,
    hasOutbox: scope.outbox !== null,
  };
});

export const action = memberPage(async (scope, page) => {
  const [fields, profile] = [await page.fields(), await currentUser(scope)];
  // A field missing from the form stays as it is; only an empty one is cleared.
  for (const [name, value] of Object.entries(profileValues(profile))) {
    if (name !== 'acceptsRequests' && !fields.has(name)) fields.set(name, value);
  }
  const { conflicts, isMerged } = mergeConcurrentEdit(fields, profileValues(profile));
  await updateProfile(scope, parseForm(fields, profileSchema, conflicts));
  const saved = toast.success('Profile updated successfully');
  return seeOther(page.context, '/profile', mergedToast(saved, isMerged));
});

export default function Profile() {
  const { profile, seen, asksCode, stats, planName, items, isEditing, origin, hasOutbox } =
    useLoaderData<typeof loader>();
  const isRefused = useActionData() !== undefined;
  if (isEditing || isRefused) return <ProfileForm profile={profile} seen={seen} asksCode={asksCode} />;
  return (
    <div className="stack stack--loose">
      <div className="stack">
        <AccountNav current="/profile" />
        <EmailNotice account={profile} hasOutbox={hasOutbox} />
      </div>
      <ProfileView profile={profile} planName={planName} hasPublicPage={stats.totalContent > 0} />
      <section className="stack" aria-labelledby="figures">
        <h2 id="figures">Your figures</h2>
        <StatCards stats={stats} />
      </section>
      <section className="stack" aria-labelledby="my-content">
        <div className="row row--apart">
          <h2 id="my-content">My Content</h2>
          <ButtonLink href="/studio/content" kind="secondary">
            Manage in the studio
          </ButtonLink>
        </div>
        {items.length === 0 ? (
          <Empty title="Nothing published yet" text="Techniques you publish appear here." icon="upload">
            <ButtonLink href="/upload">Share a technique</ButtonLink>
          </Empty>
        ) : (
          <ContentGrid
            items={items}
            isSignedIn
            isFirst={false}
            path="/profile"
            origin={origin}
            heading="h3"
          />
        )}
      </section>
    </div>
  );
}
