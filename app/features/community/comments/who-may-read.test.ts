import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { testComments } from '../../../../tests/support/people/commenting.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { type ContentStatus, contentStates } from '../../../domain/content-terms.ts';
import { type Tier, tiers } from '../../../domain/tiers.ts';
import { NotAllowed, NotFound } from '../../../errors.ts';
import type { Viewer } from '../../../scope.ts';
import { findCommented } from './commented-item.server.ts';
import { findComment, firstReplies, listComments, listReplies } from './comments.server.ts';
import { writeComment } from './write-comment.server.ts';

const world = testWorld();
const { write, answer, block } = testComments(world);
const page = { size: 20, after: null };

/** By hand: which tiers each viewer opens while an item is published, and what is left to them in other states. */
const opens: Record<string, { tiers: readonly Tier[]; private: boolean }> = {
  visitor: { tiers: ['free'], private: false },
  free: { tiers: ['free'], private: false },
  premium: { tiers: ['free', 'premium'], private: false },
  vip: { tiers: ['free', 'premium', 'vip'], private: false },
  buyer: { tiers: ['free', 'premium', 'vip'], private: true },
  creator: { tiers: ['free', 'premium', 'vip'], private: true },
  admin: { tiers: ['free', 'premium', 'vip'], private: true },
};
const people: Record<string, Viewer | null> = { visitor: null };
let creator: Viewer;
let author: Viewer;
/** An item of each tier, with a comment by the author and an answer by the creator. */
const made = {} as Record<Tier, { item: number; comment: number; reply: number }>;

beforeAll(async () => {
  for (const plan of tiers) people[plan] = await world.person({ plan });
  creator = await world.person();
  author = await world.person({ plan: 'vip' });
  Object.assign(people, {
    buyer: await world.person(),
    creator,
    admin: await world.person({ isAdmin: true }),
  });
  for (const tier of tiers) {
    const item = await world.item({ creator: creator.id, tier });
    await world.bought(people.buyer as Viewer, item);
    const comment = await write(author, item, `Asked about ${tier}`);
    made[tier] = { item, comment, reply: await answer(creator, item, comment, `Said about ${tier}`) };
  }
});

/** A private item is made for one member, here the buyer. */
const setStatus = (item: number, status: ContentStatus) =>
  row(world.em())`update content set status = ${status},
    made_for = ${status === 'private' ? (people.buyer?.id ?? 0) : null}::int where id = ${item}`;

type Outcome = 'read' | 'count' | 'none';

/** What a viewer gets of an item by each way there is; all must agree. */
async function outcome(viewer: Viewer | null, tier: Tier): Promise<Outcome> {
  const { item, comment, reply } = made[tier];
  const ways = [
    () => listComments(world.scope(viewer), item, page),
    () => findComment(world.scope(viewer), comment),
    () => findComment(world.scope(viewer), reply),
    () => listReplies(world.scope(viewer), comment, page),
  ];
  const ends = await Promise.all(
    ways.map((way) =>
      way().then(
        () => 'read' as const,
        (error) => {
          if (error instanceof NotAllowed) return 'count' as const;
          expect(error).toBeInstanceOf(NotFound);
          return 'none' as const;
        },
      ),
    ),
  );
  expect(new Set(ends).size).toBe(1);
  const counted = await findCommented(world.scope(viewer), item).catch(() => null);
  expect(counted?.comments ?? null).toBe(ends[0] === 'none' ? null : 2);
  return ends[0] as Outcome;
}

function expected(who: string, tier: Tier, status: ContentStatus): Outcome {
  const rights = opens[who];
  if (status === 'published') return rights?.tiers.includes(tier) ? 'read' : 'count';
  return status === 'private' && rights?.private ? 'read' : 'none';
}

