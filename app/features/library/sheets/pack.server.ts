import type { Variant } from '../../../media/media.ts';
import type { Scope } from '../../../scope.ts';
import { fileSize } from '../../../ui/number.ts';
import { lightVariant } from '../../core/media/video-view.server.ts';
import type { Drawn } from '../../map/screens/drawn.ts';
import type { Card } from '../catalog/cards.server.ts';
import type { PackContents, PackedItem, PackedMedia } from './pack.ts';
import { type OpenItem, openItems, type PackMedia } from './pack-items.server.ts';
import { packLimits } from './pack-limits.ts';
import { noNotes, openingText, type ReadNotes, type Study, techniquesOf } from './study.ts';
import type { Studied } from './techniques.server.ts';

interface PackFile extends PackedMedia {
  itemId: number;
  key: string;
  variant: Variant;
  bytes: number;
}

/** What a pack holds, and where its bytes come from. Pages get the contents alone. */
export interface Pack {
  contents: PackContents;
  files: PackFile[];
  /** Addresses of drawings. */
  drawings: string[];
}

/** About as large as such a file is when it is compressed. */
const [pageBytes, drawingBytes] = [2_500, 1_300];

/** Decides what a pack holds for this viewer: what they may open as pages, what they may save as files, and what is locked
 *  by its name. Nothing is read of the files yet. */
export async function planPack(
  scope: Scope,
  { study, cards }: Studied,
  readNotes: ReadNotes = noNotes,
): Promise<Pack> {
  const once = [...new Map(cards.map((card) => [card.id, card])).values()];
  const open = once.filter(({ mediaAccess }) => mediaAccess !== 'locked');
  const items = await openItems(scope, open.slice(0, packLimits.items));
  const missing: PackContents['missing'] = open.slice(packLimits.items).map(({ title }) => ({
    title,
    why: `A pack has at most ${packLimits.items} techniques to watch.`,
  }));
  const files = await chooseFiles(scope, items, missing);
  const drawings = drawingsOf(study);
  const packed = items.map(
    ({ shown }): PackedItem => ({
      shown,
      media: files.filter(({ itemId }) => itemId === shown.id).map(({ key, variant, ...file }) => file),
    }),
  );
  const others = items.filter(({ shown }) => shown.id !== study.item?.id);
  const notes = await readNotes([study.item?.id ?? [], others.map(({ shown }) => shown.id)].flat());
  const pages = 1 + techniquesOf(study).length + others.length;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return {
    contents: {
      study,
      items: packed,
      locked: once.filter((card) => !open.includes(card)).map((card) => lockedLine(scope, card)),
      missing,
      notes,
      pages,
      drawings: drawings.length,
      files: files.length,
      bytes: bytes + pages * pageBytes + drawings.length * drawingBytes,
    },
    files,
    drawings,
  };
}

const lockedLine = ({ origin }: Scope, { id, title, tier, isForSale, priceCents }: Card) => ({
  id,
  title,
  url: `${origin}/content/${id}`,
  opening: openingText({ tier, priceCents: isForSale ? priceCents : null }),
});

/** The files that the viewer may save, as long as they fit; of all others it says why they are missing. */
async function chooseFiles(
  scope: Scope,
  items: readonly OpenItem[],
  missing: PackContents['missing'],
): Promise<PackFile[]> {
  const chosen: PackFile[] = [];
  let left = packLimits.bytes;
  for (const { shown, media, refusal } of items) {
    if (media.length > 0 && refusal) missing.push({ title: shown.title, why: refusal });
    const found = refusal ? [] : await Promise.all(media.map((each) => fileOf(scope, shown.id, each)));
    for (const [at, each] of found.entries()) {
      const title = media.length > 1 ? `${shown.title}, ${at + 1} of ${media.length}` : shown.title;
      if (typeof each === 'string') missing.push({ title, why: each });
      else if (chosen.length >= packLimits.files || each.bytes > left)
        missing.push({ title, why: tooMuch(each.bytes) });
      else {
        chosen.push({ ...each, file: `media/${shown.id}-${at + 1}.${each.variant.split('.').at(-1)}` });
        left -= each.bytes;
      }
    }
  }
  return chosen;
}

const tooMuch = (bytes: number) =>
  `It has ${fileSize(bytes)}. A pack has at most ${packLimits.files} files and ${fileSize(packLimits.bytes)}.`;

/** Where the bytes of a medium are and how many; a text that says why it is missing. */
async function fileOf(
  { media }: Scope,
  itemId: number,
  { key, kind, bytes, ...shown }: PackMedia,
): Promise<PackFile | string> {
  const variant = lightVariant({ key, kind, ...shown });
  if (!variant) return 'This video is not ready, or few programs play it.';
  const isHere = await media.localPath(key, variant);
  if (!isHere && !media.elsewhere(key, variant)) return 'Its file cannot be read at the moment.';
  const size = isHere ? ((await media.stat(key, variant))?.bytes ?? bytes) : bytes;
  const { width, height } = shown;
  return { file: '', itemId, kind, width, height, key, variant, bytes: size };
}

/** Every drawing of a study once, as still and as movement. Packs have the light ones alone. */
function drawingsOf(study: Study): string[] {
  const drawn: (Drawn | null)[] = [
    ...study.figures.map((figure) => figure.drawn),
    ...techniquesOf(study).flatMap(({ moving, stills }) => [moving, ...stills]),
  ];
  const addresses = drawn.flatMap((each) => {
    const { still, moving } = each?.drawing.light ?? {};
    return [still, moving].flatMap((address) => address ?? []);
  });
  return [...new Set(addresses)];
}
