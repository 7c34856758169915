import { join } from 'node:path';
import { type Bounds, type Ending, ffmpeg, readingOnly } from './ffmpeg.server.ts';
import { type VideoStep, videoSize } from './media.ts';
import { readMp4 } from './mp4.server.ts';
import { BrokenVideo, readVideo } from './video-bytes.server.ts';

export interface Order {
  input: string;
  mime: string;
  width: number;
  height: number;
  durationMs: number | null;
  steps: readonly VideoStep[];
  folder: string;
}

interface Watching {
  signal?: AbortSignal;
  /** A whole number below 100. Not called for videos without a known length. */
  onProgress?: (percent: number) => void;
}

export interface Converted {
  ending: Ending;
  files: { step: VideoStep; path: string }[];
}

const minuteMs = 60_000;
/** Grows with the length, for slow machines. At most 45 minutes, so that a crafted video cannot block the machine. */
const deadline = (durationMs: number | null) =>
  Math.min(45 * minuteMs, 3 * minuteMs + 6 * (durationMs ?? 5 * minuteMs));
const bounds = { memoryBytes: 2 * 1024 ** 3, fileBytes: 250 * 1024 ** 2 };

const qualities: Record<VideoStep, { crf: number; kilobits: number }> = {
  480: { crf: 26, kilobits: 1_000 },
  1080: { crf: 22, kilobits: 5_000 },
};

/** Converts a video to MP4 (H.264, AAC) at all steps at once. @param limits lower limits, for tests */
export async function convertVideo(
  order: Order,
  { signal, onProgress }: Watching = {},
  limits: Partial<Bounds> = {},
): Promise<Converted> {
  const files = order.steps.map((step) => ({ step, path: join(order.folder, `${step}p.mp4`) }));
  const args = [
    ...['-v', 'quiet', '-progress', 'pipe:1', '-stats_period', '1', '-filter_threads', '1'],
    ...readingOnly(order.input, order.mime, { threads: 2 }),
    ...files.flatMap(({ step, path }) => writing(order, step, path)),
  ];
  const { durationMs } = order;
  const ending = await ffmpeg(
    args,
    { ...bounds, ms: deadline(durationMs), ...limits },
    {
      signal,
      onLine(line) {
        const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
        if (microseconds && durationMs) {
          onProgress?.(Math.min(99, Math.floor(Number(microseconds) / 10 / durationMs)));
        }
      },
    },
  );
  if (ending !== 'done' || !(await areVideos(files))) {
    return { ending: ending === 'done' ? 'failed' : ending, files: [] };
  }
  return { ending, files };
}

function writing({ width, height }: Order, step: VideoStep, path: string): string[] {
  const size = videoSize(width, height, step);
  const { crf, kilobits } = qualities[step];
  return [
    // Not an attached image. Text and data streams are left out, because drones write places there.
    ...['-map', '0:V:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-vf', `scale=${size.width}:${size.height},setsar=1`, '-c:v', 'libx264', '-preset', 'veryfast'],
    ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', String(crf), '-threads', '2'],
    ...['-maxrate', `${kilobits}k`, '-bufsize', `${2 * kilobits}k`],
    ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', '-f', 'mp4'],
    `file:${path}`,
  ];
}

async function areVideos(files: Converted['files']): Promise<boolean> {
  for (const { path } of files) if (!(await isVideo(path))) return false;
  return files.length > 0;
}

/** ffmpeg also succeeds without output, so its file is read. Reading erases remaining text data. */
export async function isVideo(path: string): Promise<boolean> {
  try {
    const { durationMs } = await readVideo(path, readMp4);
    return durationMs !== 0;
  } catch (error) {
    if (error instanceof BrokenVideo || isMissing(error)) return false;
    throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
