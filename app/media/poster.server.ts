import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { ffmpeg, readingOnly } from './ffmpeg.server.ts';
import { fitted, type SentFile } from './media.ts';
import { pictures } from './pictures.server.ts';
import type { VideoFacts } from './video-bytes.server.ts';

const bounds = { ms: 15_000, memoryBytes: 2 * 1024 ** 3, fileBytes: 100 * 1024 ** 2 };
const inTurn = pLimit(1);

/** A still image of the video at `path`: a frame if ffmpeg is installed, else a drawing. */
export async function makePoster(
  video: SentFile,
  mime: string,
  facts: VideoFacts,
  path: string,
): Promise<SentFile> {
  const hasFrame = await inTurn(() => takeFrame(video.path, mime, facts, path));
  if (!hasFrame) await writeFile(path, await drawPoster(facts));
  return { path, name: video.name, bytes: (await stat(path)).size };
}

export async function drawPoster(facts: VideoFacts): Promise<Buffer> {
  const { drawPicture } = await pictures();
  const { width, height } = fitted(facts.width, facts.height, 1280);
  const unit = Math.min(width, height) / 12;
  const [x, y] = [width / 2, height / 2];
  return drawPicture(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="#22303f"/>
      <path d="M0 ${y}H${width}M${x} 0V${height}" stroke="#2c3d4f" stroke-width="${unit / 8}"/>
      <rect y="${height - 2 * unit}" width="100%" height="${unit}" fill="#f3efe6"/>
      <rect x="${width - 4 * unit}" y="${height - 2 * unit}" width="${2 * unit}" height="${unit}" fill="#111"/>
      <circle cx="${x}" cy="${y}" r="${2.2 * unit}" fill="#f3efe6"/>
      <path d="M${x - 0.8 * unit} ${y - 1.2 * unit}L${x + 1.3 * unit} ${y}L${x - 0.8 * unit} ${y + 1.2 * unit}Z"
        fill="#22303f"/>
    </svg>`,
  );
}

async function takeFrame(input: string, mime: string, facts: VideoFacts, output: string): Promise<boolean> {
  const { width, height } = fitted(facts.width, facts.height, 1280);
  const from = Math.min(2, (facts.durationMs ?? 0) / 4000);
  const frame = ['-an', '-sn', '-dn', '-map_metadata', '-1', '-frames:v', '1'];
  const shape = ['-vf', `thumbnail=24,scale=${width}:${height},setsar=1`];
  const target = ['-c:v', 'png', '-f', 'image2', '-update', '1', output];
  const args = ['-v', 'quiet', ...readingOnly(input, mime, { from }), ...frame, ...shape, ...target];
  const ending = await ffmpeg(args, bounds);
  // ffmpeg also succeeds without a frame.
  return ending === 'done' && existsSync(output);
}
