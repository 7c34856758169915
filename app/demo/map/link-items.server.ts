import type { Em } from '../../db/orm.server.ts';
import { resolveLinks, storeLinks } from '../../features/library/map-links/links.server.ts';
import { demoLinks } from './links.ts';

/** Puts the demo items on the map, once it and its names are there. Words that it does not know stay away. */
export async function linkDemo(em: Em, items: ReadonlyMap<string, number>, now: Date): Promise<void> {
  for (const [key, asked] of Object.entries(demoLinks)) {
    const id = items.get(key);
    if (id === undefined) continue;
    const links = await resolveLinks(em, asked);
    await storeLinks(em, id, { ...links, startsAs: null, doesAs: null, endsAs: null }, now);
  }
}
