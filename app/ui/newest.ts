/** Makes a value once for each key, and keeps the newest of them. */
export function newest<Kept>(most: number) {
  const kept = new Map<string, Kept>();
  return (key: string, make: () => Kept): Kept => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (kept.size >= most) kept.delete(kept.keys().next().value ?? '');
    kept.set(key, made);
    return made;
  };
}
