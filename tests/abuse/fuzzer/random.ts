/** Chance that can be repeated: the same seed and label give the same choices on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  chance(probability: number): boolean;
  /** @throws Error for an empty list */
  pick<T>(list: readonly T[]): T;
  /** Up to `count` different entries, in a new order. */
  some<T>(list: readonly T[], count: number): T[];
}

export function random(label: string): Random {
  const next = mulberry32(hash(label));
  const below = (most: number) => Math.floor(next() * most);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(list) {
      if (list.length === 0) throw new Error('Nothing to pick from');
      return list[below(list.length)]!;
    },
    some(list, count) {
      const rest = [...list];
      const taken: typeof rest = [];
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(below(rest.length), 1));
      return taken;
    },
  };
}

/** FNV-1a, 32 bits. */
function hash(label: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < label.length; at += 1) state = Math.imul(state ^ label.charCodeAt(at), 0x01000193);
  return state >>> 0;
}

/** A generator of 32 bits with one word of state, by Tommy Ettinger (public domain). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
