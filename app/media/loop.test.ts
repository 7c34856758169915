import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestVideo } from '../../tests/support/media/test-video.ts';
import { canConvert } from './ffmpeg.server.ts';
import { makeLoop, mostLoopBytes } from './loop.server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'summa-loop-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function loopOf(bytes: Buffer, signal?: AbortSignal) {
  const input = join(folder, 'video');
  writeFileSync(input, bytes);
  return makeLoop({ input, mime: 'video/mp4', width: 320, height: 180, folder }, signal);
}

/** The first and the last frame of a file as grey levels from 0 to 255, each of them one mean. */
function brightness(path: string): number[] {
  const args = ['-v', 'error', '-i', path, '-vf', 'scale=1:1,format=gray', '-f', 'rawvideo', '-'];
  return [...execFileSync('ffmpeg', args)];
}

describe.skipIf(!canConvert())('a loop (needs ffmpeg)', () => {
  test('is a small animation of two seconds, also of a picture that never rests', async () => {
    const path = (await loopOf(makeTestVideo('mp4', { seconds: 6, hasSound: true }))) ?? '';
    expect(statSync(path).size).toBeLessThanOrEqual(mostLoopBytes);
    expect(readFileSync(path).subarray(4, 12).toString()).toBe('ftypavis');
    const shown = execFileSync('ffprobe', [
      ...['-v', 'error', '-show_entries', 'stream=codec_type,nb_frames,width,height', '-of', 'csv=p=0', path],
    ]);
    expect(shown.toString().trim()).toBe('video,320,180,20');
  });

  test('shows the seconds in which most happens, without a cut', async () => {
    // Black, from 6 to 10 seconds ever lighter, then grey; at 14 seconds a cut to white.
    const light = 'if(lt(T,6),0,if(lt(T,10),25*(T-6),if(lt(T,14),100,255)))';
    const video = makeTestVideo('mp4', {
      seconds: 18,
      hasSound: false,
      with: ['-vf', `geq=lum='${light}':cb=128:cr=128`],
    });
    const seen = brightness((await loopOf(video)) ?? '');
    expect(seen[0]).toBeLessThan(45);
    expect(seen.at(-1)).toBeGreaterThan(75);
    expect(seen.at(-1)).toBeLessThan(140);
  });

  test('is not made of what is no video, nor after the signal to stop', async () => {
    expect(await loopOf(Buffer.alloc(5_000, 7))).toBeNull();
    expect(await loopOf(makeTestVideo('mp4'), AbortSignal.abort())).toBeNull();
  });
});
