import { bodyOf, type Pose } from './body.ts';
import { type Camera, framed, picture } from './camera.ts';
import { type Cast, kits } from './casts.ts';
import { figureParts, type Wardrobe } from './figure.ts';
import { type Ball, filled, skin, stroked } from './ink.ts';
import type { Position, Prop } from './notation.ts';
import { groundShadow, paintPeople } from './paint.ts';
import { type Part, strung } from './part.ts';
import { drawRoom, type RoomName } from './room.ts';
import type { Thing } from './things.ts';
import { type Move, moved, turned } from './turning.ts';
import { add, scale } from './vectors.ts';

export interface Staging {
  wardrobe: Wardrobe[];
  room: RoomName;
  turn: number;
  height: number;
  close: boolean;
}

export function drawThing(thing: Thing, staging: Staging, flip: boolean): string {
  const { cast, kit, belt } = staging.wardrobe[0]!;
  const empty = [-120, 120].map((x): Ball => ({ at: [x, 40, 0], r: 40 }));
  const grow = staging.close ? 1.15 : 1;
  const sway = staging.turn / 6;
  const move = `translate(640 520) rotate(${sway}) scale(${flip ? -grow : grow} ${grow}) translate(-640 -520)`;
  const drawn = thing.draw({ kit, belt, skin: cast.skin });
  return sheet(`${drawRoom(cameraFor(empty, thing.eye), staging.room)}<g transform="${move}">${drawn}</g>`);
}

export function drawPosition(position: Position, staging: Staging): string {
  const turn: Move = (v) => turned(v, position.turn + staging.turn);
  const parts = [
    ...peopleParts(
      position.people.map((pose) => moved(pose, turn)),
      staging.wardrobe,
    ),
    ...(position.props ?? []).map((prop, i) => propPart(prop, i, turn)),
  ];
  const balls = position.focus?.map((ball) => ({ ...ball, at: turn(ball.at) })) ?? ballsOf(parts);
  return drawParts(cameraFor(balls, position.height + staging.height, staging.close), parts, staging.room);
}

export const peopleParts = (poses: Pose[], wardrobe: Wardrobe[]) =>
  poses.flatMap((pose, i) => figureParts(`p${i}`, bodyOf(pose), wardrobe[i]!));

export const drawParts = (camera: Camera, parts: Part[], room: RoomName, over = '') =>
  sheet(drawRoom(camera, room) + groundShadow(camera, parts) + paintPeople(camera, parts) + over);

function propPart(prop: Prop, i: number, turn: Move): Part {
  const put = (balls: Ball[]) => balls.map((ball) => ({ ...ball, at: turn(ball.at) }));
  const skins = prop.skins.map(put);
  const face = prop.face && put(prop.face);
  return {
    name: `thing-${i}`,
    samples: skins.flatMap((balls) => balls.flatMap((ball) => strung(balls[0]!, ball))),
    after: [],
    skins,
    paint: prop.paint,
    seams: [],
    details: (camera) =>
      face
        ? stroked(skin(camera, face), prop.paint.line, 3) + filled(skin(camera, face), prop.paint.light)
        : '',
  };
}

export const ballsOf = (parts: Part[]) => parts.flatMap((part) => part.skins.flat());

/** The image's box: feet rest near the lower edge, heads stay below the upper one. */
const box = { left: 130, right: 1150, top: 110, bottom: 860 };
const tight = { left: 40, right: 1240, top: 50, bottom: 930 };

export function cameraFor(balls: Ball[], height: number, close = false): Camera {
  const middle = scale(balls.map((ball) => ball.at).reduce(add), 1 / balls.length);
  return framed({ turn: 0, height, distance: 460, target: middle }, balls, close ? tight : box);
}

export const sheet = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}" viewBox="0 0 ${picture.width} ${picture.height}"><defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter></defs>${content}</svg>`;

export const dressed = (cast: Cast, kit: keyof typeof kits, belt = cast.belt): Wardrobe => ({
  cast,
  kit: kits[kit],
  belt,
});
