import { expect, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import { collections } from '../../operations/personal-data/collections.server.ts';
import { fileReport } from '../../operations/reports/report.server.ts';
import { reportedMessage } from '../../operations/reports/reported-message.server.ts';
import { subjectNow } from '../../operations/reports/subject-now.server.ts';
import { setBlock } from './block.server.ts';
import { sendDueNotices, setWantsMails } from './notice.server.ts';
import { sendMessage } from './send.server.ts';
import { markRead, readThread } from './thread.server.ts';
import { countUnread } from './unread.server.ts';

const world = testWorld();

const minutes = (n: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + n * 60_000);
};
const write = (from: Viewer, to: Viewer, text = 'Secret words') =>
  sendMessage(world.member(from), to.username, { text });
async function pair() {
  const [fan, athlete] = [
    await world.person({ plan: 'vip', firstName: 'Fay' }),
    await world.person({ firstName: 'Ana' }),
  ];
  await world.item({ creator: athlete.id });
  return [fan, athlete] as const;
}
/** The emails that a run of the job enqueued, for one member. */
async function notices(to: Viewer) {
  await row(world.em())`delete from graphile_worker._private_jobs`;
  await sendDueNotices(world.systemContext());
  const jobs = await rows<{ payload: { to: string; subject: string; text: string } }>(world.em())`
    select payload from graphile_worker._private_jobs`;
  return jobs.map(({ payload }) => payload).filter((mail) => mail.to === to.email);
}

test('an email says that messages are unread, once an hour, and never quotes them', async () => {
  const [fan, athlete] = await pair();
  await write(fan, athlete);
  await write(fan, athlete);
  minutes(4);
  expect(await notices(athlete)).toEqual([]);
  minutes(2);
  const [mail, ...more] = await notices(athlete);
  expect(more).toEqual([]);
  expect(mail?.text).toContain('2 messages from Fay');
  expect(mail?.text).toContain(`/messages/${fan.username}`);
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/Secret/);
  await write(fan, athlete);
  minutes(30);
  expect(await notices(athlete)).toEqual([]);
  minutes(40);
  expect(await notices(athlete)).toHaveLength(1);
  minutes(600);
  expect(await notices(athlete)).toEqual([]);
});

test.each([
  [
    'has read it',
    async (fan: Viewer, athlete: Viewer) => {
      const { person, items } = await readThread(world.member(athlete), fan.username, {
        size: 1,
        after: null,
      });
      await markRead(world.member(athlete), person.conversationId ?? 0, items[0]?.id ?? 0);
    },
  ],
  ['wants no mails', (_: Viewer, athlete: Viewer) => setWantsMails(world.member(athlete), false)],
  [
    'blocked the other',
    (fan: Viewer, athlete: Viewer) => setBlock(world.member(athlete), fan.username, true),
  ],
  [
    'has not proved their address',
    (_: Viewer, { id }: Viewer) => row(world.em())`update users set verified_email = null where id = ${id}`,
  ],
  [
    'is suspended',
    (_: Viewer, { id }: Viewer) => row(world.em())`update users set status = 'suspended' where id = ${id}`,
  ],
  [
    'hears from a member who is',
    ({ id }: Viewer) => row(world.em())`update users set status = 'suspended' where id = ${id}`,
  ],
])(
  'no email goes to a member who %s',
  async (_, happens: (fan: Viewer, athlete: Viewer) => Promise<unknown>) => {
    const [fan, athlete] = await pair();
    await write(fan, athlete);
    await happens(fan, athlete);
    minutes(10);
    expect(await notices(athlete)).toEqual([]);
  },
);

test('a member who leaves takes their words and pictures along; the other keeps their own, and cannot write', async () => {
  const [fan, athlete] = await pair();
  await write(fan, athlete, 'Mine');
  await write(athlete, fan, 'Yours');
  await setBlock(world.member(fan), athlete.username, true);
  await world.em().transactional((em) => anonymise(em, fan.id, world.clock.at));
  const left = `deleted-${fan.id}`;
  const { items, person } = await readThread(world.member(athlete), left, { size: 9, after: null });
  expect(items.map(({ text }) => text)).toEqual(['Yours', null]);
  expect(person).toMatchObject({ name: 'Deleted member', verdict: 'away', imageKey: null });
  await expect(sendMessage(world.member(athlete), left, { text: 'Hello?' })).rejects.toThrow(
    'Deleted member cannot receive messages at the moment.',
  );
  expect(await countUnread(world.scope(fan))).toMatchObject({ messages: 0 });
});

test('the receiver may report a message, and only then admins see it, without the rest', async () => {
  const [fan, athlete] = await pair();
  await write(fan, athlete, 'Kind words');
  const { id } = await write(fan, athlete, 'Vile words');
  const boss = world.member(await world.person({ isAdmin: true })) as AdminScope;
  expect(await reportedMessage(boss, id)).toBe(null);
  const report = { reason: 'harassment', details: null } as const;
  for (const stranger of [boss, world.member(await world.person())]) {
    await expect(fileReport(stranger, { message: id }, report)).rejects.toThrow('Not found');
  }
  await expect(fileReport(world.member(fan), { message: id }, report)).rejects.toThrow('your own');
  const { subject } = await fileReport(world.member(athlete), { message: id }, report);
  expect(subject).toMatchObject({ ownerId: fan.id, seen: 'Vile words' });
  expect(subject.address).toBe(`/messages/${fan.username}#message-${id}`);
  const facts = { kind: 'message', subjectId: id } as never;
  expect(await subjectNow(boss, facts)).toMatchObject({ words: 'Vile words', username: fan.username });
  expect(await reportedMessage(boss, id - 1)).toBe(null);
  await world.em().transactional((em) => anonymise(em, fan.id, world.clock.at));
  expect(await subjectNow(boss, facts)).toMatchObject({ words: null });
});

test('the archive has both sides of a member’s conversations, and whom they blocked', async () => {
  const [fan, athlete] = await pair();
  await write(fan, athlete, 'One');
  await write(athlete, fan, 'Two');
  await write(await world.person({ plan: 'vip' }), athlete, 'Three');
  await setBlock(world.member(fan), athlete.username, true);
  const read = (name: string) =>
    collections
      .find((each) => each.name === name)
      ?.read(world.em(), { memberId: fan.id, after: 0, size: 10 });
  expect(await read('messages')).toMatchObject([
    { from: fan.username, to: athlete.username, text: 'One' },
    { from: athlete.username, to: fan.username, text: 'Two', youReadIt: false },
  ]);
  expect(await read('blocks')).toMatchObject([{ member: athlete.username }]);
});