describe('who may read', () => {
  test('is decided by viewer, tier and state, the same by every way', async () => {
    const cases = fc.record({
      who: fc.constantFrom(...Object.keys(opens)),
      tier: fc.constantFrom(...tiers),
      status: fc.constantFrom(...contentStates),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ who, tier, status }) => {
        await setStatus(made[tier].item, status);
        try {
          expect(await outcome(people[who] ?? null, tier)).toBe(expected(who, tier, status));
        } finally {
          await setStatus(made[tier].item, 'published');
        }
      }),
      { numRuns: 150 },
    );
  });

  test('during early access is as for a VIP item', async () => {
    const { item } = made.free;
    const until = new Date(world.clock.at.getTime() + 60_000);
    await row(world.em())`update content set early_until = ${until} where id = ${item}`;
    expect(await outcome(null, 'free')).toBe('count');
    expect(await outcome(people.premium ?? null, 'free')).toBe('count');
    expect(await outcome(people.vip ?? null, 'free')).toBe('read');
    await row(world.em())`update content set early_until = null where id = ${item}`;
  });

  test('who may not read may not write either', async () => {
    for (const [who, { tiers: open }] of Object.entries(opens)) {
      const viewer = people[who];
      if (!viewer) continue;
      for (const tier of tiers.filter((each) => !open.includes(each))) {
        await expect(writeComment(world.member(viewer), made[tier].item, { text: 'Hi' })).rejects.toThrow(
          NotAllowed,
        );
      }
    }
    const { item } = made.free;
    for (const status of ['draft', 'withdrawn', 'suspended'] as const) {
      await row(world.em())`update content set status = ${status} where id = ${item}`;
      for (const viewer of [people.buyer, creator, people.admin]) {
        const writing = writeComment(world.member(viewer as Viewer), item, { text: 'Hi' });
        await expect(writing, status).rejects.toThrow(NotFound);
      }
    }
    await row(world.em())`update content set status = 'published' where id = ${item}`;
  });
});

describe('blocked pairs', () => {
  test('see neither comments nor answers of each other, and answer nothing, whichever of them blocks', async () => {
    const blocking = fc.record({
      /** Who blocks whom: two of the three people around an item. */
      pair: fc.constantFrom(
        ...([
          ['ann', 'bob'],
          ['bob', 'ann'],
          ['ann', 'owner'],
          ['owner', 'ann'],
        ] as const),
      ),
      asks: fc.constantFrom('ann', 'bob'),
      answers: fc.constantFrom('ann', 'bob', 'owner'),
      looks: fc.constantFrom('ann', 'bob', 'owner'),
    });
    await fc.assert(
      fc.asyncProperty(blocking, async ({ pair, asks, answers, looks }) => {
        const [ann, bob, owner] = [await world.person(), await world.person(), await world.person()];
        const all: Record<string, Viewer> = { ann, bob, owner };
        const by = (name: string) => all[name] as Viewer;
        const item = await world.item({ creator: owner.id });
        const comment = await write(by(asks), item);
        const reply = await answer(by(answers), item, comment);
        await block(by(pair[0]), by(pair[1]));
        const isApart = (one: string, two: string) =>
          (pair[0] === one && pair[1] === two) || (pair[0] === two && pair[1] === one);
        const list = await listComments(world.scope(by(looks)), item, page);
        const seesComment = !isApart(looks, asks);
        const seesReply = seesComment && !isApart(looks, answers);
        expect(list.items.map(({ id }) => id)).toEqual(seesComment ? [comment] : []);
        const beside = [...(await firstReplies(world.scope(by(looks)), list, 3)).values()].flat();
        expect(beside.map(({ id }) => id)).toEqual(seesReply ? [reply] : []);
        const found = (id: number) =>
          findComment(world.scope(by(looks)), id).then(
            () => true,
            () => false,
          );
        expect(await found(comment)).toBe(seesComment);
        expect(await found(reply)).toBe(seesReply);
        const writes = answer(by(looks), item, comment).then(
          () => true,
          () => false,
        );
        expect(await writes).toBe(seesComment && !isApart(looks, 'owner'));
      }),
      { numRuns: 40 },
    );
  });

  test('a member apart from the creator writes nothing on their items, and is not told why', async () => {
    const [fan, owner] = [await world.person(), await world.person()];
    const item = await world.item({ creator: owner.id });
    await block(owner, fan);
    await expect(write(fan, item)).rejects.toThrow('You cannot write here at the moment.');
    expect((await findCommented(world.scope(fan), item)).may).toBe('away');
    expect((await findCommented(world.scope(await world.person()), item)).may).toBe('yes');
  });
});
