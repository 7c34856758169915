import { Picture, type PictureFacts } from '../../../ui/pictures/picture.tsx';
import { mediaSizes } from '../../core/media/video-player.tsx';
import type { VideoView } from '../../core/media/video-view.server.ts';
import type { Loop } from './clip.schema.ts';

interface Props {
  title: string;
  video: VideoView;
  picture: PictureFacts;
  loop: Loop | null;
}

/** The whole video, which begins at the loop; a script (`enhance/loop.ts`) repeats it and sets the speed. */
export function LoopPlayer({ title, video, picture, loop }: Props) {
  if (video.state !== 'plays')
    return (
      <figure>
        <Picture picture={picture} sizes={mediaSizes} urgent />
        <figcaption className="soft">
          {video.state === 'preparing'
            ? 'We are preparing this video. You can loop it in a few minutes.'
            : 'Browsers cannot play this kind of video, so it cannot be looped.'}
        </figcaption>
      </figure>
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: whether there are captions is up to the creator
    <video
      className="item__film"
      controls
      preload={loop ? 'metadata' : 'none'}
      playsInline
      poster={loop ? undefined : picture.src}
      width={picture.width}
      height={picture.height}
      aria-label={title}
      data-loop={loop ? `${loop.from} ${loop.to} ${loop.speed}` : undefined}
    >
      {video.sources.map((source) => (
        <source key={source.src} {...source} />
      ))}
      {video.captions.map(({ src, language, name }) => (
        <track key={src} kind="captions" src={src} srcLang={language} label={name} />
      ))}
      Your browser cannot play videos.
    </video>
  );
}
