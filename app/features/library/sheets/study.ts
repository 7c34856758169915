import { money } from '../../../ui/money.ts';
import type { Drawn } from '../../map/screens/drawn.ts';
import type { ShownNames } from '../../map/screens/names.server.ts';
import type { Step } from '../items/step.ts';
import type { TeachingItem } from '../map-links/items-teaching.server.ts';

/** A technique of the map as sheets and packs show it. */
export interface StudyTechnique {
  /** Names its page in a pack. */
  key: string;
  name: string;
  path: string;
  facts: string[];
  from: string;
  to: string;
  moving: Drawn | null;
  /** From its start to its end. */
  stills: Drawn[];
  items: TeachingItem[];
}

/** Techniques that belong together, such as the steps of a way. */
export interface StudyGroup {
  id: 'steps' | 'out' | 'into' | 'does';
  title: string;
  techniques: StudyTechnique[];
  /** How many more there are. */
  left: number;
}

/** An item by itself. Of a locked one it has what every visitor reads. */
export interface StudyItem {
  id: number;
  title: string;
  url: string;
  creator: string;
  locked: boolean;
  /** '0:18 video, 3 pictures, 6 steps'. */
  contents: string;
  description: string | null;
  steps: Step[];
  hiddenSteps: number;
  /** What opens it; null while it is open. */
  opening: string | null;
}

/** What the viewer wrote down about an item, for themselves. */
export interface StudyNote {
  itemId: number;
  title: string;
  /** The moment of its video in seconds. */
  seconds: number | null;
  text: string;
}

/** Reads the viewer's notes about items. The area of the notes comes later, so pages and calls hand it down. */
export type ReadNotes = (itemIds: readonly number[]) => Promise<StudyNote[]>;
export const noNotes: ReadNotes = async () => [];

/** A way, a position or an item, as one page to print and as the first page of a pack. */
export interface Study {
  kind: 'way' | 'position' | 'item';
  title: string;
  lead: string;
  /** Its page on the site, from the root and as a whole. */
  path: string;
  url: string;
  figures: { caption: string; drawn: Drawn }[];
  names: ShownNames | null;
  groups: StudyGroup[];
  item: StudyItem | null;
}

/** The techniques of all groups, each once. */
export const techniquesOf = ({ groups }: Study): StudyTechnique[] => [
  ...new Map(groups.flatMap(({ techniques }) => techniques).map((each) => [each.key, each])).values(),
];

/** What opens a locked item. */
export function openingText({ tier, priceCents }: Pick<TeachingItem, 'tier' | 'priceCents'>): string {
  const plan = tier === 'vip' ? 'VIP' : 'Premium or VIP';
  return `Opens with ${plan}${priceCents === null ? '' : `, or for ${money(priceCents)}`}.`;
}

/** At most so many of the pictures, the last one always among them. */
export function evenly<Picture>(pictures: readonly Picture[], most: number): Picture[] {
  if (pictures.length <= most) return [...pictures];
  const step = (pictures.length - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, at) =>
    most === 1 ? pictures.at(-1) : pictures[Math.round(at * step)],
  ).flatMap((picture) => picture ?? []);
}
