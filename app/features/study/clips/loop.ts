import { clockOf } from '../../library/items/step.ts';

export const speeds = [1, 0.5, 0.25] as const;
type Speed = (typeof speeds)[number];

const speedLabels: Record<Speed, string> = {
  1: '',
  0.5: ' at half speed',
  0.25: ' at a quarter of the speed',
};

/** Of a loop, as the video plays it. */
export const mostSeconds = 10;

interface Part {
  mediaId: number;
  from: number;
  to: number;
  speed: Speed;
}

/** The address of a loop, the same for all who look at it. */
export const loopPath = (itemId: number, { mediaId, from, to, speed }: Part) =>
  `/content/${itemId}/loop?media=${mediaId}&from=${from}&to=${to}&speed=${speed}`;

/** '1:02' and '0:12.5'. */
export function timeOf(seconds: number): string {
  const tenths = Math.round(10 * seconds);
  const rest = tenths % 10;
  return `${clockOf((tenths - rest) / 10)}${rest > 0 ? `.${rest}` : ''}`;
}

/** '0:12.5 to 0:18 at half speed'. */
export const loopLabel = ({ from, to, speed }: Omit<Part, 'mediaId'>) =>
  `${timeOf(from)} to ${timeOf(to)}${speedLabels[speed]}`;
