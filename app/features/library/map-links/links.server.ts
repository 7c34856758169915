import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { type Asked, type Links, noLinks, type Question } from './link-questions.ts';
import { linkTexts } from './link-view.server.ts';
import { meaningOfMove, meaningOfPlace } from './resolve.server.ts';
import { forgetTaught } from './taught.server.ts';

/** Where an item stands on the map, with the words that wait for a choice. */
export async function findLinks(em: Em, contentId: number): Promise<Links> {
  const found = await db(em)
    .selectFrom('content_map_links')
    .select([
      'starts_id as startsId',
      'transition_id as transitionId',
      'term_id as termId',
      'ends_id as endsId',
      'starts_as as startsAs',
      'does_as as doesAs',
      'ends_as as endsAs',
    ])
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return found ?? noLinks;
}

/** What the answers to the three questions mean. A text that means several things, or none, waits for a choice. */
export async function resolveLinks(em: Em, asked: Asked, current: Links = noLinks): Promise<Links> {
  const shown = await linkTexts(em, current);
  const isChanged = (question: Question) => {
    const text = asked[question];
    return text !== undefined && text !== shown[question];
  };
  const links = { ...current };
  if (isChanged('startsIn')) [links.startsId, links.startsAs] = await place(em, asked.startsIn ?? '');
  if (isChanged('endsIn')) [links.endsId, links.endsAs] = await place(em, asked.endsIn ?? '');
  if (!isChanged('does')) return links;
  return settleMove(em, { ...links, transitionId: null, termId: null, doesAs: asked.does || null });
}

/** What an item does, if its words mean one thing now: ends that were chosen since may have decided it. */
export async function settleMove(em: Em, waiting: Links): Promise<Links> {
  if (waiting.doesAs === null) return waiting;
  const meaning = await meaningOfMove(em, waiting.doesAs, waiting);
  if ('candidates' in meaning) return waiting;
  const links = { ...waiting, doesAs: null };
  if ('term' in meaning) return { ...links, termId: meaning.term };
  return withEnds(em, { ...links, transitionId: meaning.transition });
}

/** A transition says where it starts and ends, if the creator did not. */
export async function withEnds(em: Em, links: Links): Promise<Links> {
  const transition = await db(em)
    .selectFrom('map_transitions')
    .select(['from_id as fromId', 'to_id as toId'])
    .where('id', '=', links.transitionId)
    .executeTakeFirst();
  if (!transition) return links;
  return {
    ...links,
    startsId: links.startsId ?? (links.startsAs === null ? transition.fromId : null),
    endsId: links.endsId ?? (links.endsAs === null ? transition.toId : null),
  };
}

async function place(em: Em, text: string): Promise<[number | null, string | null]> {
  if (text === '') return [null, null];
  const meaning = await meaningOfPlace(em, text);
  return 'position' in meaning ? [meaning.position, null] : [null, text];
}

/** Writes where an item stands. Its row must be locked, so that its facts are those of the link. */
export async function storeLinks(em: Em, contentId: number, links: Links, now: Date): Promise<void> {
  if (Object.values(links).every((value) => value === null)) {
    await db(em).deleteFrom('content_map_links').where('content_id', '=', contentId).execute();
  } else {
    const row = {
      starts_id: links.startsId,
      transition_id: links.transitionId,
      term_id: links.termId,
      ends_id: links.endsId,
      starts_as: links.startsAs,
      does_as: links.doesAs,
      ends_as: links.endsAs,
    };
    await db(em)
      .insertInto('content_map_links')
      .values({ content_id: contentId, created_at: now, ...row })
      .onConflict((conflict) => conflict.column('content_id').doUpdateSet(row))
      .execute();
  }
  forgetTaught(em);
}

/** The texts for what an address asks for, such as `?startsIn=12`. */
export async function textsOf(em: Em, asked: Asked): Promise<Record<Question, string>> {
  return linkTexts(em, await resolveLinks(em, asked));
}
