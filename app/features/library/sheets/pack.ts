import type { Study, StudyItem, StudyNote } from './study.ts';

/** A medium in a pack. */
export interface PackedMedia {
  /** Its name in the ZIP. */
  file: string;
  kind: 'image' | 'video';
  width: number;
  height: number;
}

export interface PackedItem {
  shown: StudyItem;
  media: PackedMedia[];
}

/** What a pack holds, in words for its pages and for the page that offers it. */
export interface PackContents {
  study: Study;
  items: PackedItem[];
  /** They are in it by name and address only. */
  locked: { id: number; title: string; url: string; opening: string }[];
  missing: { title: string; why: string }[];
  /** The viewer's own, if they asked for them. */
  notes: StudyNote[];
  pages: number;
  drawings: number;
  files: number;
  /** About how large the ZIP is. */
  bytes: number;
}

export const fileOfTechnique = (key: string) => `technique-${key}.html`;
/** The item that a pack is about is its first page. */
export const fileOfItem = (study: Study, id: number) =>
  study.item?.id === id ? 'index.html' : `item-${id}.html`;
/** A drawing of the site by the name it has in a pack. */
export const fileOfDrawing = (address: string) => `drawings/${address.split('/').at(-1)}`;
