import { NotFound } from '../../../errors.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import type { Scope } from '../../../scope.ts';
import { pictureOf } from '../../core/media/pictures.server.ts';
import { videoView } from '../../core/media/video-view.server.ts';
import type { Item } from '../../library/items/item.server.ts';
import { type Loop, readLoop } from './clip.schema.ts';
import { clipView, endOf, findClip } from './clips.server.ts';

/** What the page of a loop shows of an item; null while it is locked.
 *  @throws NotFound when the item has no video, or not the one that is asked for */
export async function loopView(scope: Scope, item: Item, query: URLSearchParams) {
  if (item.mediaAccess === 'locked') return null;
  const videos = item.allMedia.filter(({ kind }) => kind === 'video');
  const asked = query.get('media');
  const video = asked === null ? videos[0] : videos.find(({ id }) => String(id) === asked);
  if (!video) throw new NotFound('This technique has no such video.');
  const { loop, ...read } = readLoop(query, video.id, await endOf(scope.em, video.id));
  const view = videoView(scope, video, {
    itemId: item.id,
    mediaAccess: item.mediaAccess,
    playback: { quality: null, from: loop?.from ?? null },
  });
  return {
    ...read,
    loop,
    mediaId: video.id,
    videos: videos.map(({ id }, index) => ({ value: String(id), label: `Video ${index + 1}` })),
    picture: pictureOf(scope, video, item.mediaAccess, { alt: '', largest: 1280 }),
    video: view,
    clip: loop && view.state === 'plays' ? await clipOf(scope, item, loop) : null,
  };
}

async function clipOf(scope: Scope, item: Item, loop: Loop) {
  const clip = await findClip(scope, loop);
  if (clip) return clipView(scope, item, clip);
  return { state: canConvert() ? ('none' as const) : ('unable' as const), before: null, url: null };
}
