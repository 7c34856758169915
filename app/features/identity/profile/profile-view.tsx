import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { readableEmail } from '../accounts/email-address.ts';
import { beltLabel, martialArtLabel } from './martial-arts.ts';

export interface ProfileFacts {
  id: number;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  martialArt: string | null;
  beltLevel: string | null;
  bio: string | null;
  acceptsRequests: boolean;
  payoutEmail: string | null;
  contactLines: string[];
  timeZone: string | null;
  profileImageUrl: string | null;
}

export function ProfileView({
  profile,
  planName,
  hasPublicPage,
}: {
  profile: ProfileFacts;
  planName: string;
  hasPublicPage: boolean;
}) {
  const { martialArt, beltLevel } = profile;
  return (
    <section className="panel profile" aria-labelledby="profile-name">
      <header className="row">
        <Avatar userId={profile.id} imageUrl={profile.profileImageUrl} size="large" />
        <div className="profile__name">
          <h1 id="profile-name">
            {profile.firstName} {profile.lastName}
          </h1>
          <p className="soft">@{profile.username}</p>
          <p className="row">
            {martialArt && <Badge>{martialArtLabel(martialArt)}</Badge>}
            {beltLevel && <Badge>{beltLabel(beltLevel)}</Badge>}
          </p>
        </div>
      </header>
      {profile.bio ? (
        <p className="as-written">{profile.bio}</p>
      ) : (
        <p className="soft">No bio yet. A few sentences tell people who teaches them.</p>
      )}
      <dl className="lines measure">
        <Fact label="Email, only you see it">
          {readableEmail(profile.email)}, <a href="/account/email">change</a>
        </Fact>
        <Fact label="Plan">
          {planName}, <a href="/account/billing">billing and receipts</a>
        </Fact>
        <Fact label="Requests">
          {profile.acceptsRequests ? 'Accepts requests for techniques' : 'Takes no requests'},{' '}
          <a href="/requests/offer">your offer</a>
        </Fact>
        <Fact label="Direct contact, VIP members see it">
          {profile.contactLines.join(', ') || 'Nothing shared'}
        </Fact>
        <Fact label="Payout email, only you see it">
          {readableEmail(profile.payoutEmail ?? 'Not set: earnings wait until you set it')}
        </Fact>
      </dl>
      <p className="form__actions">
        <ButtonLink href="/profile?edit" icon="edit">
          Edit Profile
        </ButtonLink>
        <ButtonLink href="/profile/picture" kind="secondary" icon="camera">
          Change picture
        </ButtonLink>
        <ButtonLink href="/profile/following" kind="secondary" icon="users">
          Creators you follow
        </ButtonLink>
        <ButtonLink href="/profile/blocked" kind="quiet">
          Blocked members
        </ButtonLink>
        {hasPublicPage && (
          <ButtonLink href={`/creators/${profile.username}`} kind="secondary" icon="eye">
            Public page
          </ButtonLink>
        )}
      </p>
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
