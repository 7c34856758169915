import { db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Invalid, NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { allowProposal, proposeName } from '../../map/proposals/propose.server.ts';
import { type Asked, type Links, type Question, questions } from './link-questions.ts';
import { linkTexts, mapOf } from './link-view.server.ts';
import { findLinks, resolveLinks, settleMove, storeLinks, withEnds } from './links.server.ts';

const changedMeanwhile = 'This was chosen in the meantime, perhaps in another tab. Please look again.';
const endsFirst = 'To propose a new name for a movement, choose where it starts and where it ends first.';
const notThere = 'This is no longer on the map. Please choose another one.';

const itemOf = (em: Em, id: number) =>
  db(em)
    .selectFrom('content')
    .select(['id', 'creator_id as creatorId', 'title', 'status', 'published_at as publishedAt'])
    .where('id', '=', id);

type Item = NonNullable<Awaited<ReturnType<ReturnType<typeof itemOf>['executeTakeFirst']>>>;

/** An item that the viewer may put on the map: one's own, and for curators and admins every published one.
 *  @throws NotFound for one that is not visible, NotAllowed for another member's */
export async function findLinkable({ em, viewer }: MemberScope, id: number): Promise<Item> {
  return mustBeLinkable(viewer, await itemOf(em, id).executeTakeFirst());
}

function mustBeLinkable(viewer: MemberScope['viewer'], item: Item | undefined): Item {
  const isOwn = item?.creatorId === viewer.id;
  if (!item || item.status === 'withdrawn' || (!isOwn && item.status !== 'published')) throw new NotFound();
  if (!isOwn && !viewer.isAdmin && !viewer.isCurator)
    throw new NotAllowed('Only its creator, curators and admins can put this on the map.');
  return item;
}

/** Chooses what an item's words mean, or other words. Curators and admins correct with it, which the log keeps.
 *  @returns where it stands now, with what is still to be chosen
 *  @throws NotFound, NotAllowed as `findLinkable`; Invalid for a choice that cannot be; Refused for one that came late */
export async function chooseLinks(
  scope: MemberScope,
  id: number,
  { asked, choices }: { asked: Asked; choices: Partial<Record<Question, string>> },
): Promise<Links> {
  await findLinkable(scope, id);
  if (Object.values(choices).includes('new')) await allowProposal(scope);
  return scope.em.transactional(async (em) => {
    const inside = { ...scope, em };
    await lockMembers(em, [scope.viewer.id]);
    const item = mustBeLinkable(scope.viewer, await itemOf(em, id).forNoKeyUpdate().executeTakeFirst());
    const before = await findLinks(em, id);
    const words = await linkTexts(em, before);
    const chosen = questions.filter((question) => isChosen(question, { asked, choices, words }));
    let links = before;
    // The ends come first, because they say which transition a name means.
    for (const question of ['startsIn', 'endsIn', 'does'] as const) {
      const text = asked[question];
      links = chosen.includes(question)
        ? await applied(inside, links, { question, choice: choices[question] ?? '', text })
        : await resolveLinks(em, { [question]: text }, links);
    }
    if (!chosen.includes('does')) links = await settleMove(em, links);
    await storeLinks(em, id, links, scope.now());
    await afterChange(inside, item, before, links);
    return links;
  });
}

/** A choice counts unless other words were written beside it; a proposal takes the words as they are now. */
function isChosen(
  question: Question,
  {
    asked,
    choices,
    words,
  }: { asked: Asked; choices: Partial<Record<Question, string>>; words: Record<Question, string> },
): boolean {
  const choice = choices[question];
  if (!choice || choice === 'later') return false;
  return choice === 'new' || asked[question] === undefined || asked[question] === words[question];
}

interface Chosen {
  question: Question;
  choice: string;
  text: string | undefined;
}

/** The columns of a question: what it links, and the words that wait. */
const columns = {
  startsIn: { id: 'startsId', words: 'startsAs' },
  endsIn: { id: 'endsId', words: 'endsAs' },
} as const;

async function applied(scope: MemberScope, links: Links, { question, choice, text }: Chosen): Promise<Links> {
  if (question === 'does') return appliedMove(scope, links, choice, text);
  const { id, words } = columns[question];
  const name = text || links[words];
  if (choice === 'new') {
    // Sent twice, the second one finds the proposal of the first.
    if (!name || links[words] === null) return links;
    return { ...links, [id]: await proposeName(scope.em, scope, { kind: 'position', name }), [words]: null };
  }
  const position = Number(choice.slice(1));
  if (links[words] === null && links[id] !== position)
    throw new Refused(changedMeanwhile, { field: question });
  const isThere = choice.startsWith('p') && (await isAccepted(scope.em, 'map_positions', position));
  if (!isThere) throw new Invalid({ [question]: [notThere] });
  return { ...links, [id]: position, [words]: null };
}

async function appliedMove(
  scope: MemberScope,
  links: Links,
  choice: string,
  text: string | undefined,
): Promise<Links> {
  const name = text || links.doesAs;
  if (choice === 'new') {
    if (!name || links.doesAs === null) return links;
    const { startsId: fromId, endsId: toId } = links;
    if (fromId === null || toId === null) throw new Invalid({ does: [endsFirst] });
    const transitionId = await proposeName(scope.em, scope, { kind: 'transition', name, fromId, toId });
    return { ...links, transitionId, termId: null, doesAs: null };
  }
  const id = Number(choice.slice(1));
  const isSame = choice.startsWith('t') ? links.transitionId === id : links.termId === id;
  if (links.doesAs === null && !isSame) throw new Refused(changedMeanwhile, { field: 'does' });
  if (choice.startsWith('t')) {
    if (!(await isAccepted(scope.em, 'map_transitions', id))) throw new Invalid({ does: [notThere] });
    return withEnds(scope.em, { ...links, transitionId: id, termId: null, doesAs: null });
  }
  const term = await db(scope.em)
    .selectFrom('map_terms')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!term || !choice.startsWith('m')) throw new Invalid({ does: [notThere] });
  return { ...links, transitionId: null, termId: id, doesAs: null };
}

async function isAccepted(em: Em, table: 'map_positions' | 'map_transitions', id: number): Promise<boolean> {
  const found = await db(em).selectFrom(table).select('state').where('id', '=', id).executeTakeFirst();
  return found?.state === 'accepted';
}

/** How long after its publication an item may still be announced to those who follow its positions. */
const announcedMs = 7 * 24 * 3_600_000;

/** Announces new positions of an item that is out, and keeps in the log what curators and admins changed. */
export async function afterChange(
  scope: MemberScope,
  item: Item,
  before: Links,
  after: Links,
): Promise<void> {
  const { em, viewer, now } = scope;
  const hasMoved = [after.startsId, after.endsId].some(
    (id) => id !== null && id !== before.startsId && id !== before.endsId,
  );
  const since = now().getTime() - new Date(item.publishedAt ?? 0).getTime();
  if (hasMoved && item.status === 'published' && since < announcedMs)
    await notify(em, { kind: 'new-item', about: item.id, at: now(), stage: 'positions' });
  if (item.creatorId === viewer.id) return;
  await recordAuditOf(scope, em, {
    verb: 'put on the map',
    kind: 'content',
    id: item.id,
    name: item.title,
    before: await namesOf(em, before),
    after: await namesOf(em, after),
  });
}

async function namesOf(em: Em, links: Links): Promise<Record<string, string | null>> {
  const named = await mapOf(em, links);
  return Object.fromEntries(questions.map((question) => [question, named[question]?.name ?? null]));
}
