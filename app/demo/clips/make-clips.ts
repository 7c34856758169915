import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeLoop } from '../../media/loop.server.ts';
import { drawVideo, type Video } from '../drawing/motion.ts';
import { heroVideos, videos } from './videos.ts';

/**
 * Makes the videos and their loops again, and the loops of the landing page's hero, with ffmpeg:
 * `node app/demo/clips/make-clips.ts`, or only those whose names are given (the hero's is `hero`); with `--loops` the
 * videos stay as they are.
 */

/** What of the drawing is shown: all of it, or from `top` on as much as fits. */
interface Cut {
  width: number;
  height: number;
  top?: number;
}

const whole: Cut = { width: 640, height: 480 };
/** The picture of the hero for phones, `lock-768.avif`. */
const phone: Cut = { width: 768, height: 256, top: 259 };
const codecs: Record<string, string> = {
  mp4: '-c:v libx264 -preset veryslow -crf 34 -tune animation -movflags +faststart',
  webm: '-c:v libvpx-vp9 -crf 49 -b:v 0 -deadline good -cpu-used 1',
};
const plain = '-c:v libx264 -preset veryfast -crf 16';

const [, , ...asked] = process.argv;
const names = asked.filter((name) => name !== '--loops');
const folder = await mkdtemp(join(tmpdir(), 'summa-clips-'));
const isAsked = (name: string) => names.length === 0 || names.includes(name);
for (const [name, video] of Object.entries(videos).filter(([name]) => isAsked(name))) {
  const path = join(import.meta.dirname, name);
  if (!asked.includes('--loops'))
    await makeVideo(path, codecs[name.split('.').at(-1)!]!, 20, drawVideo(video, 20), whole);
  await copyLoop(video, `${path}.avif`);
}
const heroFolder = join(import.meta.dirname, '../../features/site/landing/hero');
if (isAsked('hero'))
  for (const [name, video] of Object.entries(heroVideos))
    await copyLoop(video, join(heroFolder, name), 360, name.startsWith('lock') ? phone : whole);
await rm(folder, { recursive: true });

/** A card has its badge where a video has its caption. */
async function copyLoop(video: Video, path: string, shortSide?: number, cut = whole) {
  const input = join(folder, 'plain.mp4');
  await makeVideo(input, plain, 5, drawVideo(video, 5, { hasCaptions: false }), cut);
  const { width, height } = cut;
  const loop = await makeLoop({ input, mime: 'video/mp4', width, height, folder, shortSide });
  if (!loop) throw new Error(`No loop for ${path}`);
  await copyFile(loop, path);
  process.stdout.write(`${path}: ${Math.round((await stat(path)).size / 1000)} kB\n`);
}

async function makeVideo(path: string, codec: string, perSecond: number, frames: string[], cut: Cut) {
  const input = `-f rawvideo -pix_fmt rgb24 -s ${cut.width}x${cut.height} -r ${perSecond} -i -`;
  const output = `${codec} -pix_fmt yuv420p -map_metadata -1`;
  const ffmpeg = spawn(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...input.split(' '), ...output.split(' '), path],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  let last = { svg: '', frame: Buffer.alloc(0) };
  for (const svg of frames) {
    if (svg !== last.svg) last = { svg, frame: await frameOf(svg, cut) };
    if (!ffmpeg.stdin.write(last.frame)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await once(ffmpeg, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} for ${path}`);
}

function frameOf(svg: string, { width, height, top = 0 }: Cut) {
  // At 72 dots an inch a drawing is 1280 wide.
  const drawn = sharp(Buffer.from(svg), { density: (72 * width) / 1280 }).resize(width);
  return drawn.extract({ left: 0, top, width, height }).removeAlpha().raw().toBuffer();
}
