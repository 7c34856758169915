import { createHmac } from 'node:crypto';
import { NotFound } from '../../../errors.ts';
import { byteCache } from '../../../media/byte-cache.ts';
import type { Scope } from '../../../scope.ts';
import {
  type MapPosition,
  type MapTransition,
  type TechniqueMap,
  techniqueMap,
} from '../graph/technique-map.server.ts';
import { decodeFrames, type Frame, frameLength } from '../import/pose.ts';
import { type BestCamera, bestCamera, drawOrder, pitches } from './camera.ts';
import { drawFigure } from './figure.ts';
import { type Asked, nameOf, readName } from './name.ts';

/** A position has one frame, a transition several. */
type Thing = MapPosition | MapTransition;

const bytesOf = (thing: Thing) => ('frames' in thing ? thing.frames : thing.frame);
const speedOf = (thing: Thing) => ('perSecond' in thing ? thing.perSecond : 1);

/** The frames of a thing; empty for one that has no drawing. */
export const framesOf = (thing: Thing): Frame[] => decodeFrames(bytesOf(thing) ?? new Uint8Array());

const searched = new WeakMap<Thing, BestCamera>();

/** The camera that the import found; of a thing whose camera is not known yet, the best one. */
export function cameraOf(thing: Thing): BestCamera {
  const { cameraYaw: yaw, cameraPitch: pitch, drawOrder } = thing;
  if (yaw !== null && pitch !== null && drawOrder && pitches.includes(pitch))
    return { yaw, pitch, drawOrder };
  const found = searched.get(thing) ?? bestCamera(framesOf(thing));
  searched.set(thing, found);
  return found;
}

/** Changes by itself when the code draws differently, because addresses are cached for ever. */
function makeVersion(): string {
  const frames = Array.from({ length: 9 }, (_, at) =>
    Float32Array.from({ length: frameLength }, (_, n) => Math.abs(Math.sin(n * 1.7 + (n + 3) * at * 0.11))),
  );
  const { drawOrder, ...camera } = bestCamera(frames);
  const sample = {
    camera,
    order: drawOrder,
    isMirrored: false,
    filled: 0,
    perSecond: 5,
    zoom: null,
  } as const;
  const drawn = (['light', 'dark'] as const).map((theme) => drawFigure({ ...sample, frames, theme }));
  return hash(...drawn, drawFigure({ ...sample, frames: frames.slice(0, 1), theme: 'light' }));
}
let version: string | null = null;
let key = '';

/** With the secret of the site only its own pages can name a drawing. Otherwise strangers could have each thing drawn from
 *  each angle (ADR-098). */
export function keyDrawings(secret: string) {
  key = secret;
  version = null;
}

function hash(...contents: (string | Uint8Array)[]): string {
  const made = createHmac('sha256', key);
  for (const content of contents) made.update(content).update('\0');
  return made.digest('hex').slice(0, 10);
}

/** The address of a drawing. It changes with all that the drawing depends on. */
export function addressOf(thing: Thing, asked: Asked): string {
  const name = nameOf(asked);
  return `/map/drawing/${name}-${hashOf(thing, name)}.svg`;
}

function hashOf(thing: Thing, name: string): string {
  const { cameraYaw, cameraPitch, drawOrder } = thing;
  const facts = JSON.stringify([speedOf(thing), cameraYaw, cameraPitch, drawOrder]);
  version ??= makeVersion();
  return hash(version, name, facts, bytesOf(thing) ?? '');
}

const keptDrawings = byteCache({ maxBytes: 2_000_000, maxPending: 1_000 });

/** The drawing of a file name that `addressOf` has made. @throws NotFound also where its hash is no longer right */
export async function drawing(scope: Pick<Scope, 'em' | 'now'>, file: string): Promise<Buffer> {
  const [, name = '', hash] = /^([\w-]{1,60})-([0-9a-f]{10})\.svg$/.exec(file) ?? [];
  const asked = readName(name);
  if (!asked) throw new NotFound();
  const kept = await keptDrawings(file, async () => {
    const thing = find(await techniqueMap(scope), asked);
    if (!thing || hashOf(thing, name) !== hash) throw new NotFound();
    return { bytes: Buffer.from(draw(thing, asked)), isWhole: true };
  });
  if (!kept) throw new NotFound();
  return kept.bytes;
}

const find = ({ positions, transitions }: TechniqueMap, { of, id }: Asked): Thing | undefined =>
  (of === 'position' ? positions : transitions).get(id);

/** @throws NotFound when there is no such frame */
function draw(thing: Thing, { frame, yaw, pitch, isReversed, ...asked }: Asked): string {
  const all = framesOf(thing);
  const frames = frame === null ? all : all.slice(frame, frame + 1);
  if (frames.length === 0) throw new NotFound();
  if (isReversed) frames.reverse();
  const own = cameraOf(thing);
  const isOwn = frames.length === all.length && own.yaw === yaw && own.pitch === pitch && !asked.isMirrored;
  const camera = { yaw, pitch };
  const order = isOwn ? own.drawOrder : drawOrder(frames, camera, asked.isMirrored);
  return drawFigure({ ...asked, frames, camera, order, perSecond: speedOf(thing) });
}
