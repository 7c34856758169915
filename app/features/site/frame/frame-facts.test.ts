import { expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { beginSession, viewerFinder } from '../../identity/sessions/sessions.server.ts';
import { frameFactsOf, readFrameFacts } from './frame-facts.server.ts';

const world = testWorld();
const findViewer = viewerFinder(frameFactsOf);

/** As the statement reads them that finds the viewer of a session. */
async function readWithViewer(userId: number) {
  const session = { now: world.clock.at, agent: null, address: '' };
  const token = await beginSession(world.em(), userId, session);
  const found = await findViewer(world.em(), token, world.clock.at);
  expect(found?.viewer.id).toBe(userId);
  return found?.facts;
}

test('the facts read with the viewer are those of this member only', async () => {
  const [member, other] = [await world.person(), await world.person()];
  const since = world.clock.at.toISOString();
  await row(world.em())`
    insert into subscriptions (user_id, plan, status, past_due_since, open_invoice_url, subscription_id, idempotency_key)
    values (${member.id}, 'premium', 'past_due', ${since}, 'https://pay.example/1', 'sub_one', 'one')`;
  await row(world.em())`
    insert into notifications (user_id, kind, event, about_id, key, newest, at, moved)
    select id, 'sale', 'sold', n, 'sale ' || n, n, ${since}, n
    from unnest(array[${member.id}, ${member.id}, ${other.id}]::int[]) with ordinality as asked (id, n)`;
  const facts = await readWithViewer(member.id);
  expect(facts).toEqual({
    unread: { messages: 0, notifications: 2 },
    overdue: { since: expect.any(String), payUrl: 'https://pay.example/1' },
  });
  expect(new Date(facts?.overdue?.since ?? '').toISOString()).toBe(since);
  expect(await readFrameFacts(world.scope(member))).toEqual(facts);
  expect(await readWithViewer(other.id)).toEqual({
    unread: { messages: 0, notifications: 1 },
    overdue: null,
  });
  expect(await readFrameFacts(world.scope())).toEqual({
    unread: { messages: 0, notifications: 0 },
    overdue: null,
  });
});
