import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { noise } from '../../tests/support/media/sample-files.ts';
import { makePicture } from './images.server.ts';

const MB = 1_000_000;

test('of many pictures at once, only those being processed are in memory', async () => {
  setFlagsFromString('--expose_gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const held = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const folder = await mkdtemp(join(tmpdir(), 'summa-many-'));
  const path = join(folder, 'sent');
  // Its size can be read, but not its pixels, so that the test does not wait for renditions.
  const cutOff = (await noise(200, 200).png().toBuffer()).subarray(0, 60_000);
  const bytes = Buffer.concat([cutOff, Buffer.alloc(9.9 * MB)]);
  await writeFile(path, bytes);
  const before = held();
  let peak = 0;
  let isDone = false;
  // With pauses, because garbage collection stops everything else.
  const look = async () => {
    for (; !isDone; await setTimeout(50)) peak = Math.max(peak, held() - before);
  };
  const sent = { path, name: 'a.png', bytes: bytes.length };
  const keys = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(32, '0'));
  try {
    void look();
    const outcomes = await Promise.allSettled(keys.map((key) => makePicture(key, sent, folder)));
    for (const outcome of outcomes) expect(String(Object(outcome).reason)).toContain('damaged');
  } finally {
    isDone = true;
    await rm(folder, { recursive: true, force: true });
  }
  // Two that are looked at and two that are made, 40 MB, and on a slow machine some that the decoder has not let go
  // of yet. All at once would be 320 MB.
  expect(peak / MB).toBeLessThan(130);
});
