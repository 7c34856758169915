import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isVideo } from './convert.server.ts';
import { type Bounds, type Ending, ffmpeg, readingOnly } from './ffmpeg.server.ts';
import { videoSize } from './media.ts';

export interface ClipOrder {
  input: string;
  mime: string;
  width: number;
  height: number;
  fromMs: number;
  toMs: number;
  /** 1, 2 or 4: how many times longer it plays than the video. */
  slowdown: number;
  folder: string;
}

const shortSide = 720;
const kilobits = 1_200;
const bounds = { ms: 60_000, memoryBytes: 2 * 1024 ** 3, fileBytes: 12 * 1024 ** 2 };
/** At a quarter of the speed few videos have more pictures than half of these. */
const perSecond = (slowdown: number) => (slowdown === 4 ? 15 : 30);

/** Cuts a silent part of a video and slows it down. @param limits lower limits, for tests
 *  @returns the path of the file, or null with the reason why there is none */
export async function cutClip(
  order: ClipOrder,
  signal?: AbortSignal,
  limits: Partial<Bounds> = {},
): Promise<{ ending: Ending; path: string | null }> {
  const { input, mime, fromMs, toMs, slowdown, folder } = order;
  const { width, height } = videoSize(order.width, order.height, shortSide);
  const path = join(folder, 'clip.mp4');
  const slowed = `setpts=${slowdown}*(PTS-STARTPTS),fps=${perSecond(slowdown)}`;
  const args = [
    ...['-v', 'quiet', '-filter_threads', '1', ...readingOnly(input, mime, { from: fromMs / 1000 })],
    ...['-t', (((toMs - fromMs) * slowdown) / 1000).toFixed(2)],
    ...['-map', '0:V:0', '-an', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-vf', `${slowed},scale=${width}:${height},setsar=1`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-crf', '26', '-maxrate', `${kilobits}k`, '-bufsize', `${2 * kilobits}k`, '-threads', '1'],
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', '-f', 'mp4'],
    `file:${path}`,
  ];
  const ending = await ffmpeg(args, { ...bounds, ...limits }, { signal });
  if (ending === 'done' && (await isVideo(path))) return { ending, path };
  await rm(path, { force: true });
  return { ending: ending === 'done' ? 'failed' : ending, path: null };
}
