import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { elementsOf } from '../../../../tests/support/map/well-formed.ts';
import { framesKey, type KeptCamera, readCameras } from '../import/cameras.ts';
import { camerasFile, shippedFile } from '../import/file.server.ts';
import { parseFile } from '../import/parse.ts';
import { decodeFrames, type Frame, frameBytes, frameLength } from '../import/pose.ts';
import { parts, partsOfPlayer } from './body.ts';
import { bestCamera, drawOrder, pitches } from './camera.ts';
import { completeCameras } from './complete-cameras.ts';
import { drawFigure, type Figure, height, width } from './figure.ts';
import { timing } from './motion.ts';
import { crossingsOf, wrongIn } from './order.ts';
import { seenBy } from './projection.ts';

const { positions, transitions } = parseFile(readFileSync(shippedFile, 'utf8'));
const cameras = readCameras(readFileSync(camerasFile, 'utf8'));

/** Every how many things are drawn. 1 draws all. */
const step = Number(process.env.DRAWINGS_STEP ?? 20);
const longest = transitions.toSorted((a, b) => b.frames.length - a.frames.length).slice(0, 20);
const sample = [...positions, ...transitions].filter((_, at) => at % step === 0).concat(longest);

const cameraOf = (frames: Buffer): KeptCamera => {
  const camera = cameras.get(framesKey(frames));
  if (!camera) throw new Error('No camera: bin/map cameras');
  return camera;
};
const figureOf = (bytes: Buffer, other: Partial<Figure> = {}): Figure => ({
  frames: decodeFrames(bytes),
  camera: cameraOf(bytes),
  order: cameraOf(bytes).order,
  isMirrored: false,
  theme: 'light',
  filled: 0,
  perSecond: 5,
  zoom: null,
  ...other,
});
const drawn = sample.map(({ frames }) => drawFigure(figureOf(frames)));

/** As `compressed` of the site sends it. */
const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

test('each drawing is at most 3 kB compressed, a still at most 1 kB', () => {
  expect(Math.max(...drawn.map(brotli))).toBeLessThan(3_000);
  expect(Math.max(...drawn.map((text) => gzipSync(text).length))).toBeLessThan(3_000);
  const stills = drawn.filter((_, at) => sample[at]!.frames.length === frameBytes);
  expect(Math.max(...stills.map(brotli))).toBeLessThan(1_000);
});

