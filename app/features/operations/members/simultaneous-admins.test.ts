import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { Invalid, NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { Viewer } from '../../../scope.ts';
import { startPurchase } from '../../commerce/purchases/buy.server.ts';
import { setFollow } from '../../community/follows/follows.server.ts';
import { setLike } from '../../community/likes/likes.server.ts';
import { sendMessage } from '../../community/messages/send.server.ts';
import { rateContent, removeRating } from '../../community/ratings/ratings.server.ts';
import { updateProfile } from '../../identity/profile/profile.server.ts';
import { deleteContent } from '../../library/authoring/delete-content.server.ts';
import { updateContent } from '../../library/authoring/edit.server.ts';
import { publish } from '../../library/authoring/publish.server.ts';
import { singleImageSchema } from '../../library/authoring/upload.schema.ts';
import { takeDown } from '../../library/items/take-down.server.ts';
import { fileReport } from '../reports/report.server.ts';
import { setVerified, suspend } from './account-status.server.ts';
import { setAdmin } from './admins.server.ts';
import { deleteMember } from './anonymise.server.ts';
import { updateMember } from './edit-member.server.ts';
import { givePlan } from './gifts/gifts.server.ts';

const world = testWorld();

interface Life {
  admin: Viewer;
  /** On whom the admin acts. */
  creator: Viewer;
  item: number;
  other: Viewer;
  othersItem: number;
}

const details = (title: string, isForSale = false) =>
  singleImageSchema.parse({
    title,
    category: 'training',
    tier: 'vip',
    difficultyLevel: 'beginner',
    techniqueType: 'guard',
    ...(isForSale && { isForSale: 'on', price: '4.99' }),
  });

async function upload(creator: Viewer) {
  const key = crypto.randomUUID().replaceAll('-', '');
  await row(world.em())`
    insert into media (key, owner_id, kind, status, mime, width, height, bytes, color, widths)
    values (${key}, ${creator.id}, 'image', 'ready', 'image/png', 640, 480, 1000, '#aabbcc', '{320}')`;
  return (await publish(world.member(creator), details('New'), [{ key, kind: 'image' }], 'none')).id;
}

const like = (viewer: Viewer, item: number) => setLike(world.member(viewer), item, 'toggle');
const follow = (viewer: Viewer, whom: Viewer) => setFollow(world.member(viewer), whom.username, 'toggle');
const rate = (viewer: Viewer, item: number) =>
  rateContent(world.member(viewer), item, { rating: 1 + Math.floor(Math.random() * 5), review: 'Fine' });
const message = (viewer: Viewer, whom: Viewer) =>
  sendMessage(world.member(viewer), whom.username, { text: 'Hello there' } as never);
const reportItem = (viewer: Viewer, id: number) =>
  fileReport(world.member(viewer), { content: id }, { reason: 'spam' } as never);

const memberActions: Record<string, (life: Life) => Promise<unknown>> = {
  'likes their own item': ({ creator, item }) => like(creator, item),
  'likes another’s item': ({ creator, othersItem }) => like(creator, othersItem),
  'is liked': ({ other, item }) => like(other, item),
  'rates another’s item': ({ creator, othersItem }) => rate(creator, othersItem),
  'is rated': ({ other, item }) => rate(other, item),
  'takes a rating back': ({ creator, othersItem }) => removeRating(world.member(creator), othersItem),
  'follows another': ({ creator, other }) => follow(creator, other),
  'is followed': ({ creator, other }) => follow(other, creator),
  'saves the profile': ({ creator }) =>
    updateProfile(world.member(creator), { bio: `Now ${Math.random()}` } as never),
  'changes the username': ({ creator }) =>
    updateProfile(world.member(creator), { username: `u${crypto.randomUUID().slice(0, 8)}` } as never),
  'edits an item': ({ creator, item }) => updateContent(world.member(creator), item, details('Edited', true)),
  uploads: ({ creator }) => upload(creator),
  buys: ({ creator, othersItem }) => startPurchase(world.member(creator), othersItem, { hosted: true }),
  sells: ({ other, item }) => startPurchase(world.member(other), item, { hosted: true }),
  'sends a message': ({ creator, other }) => message(creator, other),
  'gets a message': ({ creator, other }) => message(other, creator),
  reports: ({ creator, othersItem }) => reportItem(creator, othersItem),
  'is reported': ({ other, item }) => reportItem(other, item),
  'deletes an item': async ({ creator }) => deleteContent(world.member(creator), await upload(creator)),
};

const edit = ({ admin, creator }: Life) =>
  updateMember(world.member(admin), creator.id, () => ({
    bio: `Edited ${Math.random()}`,
    username: `a${crypto.randomUUID().slice(0, 8)}`,
  }));

const adminActions: Record<string, (life: Life) => Promise<unknown>> = {
  deletes: ({ admin, creator }) => deleteMember(world.member(admin), creator.id),
  suspends: ({ admin, creator }) => suspend(world.member(admin), creator.id, 'Spam'),
  edits: (life) => edit(life),
  'takes down an item of': ({ admin, item }) => {
    const scope = world.member(admin);
    return scope.em.transactional((em) => takeDown(scope, em, item, 'Spam'));
  },
  'deletes an item of': ({ admin, item }) => deleteContent(world.member(admin), item),
  'gives a plan to': ({ admin, creator }) =>
    givePlan(world.member(admin), creator.id, {
      plan: 'premium',
      until: new Date(world.clock.at.getTime() + 30 * 86_400_000),
      note: null,
      given: null,
    } as never),
  verifies: ({ admin, creator }) => setVerified(world.member(admin), creator.id, true),
  'makes an admin of': ({ admin, creator }) => setAdmin(world.member(admin), creator.id, true),
};

/** @returns the name of an error other than a refusal, which would be answered 500 */
async function accidentOf(work: () => Promise<unknown>): Promise<string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    const isSaid = [NotFound, NotAllowed, Refused, Invalid].some((kind) => error instanceof kind);
    const { code = '', message } = error as Error & { code?: string };
    return isSaid ? [] : [`${code} ${message.split('\n')[0]?.slice(0, 160)}`];
  }
}

