import { expressionBuilder } from 'kysely';
import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Tables } from '../../../db/tables.ts';

const purchasesOf = (em: Em, contentId: number) =>
  db(em).selectFrom('purchases').select('id').where('content_id', '=', contentId).limit(1);

/** Whether a member has bought the item and keeps it: refunded purchases do not count. */
export async function hasBuyers(em: Em, contentId: number): Promise<boolean> {
  return (await purchasesOf(em, contentId).where('status', '=', 'paid').executeTakeFirst()) !== undefined;
}

/** Any purchase refers to the item, also one that was refunded or never paid. */
export async function hasPurchases(em: Em, contentId: number): Promise<boolean> {
  return (await purchasesOf(em, contentId).executeTakeFirst()) !== undefined;
}

const item = expressionBuilder<Tables & { c: Tables['content'] }, 'c'>();

/** Whether a member has bought an item `c` and keeps it, as a column; false for visitors. */
export const isBoughtBy = (memberId: number | null) =>
  item
    .exists(
      item
        .selectFrom('purchases as p')
        .select('p.id')
        .whereRef('p.content_id', '=', 'c.id')
        .where('p.user_id', '=', memberId)
        .where('p.status', '=', 'paid'),
    )
    .$castTo<boolean>();

/** Far above real use; it only bounds the answer. */
const mostBought = 2_000;

/** The newest items that a member has bought and not given back. */
export async function boughtItems(em: Em, memberId: number): Promise<number[]> {
  const found = await db(em)
    .selectFrom('purchases')
    .select('content_id as id')
    .where('user_id', '=', memberId)
    .where('status', '=', 'paid')
    .orderBy('id', 'desc')
    .limit(mostBought)
    .execute();
  return found.flatMap(({ id }) => id ?? []);
}