test('a drawing is well-formed and has no script, link, image or font', () => {
  const allowed = new Set(['svg', 'style', 'path', 'g', 'use', 'animate']);
  for (const text of drawn) {
    const elements = elementsOf(text);
    expect(elements.filter(({ name }) => !allowed.has(name))).toEqual([]);
    expect(text.match(/https?:\/\/[^"]*|url\(|@import|javascript:|\bon\w+=/g)).toEqual([
      'http://www.w3.org/2000/svg',
    ]);
    const names = elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
    expect(new Set(names).size).toBe(2 * partsOfPlayer);
    const shown = elements.flatMap(({ attributes }) => attributes.get('href')?.slice(1) ?? []);
    expect(new Set(shown)).toEqual(new Set(names));
  }
});

test('a movement ends by itself within five seconds and stays at its last pose', () => {
  const moving = drawn.filter((_, at) => sample[at]!.frames.length > frameBytes);
  const moves = moving.map((text) => elementsOf(text).filter(({ name }) => name === 'animate'));
  expect(moves.filter(({ length }) => length === 0)).toEqual([]);
  const wrong = moves.flat().filter(({ attributes: at }) => {
    const [times = [], values = []] = ['keyTimes', 'values'].map((name) => at.get(name)!.split(';'));
    const letters = new Set(values.map((value) => value.replaceAll(/[-\d. ]+/g, '')));
    const seconds = Number.parseFloat(at.get('dur')!) * Number(at.get('repeatCount') ?? 1);
    const isOrdered = times.every((time, n) => n === 0 || Number(time) > Number(times[n - 1]));
    const isWhole = times[0] === '0' && times.at(-1) === '1' && times.length === values.length;
    // A path is led only through paths with the same letters.
    return !(seconds <= 5 && at.get('fill') === 'freeze' && isOrdered && isWhole && letters.size === 1);
  });
  expect(wrong).toEqual([]);
  expect(timing(5, 5)).toMatchObject({ seconds: 2.8, repeats: 1 });
  expect(timing(2, 5)).toMatchObject({ seconds: 1.6, repeats: 3 });
  expect(timing(22, 5)).toMatchObject({ seconds: 5, repeats: 1 });
});

test('all that is drawn lies in the picture', () => {
  const outside: string[] = [];
  for (const text of drawn) {
    for (const [, x, y] of text.matchAll(/M(-?\d+) (-?\d+)(?:l|h0)/g)) {
      if (!(Number(x) > 0 && Number(x) < width && Number(y) > 0 && Number(y) < height))
        outside.push(`${x} ${y}`);
    }
  }
  expect(outside).toEqual([]);
});

test('at most 5 % of the crossings are drawn in the wrong order', () => {
  const sum = { crossings: 0, wrong: 0 };
  for (const { frames } of sample.slice(0, -longest.length)) {
    const { camera, order, ...figure } = figureOf(frames);
    const found = crossingsOf(figure.frames.map((frame) => seenBy(frame, camera)));
    sum.crossings += found.count;
    sum.wrong += wrongIn(order, found.crossed);
  }
  expect(sum.crossings).toBeGreaterThan(1_000);
  expect(sum.wrong / sum.crossings).toBeLessThan(0.05);
});

test('the cameras of the file are those that the search finds, from the side and never from above', () => {
  const some = [positions[150]!, positions[300]!, transitions[22]!, transitions[302]!];
  for (const { frames } of some) {
    const { drawOrder: order, ...camera } = bestCamera(decodeFrames(frames));
    expect({ ...camera, order }).toEqual(cameraOf(frames));
  }
  for (const { yaw, pitch, order } of cameras.values()) {
    expect(yaw % 15).toBe(0);
    expect(pitches).toContain(pitch);
    expect(order.toSorted((a, b) => a - b)).toEqual(parts.map((_, at) => at));
  }
});

test('an import searches the cameras of new frames only, and forgets those of others', () => {
  const [known, changed] = [transitions[22]!.frames, transitions[302]!.frames];
  const kept = { yaw: 15, pitch: 15, order: [1, 0] };
  const old = new Map([
    [framesKey(known), kept],
    ['gone', kept],
  ]);
  const found = completeCameras([known, changed, changed], old);
  expect([...found]).toEqual([
    [framesKey(known), kept],
    [framesKey(changed), cameraOf(changed)],
  ]);
});

/** Two players of the same shape, the first of whom stands nearer to a camera at yaw 0. */
function oneBehindTheOther(): Frame {
  const frame = new Float32Array(frameLength);
  for (let joint = 0; joint < frameLength / 3; joint++) {
    const isFirst = joint < frameLength / 6;
    frame[3 * joint] = Math.sin(joint * 2.4) * 0.5;
    frame[3 * joint + 1] = 1 + Math.cos(joint * 1.3) * 0.6;
    frame[3 * joint + 2] = isFirst ? 1 : -1;
  }
  return frame;
}

test.each([
  ['nearer', 0],
  ['farther away', 180],
])('the player who is %s is drawn accordingly', (_place, yaw) => {
  const camera = { yaw, pitch: 15 };
  const found = crossingsOf([seenBy(oneBehindTheOther(), camera)]);
  const order = drawOrder([oneBehindTheOther()], camera);
  const [nearer, other] = yaw === 0 ? [0, partsOfPlayer] : [partsOfPlayer, 0];
  let crossings = 0;
  for (let a = nearer; a < nearer + partsOfPlayer; a++) {
    for (let b = other; b < other + partsOfPlayer; b++) {
      expect(found.crossed[b * parts.length + a]).toBe(0);
      if (!found.crossed[a * parts.length + b]) continue;
      crossings += 1;
      expect(order.indexOf(a)).toBeGreaterThan(order.indexOf(b));
    }
  }
  expect(crossings).toBeGreaterThan(5);
});

test('without colour the players differ: one is filled, the other has an outline', () => {
  const layers = (filled: 0 | 1) => {
    const text = drawFigure(figureOf(positions[150]!.frames, { filled }));
    const groups = [...text.matchAll(/<g class="\w">.*?id="(\w)".*?<\/g>/g)];
    return groups.map(([group, name = '']) => ({
      player: name.charCodeAt(0) - 97 < partsOfPlayer ? 0 : 1,
      layers: [...group.matchAll(/class="([soi])"/g)].map(([, layer]) => layer).join(''),
    }));
  };
  for (const filled of [0, 1] as const)
    for (const { player, layers: found } of layers(filled))
      expect(found).toBe(player === filled ? 's' : 'oi');
});

test('a mirrored drawing is the other one seen in a mirror', () => {
  const { frames } = positions[150]!;
  const heads = (text: string) =>
    [...text.matchAll(/M(\d+) (\d+)h0/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const camera = { ...cameraOf(frames), yaw: 0 };
  const plain = heads(drawFigure(figureOf(frames, { camera })));
  const mirrored = heads(drawFigure(figureOf(frames, { camera, isMirrored: true })));
  for (const [at, [x = 0, y = 0]] of plain.entries()) {
    expect(Math.abs(mirrored[at]![0]! - (200 - x))).toBeLessThanOrEqual(1);
    expect(Math.abs(mirrored[at]![1]! - y)).toBeLessThanOrEqual(1);
  }
});

test('drawn twice, a drawing is the same', () => {
  const again = sample.slice(0, 20).map(({ frames }) => drawFigure(figureOf(frames)));
  expect(again).toEqual(drawn.slice(0, 20));
});
