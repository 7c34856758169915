export const cutFocuses = ['start', 'middle', 'end'] as const;
export type CutFocus = (typeof cutFocuses)[number];

const share: Record<CutFocus, number> = { start: 0, middle: 0.5, end: 1 };

export function squareOf({ width, height }: { width: number; height: number }, focus: CutFocus) {
  const side = Math.min(width, height);
  return {
    left: Math.round((width - side) * share[focus]),
    top: Math.round((height - side) * share[focus]),
    width: side,
    height: side,
  };
}
