import type { Camera } from './camera.ts';
import { filled, stroked, traceIn } from './ink.ts';
import type { Vector } from './vectors.ts';

interface Room {
  wall: string;
  glow: string;
  mat: string;
  tile: string;
  seam: string;
  border: string;
  accent: string;
}

export const rooms = {
  paper: {
    wall: '#f3eadb',
    glow: '#fbf5ea',
    mat: '#d8cbb2',
    tile: '#d2c4a9',
    seam: '#bcab8a',
    border: '#8d7f66',
    accent: '#d9622b',
  },
  sage: {
    wall: '#eceee1',
    glow: '#f6f7ee',
    mat: '#b3c2a8',
    tile: '#abbb9f',
    seam: '#8fa183',
    border: '#5f7258',
    accent: '#e0a63a',
  },
  mist: {
    wall: '#e7edee',
    glow: '#f3f7f7',
    mat: '#afc2ca',
    tile: '#a6bac3',
    seam: '#879fa9',
    border: '#54707c',
    accent: '#d9622b',
  },
  dusk: {
    wall: '#e9e2e6',
    glow: '#f5f0f2',
    mat: '#aaa7bf',
    tile: '#a19eb8',
    seam: '#85819f',
    border: '#5a5673',
    accent: '#e0a63a',
  },
  clay: {
    wall: '#f5e5d8',
    glow: '#fcf2e9',
    mat: '#d3a589',
    tile: '#cb9c7f',
    seam: '#b07f62',
    border: '#80543b',
    accent: '#3f7d5a',
  },
  sand: {
    wall: '#f6eed9',
    glow: '#fcf7e9',
    mat: '#d9c48f',
    tile: '#d1bb84',
    seam: '#b39d66',
    border: '#7d6b3d',
    accent: '#3567b0',
  },
} as const satisfies Record<string, Room>;

export type RoomName = keyof typeof rooms;

const mat = { left: -600, right: 600, back: -190, front: 420 } as const;

/** Wall, mat and seams; the mat is drawn in perspective, so that people stand on it. */
export function drawRoom(camera: Camera, name: RoomName): string {
  const room = rooms[name];
  const area = (x1: number, z1: number, x2: number, z2: number) =>
    `${traceIn(camera, [
      [x1, 0, z1],
      [x2, 0, z1],
      [x2, 0, z2],
      [x1, 0, z2],
    ])}Z`;
  const line = (a: Vector, b: Vector, width: number) =>
    stroked(traceIn(camera, [a, b]), room.seam, width, ' opacity="0.75"');
  const horizon = camera.spot([0, 0, mat.back - 60]).y;
  const tiles: string[] = [];
  const seams: string[] = [];
  for (let row = 0; mat.back + row * 100 < mat.front; row++) {
    const z = mat.back + row * 100;
    for (let x = mat.left + (row % 2) * 100; x < mat.right; x += 200) {
      if ((row + (x + 600) / 100) % 3 === 0) tiles.push(area(x, z, x + 200, z + 100));
      seams.push(line([x, 0, z], [x, 0, z + 100], 2.2));
    }
    seams.push(line([mat.left, 0, z], [mat.right, 0, z], 2.2));
  }
  return [
    filled('M0 0H1280V960H0Z', room.wall),
    `<circle cx="900" cy="${Math.round(horizon - 60)}" r="330" fill="${room.glow}"/>`,
    wallStripe(room, horizon),
    filled(area(mat.left, mat.back - 60, mat.right, mat.front), room.border),
    filled(area(mat.left, mat.back, mat.right, mat.front), room.mat),
    filled(tiles.join(''), room.tile),
    ...seams,
  ].join('');
}

/** The belt along the wall is the mark of the site. */
const wallStripe = (room: Room, horizon: number) =>
  [
    `<rect x="0" y="${Math.round(horizon - 46)}" width="1280" height="14" fill="${room.accent}" opacity="0.85"/>`,
    `<rect x="1050" y="${Math.round(horizon - 46)}" width="96" height="14" fill="#2e2d32" opacity="0.85"/>`,
  ].join('');
