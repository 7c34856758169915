import type { Em } from '../../../db/orm.server.ts';
import { type Links, type Question, questions, waitingWords } from './link-questions.ts';
import { type LinkedThing, linkTexts, mapOf } from './link-view.server.ts';
import { findLinks } from './links.server.ts';
import { type Candidate, meaningOfMove, meaningOfPlace } from './resolve.server.ts';

/** A question as the page 'Did you mean…' asks it. */
export interface AskedQuestion {
  name: Question;
  /** What its field holds. */
  text: string;
  linked: LinkedThing | null;
  /** Words that mean several things or none; null when nothing is to be chosen. */
  waiting: { words: string; candidates: Candidate[] } | null;
}

/** What is known and what is still to be chosen of an item, with what each name may mean. */
export async function questionsOf(em: Em, contentId: number): Promise<AskedQuestion[]> {
  const links = await findLinks(em, contentId);
  const [texts, things] = await Promise.all([linkTexts(em, links), mapOf(em, links)]);
  return Promise.all(
    questions.map(async (name) => {
      const words = waitingWords(links, name);
      const waiting =
        words === null ? null : { words, candidates: await candidatesOf(em, name, words, links) };
      return { name, text: texts[name], linked: things[name], waiting };
    }),
  );
}

/** The candidates; a name that has come to mean one thing since is the only one. */
async function candidatesOf(em: Em, question: Question, words: string, links: Links): Promise<Candidate[]> {
  const meaning =
    question === 'does' ? await meaningOfMove(em, words, links) : await meaningOfPlace(em, words);
  if ('candidates' in meaning) return meaning.candidates;
  const ids = {
    startsId: 'position' in meaning ? meaning.position : null,
    transitionId: 'transition' in meaning ? meaning.transition : null,
    termId: 'term' in meaning ? meaning.term : null,
    endsId: null,
  };
  const { startsIn, does } = await mapOf(em, ids);
  const thing = startsIn ?? does;
  return thing ? [{ kind: thing.kind, id: thing.id, name: thing.name, note: null }] : [];
}