async function makeLife(other: Viewer, othersItem: number): Promise<Life> {
  const admin = await world.person({ isAdmin: true });
  const creator = await world.person({ plan: 'vip' });
  const item = await world.item({ creator: creator.id, tier: 'vip', priceCents: 499, hasPicture: true });
  const life = { admin, creator, item, other, othersItem };
  await follow(creator, other);
  await follow(other, creator);
  await like(creator, othersItem);
  await rate(other, item);
  return life;
}

/** Every counter that a recount contradicts. */
const wrongCounters = () =>
  rows<{ what: string; id: number }>(world.em())`
    select 'likes' as what, content_id as id from content_stats s
      where likes <> (select count(*) from likes l where l.content_id = s.content_id)
    union all select 'ratings', content_id from content_stats s
      where row(rating_sum, rating_count) <> (select coalesce(sum(stars), 0), count(*) from ratings r
        where r.content_id = s.content_id and hidden_at is null)
    union all select 'followers', creator_id from follower_counts f
      where followers <> (select count(*) from follows where follows.creator_id = f.creator_id)
    union all select 'published', id from users u
      where published_items <> (select count(*) from content c where c.creator_id = u.id
        and status in ('published', 'suspended'))
    union all select 'totals', creator_id from creator_totals t
      where row(views, likes, rating_sum, rating_count) <> (select coalesce(sum(views), 0),
        coalesce(sum(likes), 0), coalesce(sum(rating_sum), 0), coalesce(sum(rating_count), 0)
        from content_stats s where s.creator_id = t.creator_id and is_published)
    union all select 'unread', user_id from conversation_sides where unread < 0
    union all select 'reports', id from report_cases c
      where reports <> (select count(*) from reports r where r.case_id = c.id)`;

/** All since the database was made. PostgreSQL counts them for each connection, and adds them up when it is told. */
async function deadlocks(): Promise<number> {
  await Promise.all(
    Array.from({ length: 10 }, () => row(world.em())`select pg_sleep(0.1), pg_stat_force_next_flush()`),
  );
  const counted = await row<{ n: number }>(world.em())`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`;
  return counted?.n ?? 0;
}

describe.each(Object.entries(adminActions))('an admin %s a member', (_name, adminAct) => {
  test('who acts at that moment, eight requests at once: nothing breaks, every counter is right', async () => {
    const other = await world.person({ plan: 'vip' });
    const othersItem = await world.item({
      creator: other.id,
      tier: 'vip',
      priceCents: 499,
      hasPicture: true,
    });
    const accidents: string[] = [];
    for (const [index, [what, act]] of Object.entries(memberActions).entries()) {
      const life = await makeLife(other, othersItem);
      const second = { ...life, admin: await world.person({ isAdmin: true }) };
      const soon = (work: () => Promise<unknown>) =>
        accidentOf(async () => {
          await sleep(Math.random() * 15);
          await work();
        });
      const found = await Promise.all([
        soon(() => adminAct(life)),
        // The second admin does the same, or edits the member.
        soon(() => (index % 2 === 0 ? adminAct : edit)(second)),
        ...Array.from({ length: 6 }, () => soon(() => act(life))),
      ]);
      accidents.push(...found.flat().map((each) => `${what}: ${each}`));
    }
    expect(await wrongCounters()).toEqual([]);
    expect({ accidents, deadlocks: await deadlocks() }).toEqual({ accidents: [], deadlocks: 0 });
  }, 120_000);
});
