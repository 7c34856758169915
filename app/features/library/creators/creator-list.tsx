import { labelOf } from '../../../domain/content-terms.ts';
import { Badge } from '../../../ui/badge.tsx';
import { starsText } from '../../../ui/figures/stars-text.ts';
import { counted } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';

export interface CreatorCard {
  id: number;
  username: string;
  name: string;
  handle: string;
  avatar: string | null;
  belt: string | null;
  isVerified: boolean;
  bio: string | null;
  contentCount: number;
  rating: number | null;
}

export function CreatorList({
  creators,
  heading: Heading = 'h3',
}: {
  creators: readonly CreatorCard[];
  heading?: 'h2' | 'h3';
}) {
  return (
    <ul className="creators">
      {creators.map((creator) => (
        <li key={creator.id} className="panel who">
          <Avatar userId={creator.id} imageUrl={creator.avatar} />
          <div className="stack">
            <div>
              <Heading className="creator__name as-h3">
                <a href={`/creators/${creator.username}`}>{creator.name}</a>
              </Heading>
              <p className="soft small">{creator.handle}</p>
            </div>
            <CreatorFacts creator={creator} />
          </div>
        </li>
      ))}
    </ul>
  );
}

export function CreatorFacts({ creator }: { creator: CreatorCard }) {
  const { belt, isVerified, contentCount, rating } = creator;
  return (
    <p className="who__facts small">
      {belt && belt !== 'n/a' && <Badge>{`${labelOf(belt)} belt`}</Badge>}
      {isVerified && <Badge icon="check">Verified</Badge>}
      <span>{counted(contentCount, 'technique')}</span>{' '}
      <span className="creator__rating">
        <Icon name="star" />
        {starsText(rating ?? 0)}
      </span>
    </p>
  );
}
