import sharp from 'sharp';

/** A valid image of one colour, small because most tests are about something else. */
export const picture = async (width = 320, height = 240) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: '#8a5' } })
        .png()
        .toBuffer(),
    ),
  ]);

export type Part = [name: string, value: string | Blob, fileName?: string];

/** The init of a posted form with files. */
export function form(parts: Part[]): RequestInit {
  const body = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, fileName);
  }
  return { method: 'POST', body };
}

/** A technique as its form takes it, without its files. */
export const techniqueWords: Part[] = [
  ['title', 'Knee cut from half guard'],
  ['description', 'Slide through, head low.'],
  ['category', 'Technique'],
  ['tier', 'FREE'],
  ['tags', 'Knee Slice, #pass, knee slice'],
  ['steps', '1. Win the underhook\n2. Slide the knee\n\n'],
  ['techniqueType', 'pass'],
];
