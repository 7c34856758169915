import { ButtonLink } from '../../../ui/button.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';
import type { ItemView, ShownMedia } from '../../library/items/item-view.server.ts';
import { workWords } from './video.ts';
import type { VideoView } from './video-view.server.ts';

export const mediaSizes = '(min-width: 64rem) 44rem, 100vw';

export type VideoItem = Pick<ItemView, 'id' | 'title' | 'isOwn'>;

interface Props {
  item: VideoItem;
  media: ShownMedia;
  video: VideoView;
  isFirst?: boolean | undefined;
}

export function Video(props: Props) {
  const { item, media, video } = props;
  if (video.state === 'preparing') return <Preparing {...props} />;
  if (video.state === 'file') return <OnlyFile {...props} />;
  return (
    <figure className="video" id={`video-${media.id}`}>
      {/* biome-ignore lint/a11y/useMediaCaption: whether there are captions is up to the creator */}
      <video
        className="item__film"
        controls
        preload={video.from === null ? 'none' : 'metadata'}
        playsInline
        poster={video.from === null ? media.picture.src : undefined}
        width={media.picture.width}
        height={media.picture.height}
        aria-label={item.title}
      >
        {video.sources.map((source) => (
          <source key={source.src} {...source} />
        ))}
        {video.captions.map(({ src, language, name }) => (
          <track key={src} kind="captions" src={src} srcLang={language} label={name} />
        ))}
        {video.chapters && <track kind="chapters" src={video.chapters} />}
        Your browser cannot play videos.
      </video>
      {/* Always rendered, so that nothing moves when a script adds the choice of speed. */}
      <figcaption className="video__tools small no-print">
        {video.qualities.length > 0 && <Qualities {...props} />}
        {item.isOwn && video.hasFailed && <Failed id={item.id} />}
      </figcaption>
    </figure>
  );
}

function Qualities({ item, media, video }: Props) {
  return (
    <nav aria-label="Picture quality" className="video__tools">
      {video.qualities.map(({ quality, size, isCurrent }) => (
        <a
          key={quality}
          className="tag"
          href={`/content/${item.id}?quality=${quality}#video-${media.id}`}
          aria-current={isCurrent ? 'true' : undefined}
          rel="nofollow"
        >
          {`${quality === 'small' ? 'Small' : 'Large'} ${size}`}
        </a>
      ))}
    </nav>
  );
}

function Preparing({ item, media, video, isFirst }: Props) {
  const words = item.isOwn
    ? workWords('converting', video.progress)
    : 'We are preparing this video. You can watch it here in a few minutes.';
  return (
    <figure className="video" id={`video-${media.id}`} aria-busy="true">
      <Picture picture={media.picture} sizes={mediaSizes} urgent={isFirst} />
      <figcaption className="video__note">
        <p role="status">{words}</p>
        {item.isOwn && <progress max={100} value={video.progress ?? undefined} aria-label="Processing" />}
        <p className="small">
          <a className="tap" href={`/content/${item.id}`}>
            Look again
          </a>
        </p>
      </figcaption>
    </figure>
  );
}

function OnlyFile({ item, media, video, isFirst }: Props) {
  const [file] = video.sources;
  return (
    <figure className="video">
      <Picture picture={media.picture} sizes={mediaSizes} urgent={isFirst} />
      <figcaption className="video__note">
        {item.isOwn && video.hasFailed ? (
          <Failed id={item.id} />
        ) : (
          <p>Browsers cannot play this kind of video.</p>
        )}
        {file && (
          <ButtonLink kind="secondary" href={file.src} download>
            Download the video
          </ButtonLink>
        )}
      </figcaption>
    </figure>
  );
}

const Failed = ({ id }: Pick<VideoItem, 'id'>) => (
  <p>
    {workWords('failed', null)} Please save it as MP4 (H.264) and{' '}
    <a href={`/content/${id}/edit/media`}>put that in its place</a>.
  </p>
);
