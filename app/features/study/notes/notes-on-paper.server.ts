import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';
import { noNotes, type ReadNotes } from '../../library/sheets/study.ts';

/** Notes on one sheet or in one pack; a notebook has more. */
const mostOnPaper = 500;

const isAsked = (url: URL) => url.searchParams.has('notes');

/** Reads the viewer's own notes for a sheet or a study pack whose address asks for them (`?notes`). */
export function askedNotes({ em, viewer }: Scope, url: URL): ReadNotes {
  if (!viewer || !isAsked(url)) return noNotes;
  return (itemIds) =>
    db(em)
      .selectFrom('notes as n')
      .innerJoin('content as c', 'c.id', 'n.content_id')
      .select([sql<number>`n.content_id`.as('itemId'), 'c.title', 'n.seconds', 'n.text'])
      .where('n.content_id', '=', anyOf('int4', itemIds))
      .where('n.member_id', '=', viewer.id)
      .orderBy('n.content_id')
      .orderBy('n.seconds', (order) => order.asc().nullsFirst())
      .orderBy('n.id')
      .limit(mostOnPaper)
      .execute();
}

/** What a sheet offers about notes: the link that adds them or leaves them out, and the pack with the same choice.
 *  Visitors have none, so they get no link. */
export function notesChoice({ viewer }: Scope, url: URL, packPath: string) {
  if (!viewer) return { packHref: packPath, notesHref: null, hasNotes: false };
  const other = new URLSearchParams(url.search);
  if (isAsked(url)) other.delete('notes');
  else other.set('notes', 'mine');
  const query = other.size > 0 ? `?${other}` : '';
  const pack = isAsked(url) ? `${packPath}${packPath.includes('?') ? '&' : '?'}notes=mine` : packPath;
  return { packHref: pack, notesHref: `${url.pathname}${query}`, hasNotes: isAsked(url) };
}
