import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedFile } from './file.server.ts';
import { parseFile } from './parse.ts';
import {
  applyFit,
  composeFit,
  decodeFrame,
  decodeFrames,
  encodeFrame,
  type Fit,
  type Frame,
  frameBytes,
  frameLength,
  inverseFit,
  jointIndex,
  mirrored,
  noFit,
  oppositeJoint,
  playerLength,
} from './pose.ts';

const text = readFileSync(shippedFile, 'utf8');
const { positions, transitions } = parseFile(text);

test('the file is the unchanged one, with what its README says', () => {
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    '734c5af03958f7384af1c09b18bf06500748a8c505573e5be9a48174ddcfb74e',
  );
  expect([positions.length, transitions.length]).toEqual([601, 1_485]);
  const frames = transitions.map((each) => each.frames.length / frameBytes);
  expect(frames.reduce((sum, count) => sum + count)).toBe(7_722);
  expect(Math.max(...frames)).toBe(22);
  const having = (property: string) =>
    transitions.filter((each) => each.properties.includes(property)).length;
  expect(['top', 'bottom', 'detailed', 'bidirectional'].map(having)).toEqual([616, 558, 159, 38]);
  expect(new Set([...positions, ...transitions].flatMap((each) => each.tags)).size).toBe(161);
  expect(positions.filter((each) => each.tags.length === 0)).toHaveLength(11);
  expect(transitions.filter((each) => each.name === '...')).toHaveLength(136);
  expect(transitions.filter((each) => each.seenIn.length > 0)).toHaveLength(1_055);
  expect(positions[0]).toMatchObject({
    line: 1,
    name: 'side ctrl w/ near open elbow and crossface',
    tags: ['side_control', 'top_underhook', 'bottom_supine', 'crossface', 'top_kneeling'],
  });
});

test('a frame is of human size, and the one on top of a supine partner is higher', () => {
  const height = (frame: Frame, player: number) =>
    [jointIndex.core, jointIndex.head].reduce(
      (sum, at) => sum + frame[player * playerLength + 3 * at + 1]!,
      0,
    );
  const supine = positions.filter((each) => each.tags.includes('bottom_supine'));
  const above = supine.filter(({ frames }) => {
    const frame = decodeFrame(frames);
    return height(frame, 0) > height(frame, 1);
  });
  expect([above.length, supine.length]).toEqual([233, 245]);
  for (const frame of transitions.flatMap((each) => decodeFrames(each.frames))) {
    expect(Math.min(...frame)).toBeGreaterThanOrEqual(-2);
    expect(Math.max(...frame)).toBeLessThan(2.6);
  }
});

test('a frame is written as it was read', () => {
  for (const { frames } of positions) expect(encodeFrame(decodeFrame(frames)).equals(frames)).toBe(true);
});

const lines = text.split('\n');
const changed = (line: number, to: string[], from = lines.slice(0, 30)) =>
  from.flatMap((each, at) => (at === line - 1 ? to : [each])).join('\n');

test.each([
  ['a sign', changed(4, [lines[3]!.replace('O', '!')]), 'Line 4: `!` is not a digit.'],
  ['a short line', changed(5, [lines[4]!.slice(0, -1)]), 'Line 5: 69 digits were expected.'],
  ['a missing line', changed(6, []), 'Line 6: a block ends with frames of 4 lines each.'],
  ['a name without frames', 'mount\ntags: mount', 'Line 1: a block that begins here has no frames.'],
  ['frames without a name', lines.slice(2, 30).join('\n'), 'Line 1: a name was expected.'],
  ['an empty file', '', 'Line 1: a name was expected.'],
  ['a picture', '\u0089PNG\r\n\u001a\n\u0000', 'Line 1: this is not a line of text.'],
  ['a control sign', changed(1, ['a\u0007b']), 'Line 1: this is not a line of text.'],
  ['a page', '<!doctype html>\n<title>Not found</title>', 'Line 1: a block that begins here has no frames.'],
])('%s is refused with its line', (_name, given, message) => {
  expect(() => parseFile(given)).toThrow(message);
});

const fits = fc.record({
  angle: fc.double({ min: -3, max: 3, noNaN: true }),
  dx: fc.double({ min: -2, max: 2, noNaN: true }),
  dz: fc.double({ min: -2, max: 2, noNaN: true }),
  mirror: fc.boolean(),
  swap: fc.boolean(),
});
const frameOf = (n: number) => decodeFrame(positions[n % positions.length]!.frames);
const apart = (a: Frame, b: Frame) => Math.max(...a.map((value, at) => Math.abs(value - b[at]!)));

test('fits can be joined and undone', () => {
  fc.assert(
    fc.property(fc.nat(600), fits, fits, (n, a: Fit, b: Fit) => {
      const frame = frameOf(n);
      expect(apart(applyFit(applyFit(frame, a), b), applyFit(frame, composeFit(a, b)))).toBeLessThan(1e-5);
      expect(apart(applyFit(applyFit(frame, a), inverseFit(a)), frame)).toBeLessThan(1e-5);
      expect(apart(applyFit(frame, composeFit(a, inverseFit(a))), frame)).toBeLessThan(1e-5);
    }),
  );
});

test('a mirror exchanges left and right', () => {
  const frame = frameOf(0);
  const seen = mirrored(frame);
  expect(seen[3 * jointIndex.leftKnee]).toBe(-frame[3 * jointIndex.rightKnee]!);
  expect(apart(mirrored(seen), frame)).toBe(0);
  expect(applyFit(frame, noFit)).toEqual(frame);
  expect(oppositeJoint.filter((other, at) => other === at)).toEqual([20, 21, 22]);
  expect(frame).toHaveLength(frameLength);
});
