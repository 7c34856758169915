import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Shot {
  size?: string;
  seconds?: number;
  hasSound?: boolean;
  /** How it is coded, and more of ffmpeg's words. */
  codec?: string[];
  with?: string[];
}

/** A real film made by ffmpeg: a moving test picture with a tone, in the container of `ending`. */
export function shoot(ending: string, shot: Shot = {}): Buffer {
  const { size = '320x180', seconds = 1, hasSound = true, codec = [], with: more = [] } = shot;
  const folder = mkdtempSync(join(tmpdir(), 'summa-shoot-'));
  const path = join(folder, `film.${ending}`);
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  try {
    execFileSync(
      'ffmpeg',
      [
        ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=24:duration=${seconds}`],
        ...(hasSound ? tone : []),
        ...['-pix_fmt', 'yuv420p', ...codec, ...more, path],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same film as a phone held upright writes it: its pictures lie on their side, and its head says so. */
export function turned(film: Buffer): Buffer {
  const copy = Buffer.from(film);
  const matrix = copy.indexOf('tkhd') + 4 + 40;
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0].entries())
    copy.writeInt32BE(value, matrix + 4 * index);
  return copy;
}
