import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import type { FilmFacts } from './film.server.ts';
import { drawPicture } from './images.server.ts';
import { fitted, type SentFile } from './media.ts';
import { takeTurns } from './turns.ts';

/** The only reader ffmpeg may use for a type: a playlist dressed as a film could name other files. */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-msvideo': 'avi',
};
/** Where systems install ffmpeg; it sees none of our settings and secrets. */
const toolEnv: NodeJS.ProcessEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin',
  NODE_ENV: 'production',
};
const TIME_MS = 15_000;
const inTurn = takeTurns(1);

/** A still picture of the film at `path`: a frame of it where ffmpeg is installed, else a drawn one. */
export async function makePoster(
  film: SentFile,
  mime: string,
  facts: FilmFacts,
  path: string,
): Promise<SentFile> {
  const hasFrame = await inTurn(() => takeFrame(film.path, mime, facts, path));
  if (!hasFrame) await writeFile(path, await drawPoster(facts));
  return { path, name: film.name, bytes: (await stat(path)).size };
}

/** The poster without ffmpeg: a mat, a belt and a sign to play, in the shape of the film. */
export function drawPoster(facts: FilmFacts): Promise<Buffer> {
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

async function takeFrame(input: string, mime: string, facts: FilmFacts, output: string): Promise<boolean> {
  const { width, height } = fitted(facts.width, facts.height, 1280);
  const from = Math.min(2, (facts.durationMs ?? 0) / 4000);
  const limits = ['-nostdin', '-v', 'quiet', '-y', '-threads', '1', '-max_alloc', '400000000'];
  const source = ['-protocol_whitelist', 'file,pipe', '-f', demuxers[mime] ?? 'mov', '-ss', from.toFixed(2)];
  const frame = ['-an', '-sn', '-dn', '-map_metadata', '-1', '-frames:v', '1'];
  const shape = ['-vf', `thumbnail=24,scale=${width}:${height},setsar=1`];
  const target = ['-c:v', 'png', '-f', 'image2', '-update', '1', output];
  const args = [...limits, ...source, '-i', `file:${input}`, ...frame, ...shape, ...target];
  const ended = await new Promise<boolean>((resolve) => {
    spawn('ffmpeg', args, { stdio: 'ignore', timeout: TIME_MS, killSignal: 'SIGKILL', env: toolEnv })
      .on('error', () => resolve(false))
      .on('close', (code) => resolve(code === 0));
  });
  // It also ends well when there was no frame to take.
  return ended && existsSync(output);
}
