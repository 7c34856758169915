import { Badge } from '../../../ui/badge.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { beltLabel, martialArtLabel } from '../../identity/profile/martial-arts.ts';

export interface ShownMember {
  id: number;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  avatar: string | null;
  martialArt: string | null;
  beltLevel: string | null;
  isVerified: boolean;
  isAdmin: boolean;
  status: 'active' | 'suspended' | 'deleted';
}

export function Who({
  member,
  heading: Heading = 'h2',
  size,
}: {
  member: ShownMember;
  heading?: 'h1' | 'h2';
  size?: 'large';
}) {
  const { id, firstName, lastName, username, email, avatar } = member;
  return (
    <div className="who">
      <Avatar userId={id} imageUrl={avatar} size={size} />
      <div>
        <Heading className={Heading === 'h2' ? 'as-h3' : undefined}>
          {firstName} {lastName}
        </Heading>
        <p className="who__facts soft small">
          @{username} <span>{readableEmail(email)}</span>
        </p>
        <Badges member={member} />
      </div>
    </div>
  );
}

function Badges({ member }: { member: ShownMember }) {
  const { martialArt, beltLevel, isVerified, isAdmin, status } = member;
  return (
    <p className="who__facts">
      {martialArt && <Badge>{martialArtLabel(martialArt)}</Badge>}
      {beltLevel && <Badge>{beltLabel(beltLevel)}</Badge>}
      {isVerified && <Badge icon="check">Verified</Badge>}
      {isAdmin && <Badge icon="shield">Admin</Badge>}
      {status === 'suspended' && <Badge icon="lock">Suspended</Badge>}
    </p>
  );
}
