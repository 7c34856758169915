/** A position or a transition of the map. */
export interface MapThing {
  kind: 'position' | 'transition';
  id: number;
}

const letters = { position: 'p', transition: 't' } as const;

/** As addresses write it: 'p12'. */
export const thingText = ({ kind, id }: MapThing): string => `${letters[kind]}${id}`;

/** Reads 'p12' or 't34'; an id of 0 belongs to nothing. */
export function readThing(text: string | undefined): MapThing {
  const [, letter, digits = '0'] = /^([pt])([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  return { kind: letter === 't' ? 'transition' : 'position', id: Number(digits) };
}
