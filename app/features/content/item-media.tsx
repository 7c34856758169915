import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { NoPicture } from './content-card.tsx';
import type { ItemView, ShownMedia } from './item-view.server.ts';
import { LockOverlay } from './lock-overlay.tsx';

const sizes = '(min-width: 64rem) 44rem, 100vw';

/** All pictures and films in their order; of a locked item the blurred teaser alone. */
export function ItemMedia({ item }: { item: ItemView }) {
  if (item.locked) {
    return (
      <div className="item__media item__media--locked">
        {item.picture ? <Picture picture={{ ...item.picture, alt: '' }} shape="4x3" /> : <NoPicture />}
        <LockOverlay tier={item.tier} />
      </div>
    );
  }
  return (
    <div className="item__media">
      {item.media.length === 0 && <NoPicture />}
      {item.media.map((media, index) =>
        media.film ? (
          <Film key={media.id} film={media.film} picture={media.picture} title={item.title} />
        ) : (
          <Picture
            key={media.id}
            picture={media.picture}
            sizes={sizes}
            urgent={index === 0}
            loading={index === 0 ? 'eager' : 'lazy'}
          />
        ),
      )}
    </div>
  );
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
      <source src={film.src} type={film.mime} />
      <a href={film.src} download>
        Download the film
      </a>
    </video>
  );
}
