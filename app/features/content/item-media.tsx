import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { NoPicture } from './content-card.tsx';
import type { ItemView, ShownMedia } from './item-view.server.ts';
import { LockOverlay } from './lock-overlay.tsx';

const sizes = '(min-width: 64rem) 44rem, 100vw';

/** The first picture or film, right under the header; of a locked item the blurred teaser alone. */
export function FirstMedia({ item }: { item: ItemView }) {
  const [first] = item.media;
  return (
    <div className="item__media">
      {first && <Shown media={first} title={item.title} isFirst />}
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
        <Shown key={media.id} media={media} title={item.title} />
      ))}
    </div>
  );
}

function Shown({ media, title, isFirst }: { media: ShownMedia; title: string; isFirst?: boolean }) {
  const { film, picture } = media;
  if (film) return <Film film={film} picture={picture} title={title} />;
  return <Picture picture={picture} sizes={sizes} urgent={isFirst} loading={isFirst ? 'eager' : 'lazy'} />;
}

type FilmProps = { film: NonNullable<ShownMedia['film']>; picture: ShownMedia['picture']; title: string };

function Film({ film, picture, title }: FilmProps) {
  if (!film.isPlayable) {
    return (
      <figure className="stack">
        <Picture picture={picture} sizes={sizes} />
        <figcaption className="row">
          <span>Browsers cannot play this kind of film.</span>
          <ButtonLink kind="secondary" href={film.src} download>
            Download the film
          </ButtonLink>
        </figcaption>
      </figure>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: creators send no captions yet
    <video
      className="item__film"
      controls
      preload="none"
      playsInline
      poster={picture.src}
      width={picture.width}
      height={picture.height}
      aria-label={title}
    >
      {film.streams && <source src={film.streams} type="application/vnd.apple.mpegurl" />}
      <source src={film.src} type={film.mime} />
      <a href={film.src} download>
        Download the film
      </a>
    </video>
  );
}
