import type { Move } from './list-terms.ts';

/** An entry in the order of its list. Sections follow each other: null, then those of the list in order. */
export interface Place {
  id: number;
  sectionId: number | null;
}

type Sections = readonly (number | null)[];

/** One step further up or down. At the edge of its section an entry goes over into the next one; at an end of the list
 *  nothing changes. */
export function moveOneStep(places: readonly Place[], sections: Sections, id: number, step: Move): Place[] {
  const from = places.findIndex((place) => place.id === id);
  const moved = places[from];
  if (!moved) return [...places];
  const by = step === 'up' ? -1 : 1;
  const neighbour = places[from + by];
  if (neighbour?.sectionId === moved.sectionId)
    return places.map((place) => (place === moved ? neighbour : place === neighbour ? moved : place));
  const beyond = sections[sections.indexOf(moved.sectionId) + by];
  if (beyond === undefined) return [...places];
  return places.map((place) => (place === moved ? { ...moved, sectionId: beyond } : place));
}

/** At a place that counts from 1, in the section of what was there; beyond the end it is the last. */
export function moveToPosition(places: readonly Place[], id: number, at: number): Place[] {
  const target = places[Math.min(at, places.length) - 1];
  const others = places.filter((place) => place.id !== id);
  others.splice(at - 1, 0, { id, sectionId: target?.sectionId ?? null });
  return others;
}

/** At the end of a section. */
export function moveToSection(
  places: readonly Place[],
  sections: Sections,
  id: number,
  sectionId: number | null,
): Place[] {
  const others = places.filter((place) => place.id !== id);
  return sortBySection([...others, { id, sectionId }], sections);
}

/** Section by section, each in the order that it had. */
export const sortBySection = (places: readonly Place[], sections: Sections): Place[] =>
  places.toSorted((one, other) => sections.indexOf(one.sectionId) - sections.indexOf(other.sectionId));
