export interface ThingAddress {
  /** Null for a number alone. */
  kind: 'position' | 'transition' | null;
  id: number;
}

const address = /^(?:(?:https?:\/\/[^\s/]+)?\/?(?:map\/)?([pt])\/)?(\d{1,9})(-[^\s/?#]*)?(?:[?#]\S*)?$/i;

/** Reads what a person pastes to name a position or a transition: a number, 'p/12-mount' or a whole address. */
export function thingAddress(text: string): ThingAddress | null {
  const [, letter, id, slug] = address.exec(text.trim()) ?? [];
  if (!id) return null;
  // '50-50' is a name.
  if (!letter) return slug === undefined && /^\d+$/.test(text.trim()) ? { kind: null, id: Number(id) } : null;
  return { kind: letter.toLowerCase() === 'p' ? 'position' : 'transition', id: Number(id) };
}
