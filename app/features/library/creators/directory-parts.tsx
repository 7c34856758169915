import { labelOf } from '../../../domain/content-terms.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { StatList } from '../../../ui/figures/stat-list.tsx';
import { count, percent } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { FollowButton } from '../../community/follows/follow-button.tsx';
import { beltLevels, martialArtNames, martialArts } from '../../identity/profile/martial-arts.ts';
import { type CreatorCard, CreatorFacts } from './creator-list.tsx';
import { type CreatorSort, creatorSorts, type DirectoryFilters } from './directory.schema.ts';

export interface PlatformFigures {
  totalCreators: number;
  totalContent: number;
  monthlyGrowth: number;
}

/** The real figures; the fallback values (E9.22) when they cannot be read. */
export function PlatformStats({ figures }: { figures: PlatformFigures | null }) {
  return (
    <StatList
      stats={[
        ['Athletes', figures ? count(figures.totalCreators) : '150+'],
        ['Techniques', figures ? count(figures.totalContent) : '2.5K+'],
        ['Monthly growth', figures ? percent(figures.monthlyGrowth / 100) : '25%'],
      ]}
    />
  );
}

const sortNames: Record<CreatorSort, string> = {
  newest: 'Newest',
  followers: 'Most followers',
  techniques: 'Most techniques',
};

export function DirectoryFilterForm({ filters }: { filters: DirectoryFilters }) {
  const all = { value: '', label: 'All' };
  return (
    <search>
      <form action="/creators" className="ask-row">
        <Field
          name="search"
          label="Search athletes"
          type="search"
          maxLength={100}
          placeholder="Name or @name"
          defaultValue={filters.search}
        />
        <Select
          name="martialArt"
          label="Martial art"
          defaultValue={filters.martialArt}
          options={[all, ...martialArts.map((art) => ({ value: art, label: martialArtNames[art] }))]}
        />
        <Select
          name="belt"
          label="Belt"
          defaultValue={filters.belt}
          options={[
            all,
            ...beltLevels.map((belt) => ({ value: belt, label: belt === 'n/a' ? 'None' : labelOf(belt) })),
          ]}
        />
        <Select
          name="sort"
          label="Sort by"
          defaultValue={filters.sort}
          options={creatorSorts.map((sort) => ({ value: sort, label: sortNames[sort] }))}
        />
        <Button kind="secondary">Apply</Button>
      </form>
    </search>
  );
}

export interface DirectoryEntry extends CreatorCard {
  followers: number;
  following: boolean;
  isSelf: boolean;
}

/** As many as the first screen of a wide window shows. */
const eagerAvatars = 6;

export function Directory({
  creators,
  path,
  isSignedIn,
}: {
  creators: readonly DirectoryEntry[];
  path: string;
  isSignedIn: boolean;
}) {
  return (
    <ul className="creators creators--wide" data-grid="">
      {creators.map((creator, index) => (
        <li key={creator.id} id={`creator-${creator.id}`} className="panel">
          <div className="who">
            <Avatar
              userId={creator.id}
              imageUrl={creator.avatar}
              size="large"
              loading={index < eagerAvatars ? 'eager' : 'lazy'}
            />
            <div className="stack">
              <div>
                <h2 className="as-h3">{creator.name}</h2>
                <p className="soft small">{creator.handle}</p>
              </div>
              <CreatorFacts creator={creator} />
            </div>
          </div>
          <p className="creator__bio clamp">{creator.bio}</p>
          <div className="row">
            <ButtonLink href={`/creators/${creator.username}`} kind="secondary">
              View Profile<span className="visually-hidden"> of {creator.name}</span>
            </ButtonLink>
            {isSignedIn && !creator.isSelf && (
              <FollowButton {...creator} back={`${path}#creator-${creator.id}`} />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The card for visitors at the end of the list (C2.18). */
export function JoinCommunity() {
  return (
    <section className="panel" aria-labelledby="join">
      <h2 id="join">Join the Community</h2>
      <p>Follow the athletes you learn from, keep what you like, and share what you know.</p>
      <p>
        <ButtonLink href="/auth?tab=sign-up" size="large">
          Join Summa
        </ButtonLink>
      </p>
    </section>
  );
}
