import { Picture } from '../../../ui/pictures/picture.tsx';
import { mediaSizes, Video, type VideoItem } from '../../core/media/video-player.tsx';
import { NoPicture } from '../catalog/content-card.tsx';
import { LockOverlay } from '../catalog/lock-overlay.tsx';
import type { ItemView, ShownMedia } from './item-view.server.ts';

/** The media in the order of the page: the first video, or else the first picture, then all others. */
export function mediaParts(media: readonly ShownMedia[]) {
  const main = media.find(({ video }) => video) ?? media[0];
  const others = media.filter((each) => each !== main);
  return {
    main,
    stills: others.filter(({ video }) => !video),
    videos: others.filter(({ video }) => video),
  };
}

/** The video or picture right under the title; only the teaser when locked. */
export function FirstMedia({
  item,
}: {
  item: VideoItem & Pick<ItemView, 'tier' | 'locked' | 'picture' | 'media'>;
}) {
  const { main } = mediaParts(item.media);
  return (
    <div className="item__media" id="video">
      {main && <Shown item={item} media={main} isFirst />}
      {!main &&
        (item.picture ? (
          <Picture picture={{ ...item.picture, alt: '' }} shape="4x3" urgent />
        ) : (
          <NoPicture />
        ))}
      {item.locked && <LockOverlay tier={item.tier} />}
    </div>
  );
}

/** Videos and pictures below the first, each in its own row of a grid. */
export function MoreMedia({ item, media }: { item: VideoItem; media: readonly ShownMedia[] }) {
  if (media.length === 0) return null;
  return (
    <div className="item__more stack">
      {media.map((each) => (
        <Shown key={each.id} item={item} media={each} />
      ))}
    </div>
  );
}

function Shown({ item, media, isFirst }: { item: VideoItem; media: ShownMedia; isFirst?: boolean }) {
  const { video, picture } = media;
  if (video) return <Video item={item} media={media} video={video} isFirst={isFirst} />;
  return (
    <Picture picture={picture} sizes={mediaSizes} urgent={isFirst} loading={isFirst ? 'eager' : 'lazy'} />
  );
}
