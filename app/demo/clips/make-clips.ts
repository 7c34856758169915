import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawVideo } from '../drawing/motion.ts';
import { videos } from './videos.ts';

/** Makes the short videos again, with ffmpeg: `node app/demo/clips/make-clips.ts`. */

const perSecond = 20;
const size = { width: 640, height: 480 };
const codecs: Record<string, string> = {
  mp4: '-c:v libx264 -preset veryslow -crf 33 -tune animation -movflags +faststart',
  webm: '-c:v libvpx-vp9 -crf 49 -b:v 0 -deadline good -cpu-used 1',
};

for (const [name, video] of Object.entries(videos)) {
  const path = join(import.meta.dirname, name);
  const input = `-f rawvideo -pix_fmt rgb24 -s ${size.width}x${size.height} -r ${perSecond} -i -`;
  const output = `${codecs[name.split('.').at(-1)!]} -pix_fmt yuv420p -map_metadata -1`;
  const ffmpeg = spawn(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...input.split(' '), ...output.split(' '), path],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  for (const picture of drawVideo(video, perSecond)) {
    const frame = await sharp(Buffer.from(picture)).resize(size).removeAlpha().raw().toBuffer();
    if (!ffmpeg.stdin.write(frame)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await once(ffmpeg, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} for ${name}`);
  const { size: bytes } = await stat(path);
  process.stdout.write(`${name}: ${Math.round(bytes / 1000)} kB\n`);
}
