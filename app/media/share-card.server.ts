import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawPicture } from './images.server.ts';
import { takeTurns } from './turns.ts';

/** The size that the networks ask for. */
const width = 1200;
const height = 630;
const band = 96;

/** One at a time: a crawler can wait, an upload should not. */
const inTurn = takeTurns(1);

interface Look {
  /** The colour of the tier's belt, #rrggbb. */
  belt: string;
  /** Stripes on the belt. */
  degrees: number;
  isLocked: boolean;
}

/**
 * What a shared link shows of an item: its picture (or the teaser), a padlock when it is locked, the belt of its
 * tier and the mark. Without letters, so that it looks the same where no fonts are; the words go beside it.
 * @param picture the path of a picture that everybody may see; null for none @returns a JPEG of 1200 × 630
 */
export async function drawShareCard(picture: string | null, look: Look): Promise<Buffer> {
  const frame = await drawPicture(frameOf(look));
  return inTurn(async () => {
    const size = { width, height: height - band };
    const shown = picture
      ? await sharp(await readFile(picture), { limitInputPixels: 50e6 })
          .resize({ ...size, fit: 'cover', position: 'attention' })
          .toBuffer()
      : null;
    return sharp({ create: { width, height, channels: 3, background: '#e9e0d2' } })
      .composite([...(shown ? [{ input: shown, top: 0, left: 0 }] : []), { input: frame, top: 0, left: 0 }])
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer();
  });
}

function frameOf({ belt, degrees, isLocked }: Look): string {
  const top = height - band;
  const stripes = Array.from(
    { length: degrees },
    (_, at) => `<rect x="${width - 120 + at * 18}" y="${top}" width="8" height="16" fill="#faf6ef"/>`,
  );
  const lock = `<rect width="${width}" height="${top}" fill="#1c1815" fill-opacity=".45"/>
    <g transform="translate(${width / 2} ${top / 2})" fill="none" stroke="#faf6ef" stroke-width="12">
      <rect x="-60" y="-16" width="120" height="92" rx="14"/><path d="M-36-16v-28a36 36 0 0 1 72 0v28"/>
    </g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${isLocked ? lock : ''}
    <rect y="${top}" width="${width}" height="${band}" fill="#1c1815"/>
    <rect y="${top}" width="${width}" height="16" fill="${belt}"/>
    <rect x="${width - 140}" y="${top}" width="110" height="16" fill="#1c1815"/>${stripes.join('')}
    <g transform="translate(32 ${top + 28}) scale(1.6)" fill="none" stroke="#faf6ef" stroke-width="4">
      <path d="M27 6H6l15.5 15.5M21.5 10.5 6 26h21"/><path d="M20 26h3.5" stroke="#c8372d"/>
    </g>
  </svg>`;
}
