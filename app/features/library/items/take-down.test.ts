import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenRules } from '../../../../tests/support/money/invariants.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { startPurchase } from '../../commerce/purchases/buy.server.ts';
import { myPurchases } from '../../commerce/purchases/library.server.ts';
import { followingFeed } from '../../community/follows/following-feed.server.ts';
import { setFollow } from '../../community/follows/follows.server.ts';
import { myLikes, setLike } from '../../community/likes/likes.server.ts';
import { mayServe } from '../../core/media/media-gate.server.ts';
import { deleteContent } from '../authoring/delete-content.server.ts';
import * as editPage from '../authoring/edit.page.tsx';
import { lockOwnItem } from '../authoring/own-item.server.ts';
import { findCard } from '../catalog/cards.server.ts';
import { filtersOf } from '../catalog/filters.schema.ts';
import { listContent } from '../catalog/lists.server.ts';
import { findCreator } from '../creators/creators.server.ts';
import { listFeatured } from '../featured/featured.server.ts';
import { creatorFeed, siteFeed } from '../feeds/feeds.server.ts';
import { sitemap } from '../feeds/sitemap.server.ts';
import * as studio from '../studio/my-content.page.tsx';
import { ownTakeDown, putBack, takeDown } from './take-down.server.ts';
import * as takenDownPage from './taken-down.page.tsx';

const world = testWorld();
const reason = 'This video is not yours.';
const viewers = {} as Record<'boss' | 'creator' | 'fan' | 'buyer', Viewer>;
const scope = (viewer: Viewer) => world.scope(viewer) as AdminScope;
let item = 0;

const inside = (act: typeof takeDown | typeof putBack, id = item) =>
  world.em().transactional((em) => act(scope(viewers.boss), em, id, reason));
const titles = (list: { items: { title: string }[] }) => list.items.map(({ title }) => title);

beforeAll(async () => {
  viewers.boss = await world.person({ isAdmin: true });
  viewers.fan = await world.person();
  viewers.buyer = await world.person();
});

beforeEach(async () => {
  viewers.creator = await world.person({ plan: 'premium' });
  item = await world.item({
    creator: viewers.creator.id,
    title: `Waiter sweep ${viewers.creator.id}`,
    priceCents: 499,
    hasPicture: true,
  });
  await world.item({ creator: viewers.creator.id, title: 'Stays' });
  await row(world.em())`insert into featured (title, creator, content_id) values ('Shown', 'x', ${item})`;
  await setLike(world.scope(viewers.fan), item, true);
  await setFollow(world.scope(viewers.fan), viewers.creator.username, true);
  await world.bought(viewers.buyer, item);
});

/** Every place of the site that can show the item to a member who did not buy it, and whether it does. */
async function placesThatShowIt(): Promise<string[]> {
  const visitor = world.scope();
  const fan = world.member(viewers.fan);
  const title = `Waiter sweep ${viewers.creator.id}`;
  const filters = (query: string) => filtersOf(new URLSearchParams(query));
  const media = await row<{ key: string }>(world.em())`select key from media where content_id = ${item}`;
  const asked = { key: media?.key ?? '', variant: 'teaser.webp', isSigned: true } as const;
  const addressOf = new RegExp(`/content/${item}\\b`);
  const page = { filters: filters(''), size: 48 };
  const found: Record<string, boolean> = {
    page: await findCard(fan, item).then(
      () => true,
      () => false,
    ),
    list: titles(await listContent(visitor, page)).includes(title),
    search: titles(await listContent(visitor, { ...page, filters: filters('search=waiter') })).includes(
      title,
    ),
    creator: titles(await listContent(visitor, { ...page, creatorId: viewers.creator.id })).includes(title),
    followed: titles(await followingFeed(fan, { size: 48 })).includes(title),
    liked: titles(await myLikes(fan, { size: 48 })).includes(title),
    featured: (await listFeatured(visitor, 48)).some(({ contentId }) => contentId === item),
    feed: addressOf.test(await siteFeed(visitor)),
    'creator feed': addressOf.test(await creatorFeed(visitor, viewers.creator.username)),
    sitemap: addressOf.test((await sitemap(visitor, '1').catch(() => '')) + (await sitemap(visitor, null))),
    media: (await mayServe({ ...world.scope(viewers.fan), media: anyFile }, asked)) !== null,
  };
  return Object.keys(found).filter((place) => found[place]);
}
const logged = async () =>
  (
    await row<{ after: object }>(world.em())`
      select after from audit_log where subject_kind = 'content' and subject_id = ${String(item)} order by id desc limit 1`
  )?.after;
