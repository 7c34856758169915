import { brokenRules } from '../../support/money/invariants.ts';
import { row, rows } from '../../support/sql.ts';
import { withDatabase } from './people.ts';
import { until } from './processes.ts';
import { type Acknowledged, acknowledgedIn } from './writers.ts';

/** What the log of acknowledged writes and the database say together. */
export interface Found {
  acknowledged: number;
  /** Acknowledged writes that the database does not have. */
  lost: string[];
  /** What is there more than once, or counted wrongly. */
  twice: string[];
  /** Rules of money that are broken, once all events are worked off. */
  broken: string[];
}

/** Compares everything that was acknowledged since the cluster began with the primary of this moment. */
export async function check(url: string, file: string): Promise<Found> {
  const all = acknowledgedIn(file);
  return withDatabase(url, async (em) => {
    const of = (kind: Acknowledged['kind']) => all.filter((each) => each.kind === kind);
    const say = (what: string, found: unknown[]) => found.map((each) => `${what} ${JSON.stringify(each)}`);
    const asJson = (kind: Acknowledged['kind']) => JSON.stringify(of(kind));
    const likes = await rows(em)`
      select a.* from json_to_recordset(${asJson('like')}::json) as a (member int, item int, key text)
      where not exists (select 1 from likes l where l.user_id = a.member and l.content_id = a.item)`;
    const ratings = await rows(em)`
      select a.* from json_to_recordset(${asJson('rating')}::json) as a (member int, item int, key text)
      where not exists (select 1 from ratings r where r.user_id = a.member and r.content_id = a.item and r.review = a.key)`;
    const messages = await rows(em)`
      select a.* from json_to_recordset(${asJson('message')}::json) as a (member int, id bigint, key text)
      where not exists (select 1 from messages m where m.id = a.id and m.sender_id = a.member and m.text = a.key)`;
    const purchases = await rows(em)`
      select a.* from json_to_recordset(${asJson('purchase')}::json) as a (member int, item int, key text)
      where not exists (select 1 from purchases p join charges h on h.purchase_id = p.id
        where p.user_id = a.member and p.content_id = a.item and p.status = 'paid' and h.payment_id = a.key)`;
    const repeated = await rows(em)`
      select 'message ' || text as what from messages group by text having count(*) > 1
      union all
      select 'purchase ' || user_id || ' ' || content_id from purchases where status = 'paid'
        group by user_id, content_id having count(*) > 1
      union all
      select 'charge of ' || purchase_id from charges group by purchase_id having count(*) > 1
      union all
      select 'likes of ' || content_id from content_stats s
        where s.likes <> (select count(*) from likes l where l.content_id = s.content_id)
      union all
      select 'ratings of ' || content_id from content_stats s
        where s.rating_count <> (select count(*) from ratings r where r.content_id = s.content_id)`;
    let broken = ['the rules of money were not checked'];
    const findBroken = () =>
      em.transactional(async (em) => {
        // All sales since the cluster began are added up, which takes longer than a page may.
        await row(em)`set local statement_timeout = 0`;
        return brokenRules(em, new Date());
      });
    // The provider's events are worked off by the worker.
    const isSettled = async () => {
      broken = await findBroken();
      return broken.length === 0;
    };
    await until('the sums of the ledger', isSettled, 60_000).catch(() => {});
    return {
      acknowledged: all.length,
      lost: [
        ...say('like', likes),
        ...say('rating', ratings),
        ...say('message', messages),
        ...say('purchase', purchases),
      ],
      twice: repeated.map((each) => JSON.stringify(each)),
      broken,
    };
  });
}
