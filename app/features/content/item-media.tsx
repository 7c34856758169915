import { Picture } from '../../ui/picture.tsx';
import { NoPicture } from './content-card.tsx';
import { Film, type FilmItem, mediaSizes } from './film-player.tsx';
import type { ItemView, ShownMedia } from './item-view.server.ts';
import { LockOverlay } from './lock-overlay.tsx';

/** The first picture or film, right under the header; of a locked item the blurred teaser alone. */
export function FirstMedia({
  item,
}: {
  item: FilmItem & Pick<ItemView, 'tier' | 'locked' | 'picture' | 'media'>;
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

/** The others, in their order. */
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

function Shown({ item, media, isFirst }: { item: FilmItem; media: ShownMedia; isFirst?: boolean }) {
  const { film, picture } = media;
  if (film) return <Film item={item} media={media} film={film} isFirst={isFirst} />;
  return (
    <Picture picture={picture} sizes={mediaSizes} urgent={isFirst} loading={isFirst ? 'eager' : 'lazy'} />
  );
}