const anyFile = { localPath: async () => '/tmp/any' } as unknown as AdminScope['media'];

describe('an item that is taken down', () => {
  test('is hidden from all but its buyers and admins, and shown again once it is restored', async () => {
    const everywhere = await placesThatShowIt();
    expect(everywhere).toHaveLength(11);
    const { contentCount } = await findCreator(world.scope(), viewers.creator.username);
    await inside(takeDown);
    expect(await placesThatShowIt()).toEqual([]);
    expect((await findCreator(world.scope(), viewers.creator.username)).contentCount).toBe(contentCount - 1);
    for (const viewer of [viewers.boss, viewers.buyer]) {
      expect((await findCard(world.scope(viewer), item)).mediaAccess).toBe('viewer');
    }
    expect(titles(await myPurchases(world.member(viewers.buyer), { size: 5 }))).toHaveLength(1);
    const buying = startPurchase(world.member(viewers.fan), item);
    await expect(buying).rejects.toThrow(NotFound);

    await inside(putBack);
    expect(await placesThatShowIt()).toEqual(everywhere);
    expect(await findCard(world.scope(), item)).toMatchObject({ isForSale: true, status: 'published' });
  });

  test('cannot be edited, published or deleted by its creator, who reads why', async () => {
    await inside(takeDown);
    const creator = world.member(viewers.creator);
    await expect(lockOwnItem(world.em(), creator.viewer.id, item)).rejects.toThrow(NotFound);
    await expect(deleteContent(creator, item)).rejects.toThrow(NotFound);
    expect(await ownTakeDown(creator, item)).toMatchObject({ reason });
    const params = { id: String(item) };
    const edited = await world.send(editPage.loader, viewers.creator, `/content/${item}/edit`, params);
    expect([edited.status, edited.headers.get('location')]).toEqual([303, `/content/${item}/taken-down`]);
    const shown = await world.send(
      takenDownPage.loader,
      viewers.creator,
      `/content/${item}/taken-down`,
      params,
    );
    expect((await shown.json()).reason).toBe(reason);
    for (const other of [viewers.fan, viewers.boss]) {
      const answer = await world.send(takenDownPage.loader, other, `/content/${item}/taken-down`, params);
      expect(answer.status).toBe(404);
    }
    const list = await (await world.send(studio.loader, viewers.creator, '/studio/content')).json();
    expect(list.lines.map((line: { takenDown: string | null }) => line.takenDown)).toEqual([null, reason]);
  });

  test('comes back without a price when its creator’s plan sells no more items', async () => {
    await inside(takeDown);
    await world.item({ creator: viewers.creator.id, priceCents: 499 });
    await world.item({ creator: viewers.creator.id, priceCents: 499 });
    await inside(putBack);
    expect((await findCard(world.scope(), item)).isForSale).toBe(false);
    const sellers = (await brokenRules(world.em(), world.clock.at)).filter((rule) =>
      rule.startsWith('items'),
    );
    expect(sellers).toEqual([]);
  });

  test('is taken down and restored once; an item that is not public cannot be', async () => {
    const first = await Promise.allSettled([inside(takeDown), inside(takeDown)]);
    expect(first.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const back = await Promise.allSettled([inside(putBack), inside(putBack)]);
    expect(back.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    for (const status of ['draft', 'withdrawn'] as const) {
      await expect(inside(takeDown, await world.item({ status }))).rejects.toThrow(Refused);
    }
    await expect(inside(putBack, await world.item({ status: 'withdrawn' }))).rejects.toThrow(Refused);
    await expect(inside(takeDown, 2_000_000_000)).rejects.toThrow(Refused);
  });

  test('stays down while its creator is suspended, and after they left', async () => {
    await inside(takeDown);
    await row(world.em())`update users set status = 'deleted' where id = ${viewers.creator.id}`;
    await expect(inside(putBack)).rejects.toThrow('Its creator has left');
    await row(world.em())`update users set status = 'suspended' where id = ${viewers.creator.id}`;
    await inside(putBack);
    expect((await findCard(world.scope(viewers.boss), item)).status).toBe('suspended');
    expect(await logged()).toMatchObject({ status: 'suspended' });
  });

  test('comes back private when it was made for one member, and the log says so', async () => {
    await row(world.em())`update content set status = 'private', made_for = ${viewers.buyer.id},
      is_for_sale = false where id = ${item}`;
    await inside(takeDown);
    await inside(putBack);
    expect((await findCard(world.scope(viewers.buyer), item)).status).toBe('private');
    expect(await logged()).toEqual({ status: 'private' });
  });
});
