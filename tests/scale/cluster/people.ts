import { openOrm } from '../../../app/db/orm.server.ts';
import { beginSession } from '../../../app/features/identity/sessions/sessions.server.ts';
import { cookieOf } from '../../support/site/live.ts';
import { rows } from '../../support/sql.ts';

export interface Person {
  id: number;
  username: string;
  cookie: string;
}

/** Opens the database of the cluster for one piece of work: a failover ends all connections. */
export async function withDatabase<Answer>(
  url: string,
  work: (em: Awaited<ReturnType<typeof openOrm>>['em']) => Promise<Answer>,
): Promise<Answer> {
  const orm = await openOrm(url);
  try {
    return await work(orm.em.fork());
  } finally {
    await orm.close(true);
  }
}

/** Makes so many members who may begin conversations, and one creator, each with a session. */
export const makePeople = (url: string, count: number) =>
  withDatabase(url, async (em) => {
    const made = await rows<Omit<Person, 'cookie'>>(em)`
      insert into users (email, verified_email, username, first_name, last_name, password_hash, plan)
      select name || '@example.com', name || '@example.com', name, 'Wim', 'Writer', 'no hash',
        case when name = 'creator' then 'vip' else 'premium' end
      from (select 'writer_' || n as name from generate_series(1, ${count}::int) as n union all select 'creator') as names
      returning id, username::text`;
    const visit = { now: new Date(), agent: 'a test', address: '127.0.0.1' };
    const people: Person[] = [];
    for (const each of made)
      people.push({ ...each, cookie: cookieOf(await beginSession(em, each.id, visit)) });
    const creator = people.find(({ username }) => username === 'creator')!;
    return { creator, writers: people.filter((each) => each !== creator) };
  });

/** Makes items of the creator: free ones to like and rate, and ones to buy for 4.99. */
export const makeItems = (url: string, creator: number, count: number) =>
  withDatabase(url, async (em) => {
    const made = await rows<{ id: number; isForSale: boolean }>(em)`
      insert into content (creator_id, title, tags, category, tier, content_type, is_for_sale, price_cents, status,
        created_at, published_at)
      select ${creator}::int, 'Item ' || n, '{}', 'training', case when sells then 'vip' else 'free' end, 'image', sells,
        case when sells then 499 end, 'published', now() - interval '1 hour', now() - interval '1 hour'
      from generate_series(1, ${count}::int) as n, (values (false), (true)) as kinds (sells)
      returning id, is_for_sale as "isForSale"`;
    const ids = (isForSale: boolean) =>
      made.filter((each) => each.isForSale === isForSale).map(({ id }) => id);
    return { free: ids(false), sold: ids(true) };
  });
