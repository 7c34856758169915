/** Eight colours replace any image's dominant colour, as classes, because the CSP forbids styles. */
const grounds = {
  ink: [0x2a, 0x26, 0x22],
  slate: [0x78, 0x71, 0x6a],
  sky: [0x5f, 0x83, 0xab],
  leaf: [0x6b, 0x94, 0x70],
  sand: [0xd9, 0xc7, 0xa6],
  clay: [0xb8, 0x75, 0x4a],
  rose: [0xb2, 0x5a, 0x52],
  snow: [0xee, 0xe9, 0xe1],
} as const;

export type Ground = keyof typeof grounds;

/** The class nearest to a colour '#rrggbb'; undefined for any other text. */
export function groundOf(colour: string | null | undefined): Ground | undefined {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour ?? '');
  if (!parts) return undefined;
  const own = parts.slice(1).map((part) => Number.parseInt(part, 16));
  const distance = (ground: Ground) =>
    grounds[ground].reduce<number>((sum, value, index) => sum + (value - (own[index] ?? 0)) ** 2, 0);
  return (Object.keys(grounds) as Ground[]).reduce((best, each) =>
    distance(each) < distance(best) ? each : best,
  );
}
