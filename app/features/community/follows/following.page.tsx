import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { profileImage } from '../../core/media/pictures.server.ts';
import { FollowAllowance } from './follow-allowance.tsx';
import { FollowButton } from './follow-button.tsx';
import { followAllowance, listFollowed } from './follows.server.ts';

export const meta = () => [{ title: 'Creators you follow | Summa' }];

export const loader = memberPage(async (scope) => {
  return {
    allowance: await followAllowance(scope),
    creators: (await listFollowed(scope)).map(({ imageKey, ...creator }) => ({
      ...creator,
      avatar: profileImage(scope, imageKey),
    })),
  };
});

export default function Following() {
  const { creators, allowance } = useLoaderData<typeof loader>();
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
