import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeLoop } from '../../media/loop.server.ts';
import { drawVideo } from '../drawing/motion.ts';
import { videos } from './videos.ts';

/**
 * Makes the films and their loops again, with ffmpeg: `node app/demo/clips/make-clips.ts`, or only those whose names
 * are given.
 */

const perSecond = 20;
const size = { width: 640, height: 480 };
const codecs: Record<string, string> = {
  mp4: '-c:v libx264 -preset veryslow -crf 34 -tune animation -movflags +faststart',
  webm: '-c:v libvpx-vp9 -crf 49 -b:v 0 -deadline good -cpu-used 1',
};
const mimes: Record<string, string> = { mp4: 'video/mp4', webm: 'video/webm' };
const ending = (name: string) => name.split('.').at(-1)!;

const [, , ...asked] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'summa-clips-'));
for (const name of asked.length > 0 ? asked : Object.keys(videos)) {
  const path = join(import.meta.dirname, name);
  await makeFilm(name, path);
  const loop = await makeLoop({ input: path, mime: mimes[ending(name)]!, ...size, folder });
  if (!loop) throw new Error(`No loop of ${name}`);
  await rename(loop, `${path}.avif`);
  const bytes = await Promise.all([path, `${path}.avif`].map(async (each) => (await stat(each)).size));
  process.stdout.write(`${name}: ${bytes.map((each) => `${Math.round(each / 1000)} kB`).join(', loop ')}\n`);
}
await rm(folder, { recursive: true });

async function makeFilm(name: string, path: string) {
  const input = `-f rawvideo -pix_fmt rgb24 -s ${size.width}x${size.height} -r ${perSecond} -i -`;
  const output = `${codecs[ending(name)]} -pix_fmt yuv420p -map_metadata -1`;
  const ffmpeg = spawn(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...input.split(' '), ...output.split(' '), path],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  let last = { svg: '', frame: Buffer.alloc(0) };
  for (const svg of drawVideo(videos[name]!, perSecond)) {
    if (svg !== last.svg) last = { svg, frame: await frameOf(svg) };
    if (!ffmpeg.stdin.write(last.frame)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await once(ffmpeg, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} for ${name}`);
}

function frameOf(svg: string) {
  // Half the size of the pictures: 36 instead of 72 dots an inch.
  return sharp(Buffer.from(svg), { density: 36 }).resize(size).removeAlpha().raw().toBuffer();
}
