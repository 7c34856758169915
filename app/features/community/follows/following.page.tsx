import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { profileImage } from '../../core/media/pictures.server.ts';
import { titleOf } from '../../map/screens/labels.ts';
import { positionPath } from '../../map/screens/paths.ts';
import { FollowPositionButton } from '../position-follows/follow-position-button.tsx';
import { listFollowedPositions } from '../position-follows/position-follows.server.ts';
import { FollowAllowance } from './follow-allowance.tsx';
import { FollowButton } from './follow-button.tsx';
import { followAllowance, listFollowed } from './follows.server.ts';

export const meta = () => [{ title: 'What you follow | Summa' }];

export const loader = memberPage(async (scope) => {
  return {
    allowance: await followAllowance(scope),
    positions: await listFollowedPositions(scope),
    creators: (await listFollowed(scope)).map(({ imageKey, ...creator }) => ({
      ...creator,
      avatar: profileImage(scope, imageKey),
    })),
  };
});

export default function Following() {
  const { creators, allowance, positions } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Creators you follow</h1>
      {allowance && <FollowAllowance {...allowance} from="/profile/following" />}
      {creators.length === 0 && (
        <Empty
          title="You don’t follow anyone yet"
          text="New techniques by creators you follow appear in your feed."
          icon="users"
        >
          <ButtonLink href="/creators">Find creators</ButtonLink>
        </Empty>
      )}
      <ul className="ruled">
        {creators.map((creator) => (
          <li key={creator.id} id={`creator-${creator.id}`} className="row row--apart">
            <span className="person">
              <Avatar userId={creator.id} imageUrl={creator.avatar} />
              <span>
                <Name {...creator} />{' '}
                <span className="soft small person__more">
                  @{creator.username} · {counted(creator.items, 'item')}
                </span>
              </span>
            </span>
            <FollowButton
              username={creator.username}
              name={`${creator.firstName} ${creator.lastName}`}
              following
              back="/profile/following"
            />
          </li>
        ))}
      </ul>
      <h2 id="positions">Positions you follow</h2>
      {positions.length === 0 && (
        <p className="soft">
          We tell you when someone publishes for a position you follow.{' '}
          <a href="/map">Find one on the map.</a>
        </p>
      )}
      <ul className="ruled">
        {positions.map((position) => (
          <li key={position.id} id={`position-${position.id}`} className="row row--apart">
            <a className="tap" href={positionPath(position)}>
              <strong>{titleOf(position.name)}</strong>
            </a>
            <FollowPositionButton
              id={position.id}
              name={position.name}
              following
              back="/profile/following#positions"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A creator without published items has no page to link to. */
function Name({
  username,
  firstName,
  lastName,
  items,
}: Record<'username' | 'firstName' | 'lastName', string> & { items: number }) {
  const name = (
    <strong>
      {firstName} {lastName}
    </strong>
  );
  return items > 0 ? (
    <a className="tap" href={`/creators/${username}`}>
      {name}
    </a>
  ) : (
    name
  );
}
