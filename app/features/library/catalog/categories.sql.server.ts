import type { Em } from '../../../db/orm.server.ts';
import { oneOf, rows } from '../../../db/raw.server.ts';
import { type Category, categories } from '../../../domain/content-terms.ts';

export async function offeredCategories(em: Em): Promise<Category[]> {
  const found = await rows(em, { category: oneOf(categories) })`
    select category from unnest(${[...categories]}::text[]) with ordinality as each (category, place)
    where exists (
      select 1 from content where status = 'published' and content.category = each.category
    )
    order by place`;
  return found.map(({ category }) => category);
}
