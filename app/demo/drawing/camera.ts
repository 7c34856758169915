import { add, cross, dot, scale, subtract, unit, type Vector } from './vectors.ts';

/** Where the camera stands: degrees round the mat and above it, and its distance in centimetres. */
export interface Standpoint {
  turn: number;
  height: number;
  distance: number;
  target: Vector;
}

/** A point of the image; `near` grows towards the camera, `scale` is pixels per centimetre there. */
export interface Spot {
  x: number;
  y: number;
  near: number;
  scale: number;
}

export interface Camera {
  spot: (point: Vector) => Spot;
  towards: (point: Vector) => Vector;
  right: Vector;
  up: Vector;
}

export const picture = { width: 1280, height: 960 } as const;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function cameraAt(stand: Standpoint, zoom = 1, shift = { x: 0, y: 0 }): Camera {
  const turn = radians(stand.turn);
  const height = radians(stand.height);
  const back: Vector = [
    Math.sin(turn) * Math.cos(height),
    Math.sin(height),
    Math.cos(turn) * Math.cos(height),
  ];
  const eye = add(stand.target, scale(back, stand.distance));
  const right = unit(cross([0, 1, 0], back));
  const up = cross(back, right);
  return {
    right,
    up,
    towards: (point) => unit(subtract(eye, point)),
    spot(point) {
      const from = subtract(point, eye);
      const depth = -dot(from, back);
      const perCm = (zoom * 1500) / Math.max(depth, 40);
      return {
        x: picture.width / 2 + shift.x + dot(from, right) * perCm,
        y: picture.height / 2 + shift.y - dot(from, up) * perCm,
        near: -depth,
        scale: perCm,
      };
    },
  };
}

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The same standpoint, zoomed and moved so that all balls lie inside the frame, at its lower edge. */
export function framed(stand: Standpoint, balls: { at: Vector; r: number }[], frame: Frame): Camera {
  const first = cameraAt(stand);
  const box = bounds(first, balls);
  const zoom = Math.min(
    (frame.right - frame.left) / (box.right - box.left),
    (frame.bottom - frame.top) / (box.bottom - box.top),
  );
  const second = bounds(cameraAt(stand, zoom), balls);
  return cameraAt(stand, zoom, {
    x: (frame.left + frame.right - second.left - second.right) / 2,
    y: frame.bottom - second.bottom,
  });
}

function bounds(camera: Camera, balls: { at: Vector; r: number }[]): Frame {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { at, r } of balls) {
    const { x, y, scale: perCm } = camera.spot(at);
    box.left = Math.min(box.left, x - r * perCm);
    box.right = Math.max(box.right, x + r * perCm);
    box.top = Math.min(box.top, y - r * perCm);
    box.bottom = Math.max(box.bottom, y + r * perCm);
  }
  return box;
}
