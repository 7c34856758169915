import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg, readingOnly } from './ffmpeg.server.ts';
import { videoSize } from './media.ts';

interface LoopOrder {
  input: string;
  mime: string;
  width: number;
  height: number;
  folder: string;
  /** Of the loop, in pixels; the default fits cards. */
  shortSide?: number;
}

export const mostLoopBytes = 20_000;
/** Shown at twice the speed, so that a loop of two seconds has room for a whole movement. */
const [shownSeconds, speed, perSecond] = [4, 2, 10];
const qualities = [42, 52, 62];
const bounds = { ms: 60_000, memoryBytes: 2 * 1024 ** 3, fileBytes: 20 * 1024 ** 2 };

/** Makes a short silent animation (AVIF) of the part of a video in which most happens. Null if ffmpeg cannot make one
 *  or it would be too large. */
export async function makeLoop(order: LoopOrder, signal?: AbortSignal): Promise<string | null> {
  const { input, mime, folder, shortSide = 240 } = order;
  const from = await busiestStart(order, signal);
  if (from === null) return null;
  const { width, height } = videoSize(order.width, order.height, shortSide);
  const path = join(folder, 'loop.avif');
  for (const crf of qualities) {
    const args = [
      ...['-v', 'quiet', ...readingOnly(input, mime, { from }), '-t', String(shownSeconds / speed)],
      ...['-map', '0:V:0', '-an', '-sn', '-dn', '-map_metadata', '-1'],
      ...['-vf', `setpts=PTS/${speed},fps=${perSecond},scale=${width}:${height},setsar=1`],
      ...[
        '-c:v',
        'libaom-av1',
        '-cpu-used',
        '8',
        '-crf',
        String(crf),
        '-pix_fmt',
        'yuv420p',
        '-threads',
        '1',
      ],
      ...['-f', 'avif', `file:${path}`],
    ];
    if ((await ffmpeg(args, bounds, { signal })) !== 'done') return null;
    const { size } = await stat(path);
    if (size > 0 && size <= mostLoopBytes) return path;
  }
  return null;
}

const look = { width: 48, height: 36, perSecond: 4, seconds: 120 };
/** More change than this between two looks is a cut and not a movement: the mean of 255 levels of grey. */
const cut = 40;

/** Where the seconds with most movement and without a cut begin. Only the first two minutes are searched. */
async function busiestStart({ input, mime, folder }: LoopOrder, signal?: AbortSignal) {
  const path = join(folder, 'look.gray');
  const args = [
    ...['-v', 'quiet', ...readingOnly(input, mime), '-t', String(look.seconds), '-map', '0:V:0', '-an'],
    ...['-vf', `fps=${look.perSecond},scale=${look.width}:${look.height},format=gray`],
    ...['-f', 'rawvideo', `file:${path}`],
  ];
  if ((await ffmpeg(args, bounds, { signal })) !== 'done') return null;
  return busiest(await readFile(path)) / look.perSecond;
}

/** The number of the frame at which the busiest stretch begins. */
function busiest(frames: Buffer): number {
  const size = look.width * look.height;
  const changes = Array.from({ length: Math.max(0, Math.floor(frames.length / size) - 1) }, (_, i) => {
    let sum = 0;
    for (let at = i * size; at < (i + 1) * size; at += 1) sum += Math.abs(frames[at]! - frames[at + size]!);
    return sum / size;
  });
  const length = shownSeconds * look.perSecond - 1;
  const worth = (start: number) => {
    const stretch = changes.slice(start, start + length);
    return stretch.some((change) => change > cut) ? -1 : stretch.reduce((sum, change) => sum + change, 0);
  };
  let best = 0;
  for (let start = 1; start + length <= changes.length; start += 1)
    if (worth(start) > worth(best)) best = start;
  return best;
}
