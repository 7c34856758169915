import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface TestVideoOptions {
  size?: string;
  seconds?: number;
  hasSound?: boolean;
  /** The codec, and further arguments of ffmpeg. */
  codec?: string[];
  with?: string[];
}

/** H.264, which takes most of the time of the tests unless it hurries. */
const quickly: Record<string, string[]> = {
  mp4: ['-preset', 'ultrafast'],
  mov: ['-preset', 'ultrafast'],
};

/** A real video made by ffmpeg: a moving test image with a tone, in the container of `ending`. */
export function makeTestVideo(ending: string, options: TestVideoOptions = {}): Buffer {
  const { size = '320x180', seconds = 1, hasSound = true, codec = quickly[ending] ?? [] } = options;
  const folder = mkdtempSync(join(tmpdir(), 'summa-shoot-'));
  const path = join(folder, `video.${ending}`);
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  try {
    execFileSync(
      'ffmpeg',
      [
        ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=24:duration=${seconds}`],
        ...(hasSound ? tone : []),
        ...['-pix_fmt', 'yuv420p', ...codec, ...(options.with ?? []), path],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same video as from a phone held upright: its frames are rotated, and its header says so. */
export function rotated(video: Buffer): Buffer {
  const copy = Buffer.from(video);
  const matrix = copy.indexOf('tkhd') + 4 + 40;
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0].entries())
    copy.writeInt32BE(value, matrix + 4 * index);
  return copy;
}
