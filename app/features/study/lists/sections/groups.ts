interface Sectioned {
  sectionId: number | null;
}

export interface Group<Entry> {
  /** Null before the first section. */
  title: string | null;
  entries: Entry[];
}

/** Neighbouring entries of one section together, with its title. */
export function groupsOf<Entry extends Sectioned>(
  entries: readonly Entry[],
  sections: readonly { id: number; title: string }[],
): Group<Entry>[] {
  const groups: (Group<Entry> & Sectioned)[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.sectionId === entry.sectionId) last.entries.push(entry);
    else {
      const title = sections.find(({ id }) => id === entry.sectionId)?.title ?? null;
      groups.push({ title, sectionId: entry.sectionId, entries: [entry] });
    }
  }
  return groups;
}
