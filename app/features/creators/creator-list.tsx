import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { counted } from '../../ui/number.ts';
import { starsText } from '../../ui/stars-text.ts';

export interface CreatorCard {
  id: number;
  username: string;
  name: string;
  /** With its @. */
  handle: string;
  avatar: string | null;
  belt: string | null;
  isVerified: boolean;
  bio: string | null;
  contentCount: number;
  rating: number | null;
}

/** Creators in a list, each a link to their page. */
export function CreatorList({ creators }: { creators: readonly CreatorCard[] }) {
  return (
    <ul className="creators">
      {creators.map((creator) => (
        <li key={creator.id} className="panel creator">
          <Avatar userId={creator.id} imageUrl={creator.avatar} />
          <div>
            <h3>
              <a href={`/creators/${creator.username}`}>{creator.name}</a>
            </h3>
            <p className="soft small">{creator.handle}</p>
            <CreatorFacts creator={creator} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Belt, number of techniques and rating in one line. */
export function CreatorFacts({ creator }: { creator: CreatorCard }) {
  const { belt, isVerified, contentCount, rating } = creator;
  return (
    <p className="row small">
      {belt && belt !== 'n/a' && <Badge>{`${belt.charAt(0).toUpperCase()}${belt.slice(1)} belt`}</Badge>}
      {isVerified && <Badge icon="check">Verified</Badge>}
      <span>{counted(contentCount, 'technique')}</span>
      <span className="creator__rating">
        <Icon name="star" />
        {starsText(rating ?? 0)}
      </span>
    </p>
  );
}
