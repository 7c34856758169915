import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { workWords } from './film.ts';
import type { FilmView } from './film-view.server.ts';
import type { ItemView, ShownMedia } from './item-view.server.ts';

/** How wide a picture or film stands on the page of its item. */
export const mediaSizes = '(min-width: 64rem) 44rem, 100vw';

/** What the player must know of its item. */
export type FilmItem = Pick<ItemView, 'id' | 'title' | 'isOwn'>;

interface Props {
  item: FilmItem;
  media: ShownMedia;
  film: FilmView;
  isFirst?: boolean | undefined;
}

/** The player of a film with what one can choose; its poster alone while there is nothing to play. */
export function Film(props: Props) {
  const { item, media, film } = props;
  if (film.state === 'preparing') return <Preparing {...props} />;
  if (film.state === 'file') return <OnlyFile {...props} />;
  return (
    <figure className="film" id={`film-${media.id}`}>
      {/* biome-ignore lint/a11y/useMediaCaption: whether there are captions is up to the creator */}
      <video
        className="item__film"
        controls
        preload="none"
        playsInline
        poster={media.picture.src}
        width={media.picture.width}
        height={media.picture.height}
        aria-label={item.title}
      >
        {film.sources.map((source) => (
          <source key={source.src} {...source} />
        ))}
        {film.captions.map(({ src, language, name }) => (
          <track key={src} kind="captions" src={src} srcLang={language} label={name} />
        ))}
        Your browser plays no films.
      </video>
      {/* Always there, so that nothing moves when a script adds the choice of speed. */}
      <figcaption className="film__tools small no-print">
        {film.qualities.length > 0 && <Qualities {...props} />}
        {item.isOwn && film.hasFailed && <Failed id={item.id} />}
      </figcaption>
    </figure>
  );
}

function Qualities({ item, media, film }: Props) {
  return (
    <nav aria-label="Picture quality" className="film__tools">
      {film.qualities.map(({ quality, size, isCurrent }) => (
        <a
          key={quality}
          className="tag"
          href={`/content/${item.id}?quality=${quality}#film-${media.id}`}
          aria-current={isCurrent ? 'true' : undefined}
          rel="nofollow"
        >
          {`${quality === 'small' ? 'Small' : 'Large'} ${size}`}
        </a>
      ))}
    </nav>
  );
}

function Preparing({ item, media, film, isFirst }: Props) {
  const words = item.isOwn
    ? workWords('converting', film.progress)
    : 'This film is being prepared. It can be watched here in a few minutes.';
  return (
    <figure className="film" id={`film-${media.id}`} aria-busy="true">
      <Picture picture={media.picture} sizes={mediaSizes} urgent={isFirst} />
      <figcaption className="film__note">
        <p role="status">{words}</p>
        {item.isOwn && <progress max={100} value={film.progress ?? undefined} aria-label="Processing" />}
        <p className="small">
          <a className="tap" href={`/content/${item.id}`}>
            Look again
          </a>
        </p>
      </figcaption>
    </figure>
  );
}

function OnlyFile({ item, media, film, isFirst }: Props) {
  const [file] = film.sources;
  return (
    <figure className="film">
      <Picture picture={media.picture} sizes={mediaSizes} urgent={isFirst} />
      <figcaption className="film__note">
        {item.isOwn && film.hasFailed ? (
          <Failed id={item.id} />
        ) : (
          <p>Browsers cannot play this kind of film.</p>
        )}
        {file && (
          <ButtonLink kind="secondary" href={file.src} download>
            Download the film
          </ButtonLink>
        )}
      </figcaption>
    </figure>
  );
}

/** What its creator can do. */
const Failed = ({ id }: Pick<FilmItem, 'id'>) => (
  <p>
    {workWords('failed', null)} Please save it as MP4 (H.264) and{' '}
    <a href={`/content/${id}/edit/media`}>put that in its place</a>.
  </p>
);
