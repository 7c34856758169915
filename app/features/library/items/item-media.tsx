import { Picture } from '../../../ui/pictures/picture.tsx';
import { mediaSizes, Video, type VideoItem } from '../../core/media/video-player.tsx';
import { NoPicture } from '../catalog/content-card.tsx';
import { LockOverlay } from '../catalog/lock-overlay.tsx';
import type { ItemView, ShownMedia } from './item-view.server.ts';

/** The first image or video, right under the header; only the teaser when locked. */
export function FirstMedia({
  item,
}: {
  item: VideoItem & Pick<ItemView, 'tier' | 'locked' | 'picture' | 'media'>;
}) {
  const [first] = item.media;
  return (
    <div className="item__media">
      {first && <Shown item={item} media={first} isFirst />}
      {!first &&
        (item.picture ? (
          <Picture picture={{ ...item.picture, alt: '' }} shape="4x3" urgent />
        ) : (
          <NoPicture />
        ))}
      {item.locked && <LockOverlay tier={item.tier} />}
    </div>
  );
}

export function MoreMedia({ item }: { item: ItemView }) {
  const others = item.media.slice(1);
  if (others.length === 0) return null;
  return (
    <div className="item__more">
      {others.map((media) => (
        <Shown key={media.id} item={item} media={media} />
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
