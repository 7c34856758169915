import { beforeAll, expect, test } from 'vitest';
import { fillTables } from '../../../../tests/support/database/bulk-data.ts';
import { watched } from '../../../../tests/support/database/plans.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { MemberScope, Viewer } from '../../../scope.ts';
import { mayServe } from '../../core/media/media-gate.server.ts';
import { collections } from '../../operations/personal-data/collections.server.ts';
import { findMessage } from '../../operations/reports/reported-message.server.ts';
import { listConversations } from './conversations.server.ts';
import { readThread } from './thread.server.ts';
import { countUnread } from './unread.server.ts';

const world = testWorld();
const many = 100_000;
let busy: Viewer;
let chatty = 0;
let last = 0;

/** A creator with 20,000 conversations, half of them unread; 50,000 messages in one of them and 50,000 elsewhere. */
beforeAll(async () => {
  busy = await world.person({ plan: 'vip', username: 'busy' });
  await fillTables(world.em(), tables, async (em) => {
    await row(em)`insert into users (email, verified_email, username, first_name, last_name, password_hash)
      select 'p' || n || '@example.com', 'p' || n || '@example.com', 'p_' || n, 'P', 'N' || n, 'x'
      from generate_series(1, 20000) n`;
    await row(em)`insert into conversations (low_id, high_id, started_by, is_answered, created_at)
      select ${busy.id}::int, id, ${busy.id}::int, true, now() from users where username like 'p\\_%'`;
    const first = await row<{ id: number }>(em)`select min(id) as id from conversations`;
    chatty = first?.id ?? 0;
    await row(em)`insert into messages (conversation_id, sender_id, text, attempt, sent_at)
      select case when n % 2 = 0 then ${chatty}::int else k.id end,
        case when n % 3 = 0 then ${busy.id}::int else k.high_id end, 'Message ' || n, 'a' || n,
        timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${many}::int) n join conversations k on k.id = ${chatty}::int + n / 2 % 20000`;
    for (const [me, other] of [
      ['low_id', 'high_id'],
      ['high_id', 'low_id'],
    ]) {
      await row(em)`
        insert into conversation_sides (conversation_id, user_id, other_id, last_message_id, unread, notice_due_at)
        select k.id, case ${me}::text when 'low_id' then low_id else high_id end,
          case ${other}::text when 'low_id' then low_id else high_id end, m.last, k.id % 2 * 2,
          case when k.id % 2 = 1 then timestamptz '2027-01-01' + k.id * interval '1 second' end
        from conversations k
        join (select conversation_id, max(id) as last from messages group by 1) m on m.conversation_id = k.id`;
    }
    await row(
      em,
    )`insert into media (key, owner_id, message_id, kind, status, mime, width, height, bytes, color, widths)
      select md5(m.id::text), m.sender_id, case when m.id % 3 = 0 then m.id end, 'image', 'ready', 'image/png', 640,
        480, 1000, '#aabbcc', '{320,640}' from messages m`;
    const newest = await row<{ id: number }>(em)`
      select max(id) as id from messages where conversation_id = ${chatty}::int`;
    last = newest?.id ?? 0;
  });
  await row(world.em())`analyze users, conversations, conversation_sides, messages, media`;
}, 120_000);

const tables = ['conversations', 'conversation_sides', 'messages', 'users', 'blocks', 'media'];
const page = { size: 30, after: null };
const other = async () =>
  (
    await row<{ username: string }>(world.em())`
    select username::text from users where id = (select high_id from conversations where id = ${chatty})`
  )?.username ?? '';

test.each<[string, (scope: MemberScope) => Promise<unknown>]>([
  ['the list', (scope) => listConversations(scope, page)],
  [
    'the list, further on',
    async (scope) =>
      listConversations(scope, { ...page, after: (await listConversations(world.member(busy), page)).after }),
  ],
  ['what is unread', (scope) => countUnread(scope)],
  ['a long conversation', async (scope) => readThread(scope, await other(), page)],
  [
    'a long conversation, further back',
    async (scope) => {
      const { after } = await readThread(world.member(busy), await other(), page);
      await readThread(scope, await other(), { ...page, after });
    },
  ],
  ['a message to report', (scope) => findMessage(scope, last)],
  [
    'the bytes of a picture',
    (scope) =>
      mayServe(scope, { key: 'c4ca4238a0b923820dcc509a6f75849b', variant: '320.jpg', isSigned: true }),
  ],
  [
    'a piece of the archive',
    async (scope) =>
      collections
        .find(({ name }) => name === 'blocks')
        ?.read(scope.em, { memberId: busy.id, after: 0, size: 500 }),
  ],
])('with 100,000 messages, %s reads no table from end to end', async (_, read) => {
  const { scope, plans } = watched(world.scope(busy));
  await read(scope as MemberScope);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(
      plan.scanned.filter((table) => tables.includes(table)),
      plan.sql,
    ).toEqual([]);
    expect(plan.wasted, plan.sql).toBeLessThan(1_000);
    expect(plan.gathered, plan.sql).toBeLessThan(1_000);
  }
});
