import { Picture } from '../../../ui/pictures/picture.tsx';
import { GraceBanner } from '../../commerce/plans/grace-banner.tsx';
import { PlansTable } from '../../commerce/plans/plans-table.tsx';
import { UnlockBox } from '../../commerce/plans/unlock/unlock-box.tsx';
import { FollowButton } from '../../community/follows/follow-button.tsx';
import { Video } from '../../core/media/video-player.tsx';
import { ContentCard } from '../../library/catalog/content-card.tsx';
import { NoContent } from '../../library/catalog/content-grid.tsx';
import { LockOverlay } from '../../library/catalog/lock-overlay.tsx';
import { LikeButton } from '../../library/items/like-button.tsx';
import { cards, counts, picture, unlocking, videos } from './examples.ts';
import { Chapter, Shown } from './shown.tsx';

export function ProductShown({ origin }: { origin: string }) {
  return (
    <>
      <Chapter id="cards" title="Cards">
        <Shown name="In a grid" wide>
          <ul className="grid">
            {cards.map(([name, card]) => (
              <li key={name} data-shown={name}>
                <ContentCard item={card} path="/styleguide" origin={origin} heading="h3" loading="eager" />
              </li>
            ))}
          </ul>
        </Shown>
        <Shown name="None found" wide>
          <NoContent isSignedIn={false} />
        </Shown>
      </Chapter>
      <Chapter id="videos" title="Videos">
        {videos.map(([name, video, isOwn], id) => (
          <Shown key={name} name={name}>
            <Video
              item={{ id: 'example', title: name, isOwn }}
              media={{ id, picture, video }}
              video={video}
            />
          </Shown>
        ))}
      </Chapter>
      <Chapter id="product" title="Items and plans">
        <Shown name="Locked item">
          <div className="item__media">
            <Picture picture={picture} shape="4x3" />
            <LockOverlay tier="vip" />
          </div>
        </Shown>
        <Shown name="Like, follow">
          <div className="row">
            {[false, true].map((isOn) => (
              <div className="row" key={String(isOn)}>
                <LikeButton id="example" title="Knee cut" liked={isOn} likes={57} back="/styleguide" />
                <FollowButton username="nobody" name="Bia Rocha" following={isOn} back="/styleguide" />
              </div>
            ))}
          </div>
        </Shown>
        <Shown name="What unlocks it" wide>
          <UnlockBox back="/" isSignedIn {...unlocking} />
        </Shown>
        <Shown name="Plans, for a visitor" wide>
          <PlansTable currentPlan={null} counts={counts} />
        </Shown>
        <Shown name="Plans, with Premium" wide>
          <PlansTable currentPlan="premium" counts={counts} isPricingPage />
        </Shown>
        <Shown name="Banner of a failed payment" wide>
          <GraceBanner until="2030-01-01T00:00:00.000Z" />
        </Shown>
      </Chapter>
    </>
  );
}
