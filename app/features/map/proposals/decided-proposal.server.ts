import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Invalid, NotFound } from '../../../errors.ts';
import type { MapThing } from './map-thing.ts';
import { namedThing } from './named-thing.server.ts';
import type { Decision } from './proposal.schema.ts';
import { tableOf } from './propose.server.ts';

/** The ids behind the texts of a decision. */
export async function readNames(em: Em, { kind, id }: MapThing, { outcome, ...texts }: Decision) {
  const read = (kind: MapThing['kind'], field: 'from' | 'to' | 'looksLike' | 'into') => {
    const text = texts[field];
    return text ? namedThing(em, kind, { field, text }) : null;
  };
  const intoId = outcome === 'merge' ? await read(kind, 'into') : null;
  if (intoId === id) throw new Invalid({ into: ['It cannot be merged into itself.'] });
  const isMove = outcome === 'accept' && kind === 'transition';
  return {
    intoId,
    fromId: isMove ? await read('position', 'from') : null,
    toId: isMove ? await read('position', 'to') : null,
    looksLikeId: outcome === 'accept' && kind === 'position' ? await read('position', 'looksLike') : null,
  };
}
export type DecisionNames = Awaited<ReturnType<typeof readNames>>;

/** What is decided about, as its locked row is. @throws NotFound for what came with the file, too */
export async function findLocked(em: Em, { kind, id }: MapThing) {
  const found = await db(em)
    .selectFrom(`${tableOf(kind)} as thing`)
    .leftJoin('users as d', 'd.id', 'thing.decided_by')
    .selectAll('thing')
    .select(['d.username as decidedBy', 'thing.decided_at as decidedAt', 'thing.proposed_by as proposerId'])
    .where('thing.id', '=', id)
    .where('thing.origin_key', 'is', null)
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}
export type LockedProposal = Awaited<ReturnType<typeof findLocked>>;
