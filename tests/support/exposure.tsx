import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Tier } from '../../app/domain/tiers.ts';
import type { Unlocking } from '../../app/features/commerce/plans/unlock/unlock.ts';
import { UnlockBox } from '../../app/features/commerce/plans/unlock/unlock-box.tsx';
import * as commentsCall from '../../app/features/community/comments/comments.api.ts';
import * as commentsPage from '../../app/features/community/comments/comments.page.tsx';
import { mayServe } from '../../app/features/core/media/media-gate.server.ts';
import { cardItem } from '../../app/features/library/catalog/card-item.server.ts';
import * as listCall from '../../app/features/library/catalog/content.api.ts';
import * as discover from '../../app/features/library/catalog/discover.page.tsx';
import * as chaptersCall from '../../app/features/library/chapters/chapters.api.ts';
import * as creatorPage from '../../app/features/library/creators/creator.page.tsx';
import * as featuredCall from '../../app/features/library/featured/featured.api.ts';
import { listFeatured } from '../../app/features/library/featured/featured.server.ts';
import * as creatorFeed from '../../app/features/library/feeds/creator-feed.api.ts';
import * as siteFeed from '../../app/features/library/feeds/site-feed.api.ts';
import * as itemPage from '../../app/features/library/items/content.page.tsx';
import * as itemCall from '../../app/features/library/items/item.api.ts';
import { ItemActions, ItemDetails } from '../../app/features/library/items/item-facts.tsx';
import { ItemHead } from '../../app/features/library/items/item-head.tsx';
import { FirstMedia, MoreMedia } from '../../app/features/library/items/item-media.tsx';
import { ItemSteps } from '../../app/features/library/items/item-steps.tsx';
import type { ItemView } from '../../app/features/library/items/item-view.server.ts';
import { shareTags } from '../../app/features/library/items/share-tags.ts';
import { itemsOfPosition } from '../../app/features/library/map-links/items-of.server.ts';
import * as itemPack from '../../app/features/library/sheets/item-pack.api.ts';
import * as itemSheetCall from '../../app/features/library/sheets/item-sheet.api.ts';
import * as itemSheet from '../../app/features/library/sheets/item-sheet.page.tsx';
import * as positionPack from '../../app/features/library/sheets/position-pack.api.ts';
import * as positionSheet from '../../app/features/library/sheets/position-sheet.page.tsx';
import * as dashboard from '../../app/features/site/pages/dashboard.page.tsx';
import * as clipCall from '../../app/features/study/clips/clips.api.ts';
import * as loopPage from '../../app/features/study/clips/loop.page.tsx';
import * as historyCall from '../../app/features/study/progress/history.api.ts';
import * as historyPage from '../../app/features/study/progress/history.page.tsx';
import * as studyPage from '../../app/features/study/screens/study.page.tsx';
import { isSignedFor } from '../../app/media/addresses.server.ts';
import type { Variant } from '../../app/media/media.ts';
import type { Viewer } from '../../app/scope.ts';
import { linkedMap } from './map/linked-map.ts';
import { unzip } from './media/unzip.ts';
import { row } from './sql.ts';
import { secret, type testWorld } from './world.ts';

/** An item with all that must stay private. */
export interface GuardedItem {
  id: number;
  picture: string;
  video: string;
  /** The sentence that a locked item shows too. */
  first: string;
  second: string;
  /** Of the first second of the video. */
  clip: string;
  step: string;
  /** Of the map, where it starts. */
  position: number;
}

export const storedVariants: Variant[] = ['320.avif', '640.jpg', 'teaser.webp', 'loop.avif', 'video.mp4'];

interface Facts {
  creator: Viewer;
  tier: Tier;
  earlyUntil?: Date;
  buyer?: Viewer;
}

/** An item with real files, for sale, on a featured card, and bought by `buyer`. */
export async function guardedItem(
  world: ReturnType<typeof testWorld>,
  { creator, tier, earlyUntil, buyer }: Facts,
): Promise<GuardedItem> {
  const [picture = '', video = '', second = '', clip = ''] = Array.from({ length: 4 }, () =>
    randomBytes(16).toString('hex'),
  );
  const id = await world.item({
    creator: creator.id,
    tier,
    earlyUntil,
    contentType: 'mixed',
    priceCents: 500,
    techniqueType: 'guard',
  });
  const [first, step] = ['first', 'secret'].map((which) => `${which} step of ${tier} ${picture.slice(0, 6)}`);
  if (!first || !step) throw new Error('two steps');
  await row(world.em())`update content set steps = ${[first, step]}::text[] where id = ${id}`;
  // A comment says what only the open item shows, so that each place that shows it is seen.
  await row(world.em())`insert into comments (content_id, member_id, text, attempt, created_at)
    values (${id}, ${creator.id}, ${step}, ${picture}, now())`;
  const scope = world.scope();
  await mkdir(scope.tempDir, { recursive: true });
  for (const [position, key] of [picture, video, second].entries()) {
    const [kind, mime] = key === video ? ['video', 'video/mp4'] : ['image', 'image/png'];
    await row(world.em())`
      insert into media (key, owner_id, content_id, position, kind, status, mime, width, height, bytes, color, widths)
      values (${key}, ${creator.id}, ${id}, ${position}, ${kind}, 'ready', ${mime}, 640, 480, 9, '#aabbcc',
        '{320,640}')`;
    for (const variant of storedVariants) {
      await writeFile(`${scope.tempDir}/${key}`, `${variant} of ${key}`);
      await scope.media.put(key, variant, `${scope.tempDir}/${key}`);
    }
  }
  await row(world.em())`
    insert into clips (key, media_id, from_ms, to_ms, slowdown, state, asked_at, last_used_at)
    select ${clip}, id, 0, 1000, 1, 'ready', now(), now() from media where key = ${video}`;
  await writeFile(`${scope.tempDir}/${clip}`, `clip of ${video}`);
  await scope.media.put(clip, 'clip.mp4', `${scope.tempDir}/${clip}`);
  const title = `Featured ${id}`;
  await row(world.em())`insert into featured (title, creator, content_id) values (${title}, 'X', ${id})`;
  if (buyer) await world.bought(buyer, id);
  const map = linkedMap(world);
  const position = await map.position(`start of ${id}`);
  await map.link(id, { starts: position });
  return { id, picture, video, second, clip, first, step, position };
}

/** All addresses that mention items, as text, for one viewer. `items` by the names of their places. */
export async function everythingSaidTo(
  world: ReturnType<typeof testWorld>,
  viewer: Viewer | null,
  { creator, items }: { creator: Viewer; items: Record<string, GuardedItem> },
): Promise<Record<string, string>> {
  const text = async (...asked: Parameters<typeof world.send>) => (await world.send(...asked)).text();
  const { username } = creator;
  const said: Record<string, string> = {
    'list as JSON': await text(listCall.loader, viewer, '/api/content'),
    'search as JSON': await text(listCall.loader, viewer, '/api/content?search=item&sort=popular'),
    Discover: await text(discover.loader, viewer, '/discover'),
    "the creator's page": await text(creatorPage.loader, viewer, `/creators/${username}`, { username }),
    'the feed': await text(siteFeed.loader, viewer, '/feed.xml'),
    "the creator's feed": await text(creatorFeed.loader, viewer, `/creators/${username}/feed.xml`, {
      username,
    }),
    'featured as JSON': await text(featuredCall.loader, viewer, '/api/featured-content'),
    'landing cards': JSON.stringify(await listFeatured(world.scope(viewer), 9)),
  };
  if (viewer) {
    for (const { id } of Object.values(items))
      await row(world.em())`insert into watched (user_id, content_id, seconds) values (${viewer.id}, ${id}, 7)
        on conflict (user_id, content_id) do update set seconds = 7, last_at = now()`;
    said.history = await text(historyPage.loader, viewer, '/history');
    said['history as JSON'] = await text(historyCall.loader, viewer, '/api/history');
    said.dashboard = await text(dashboard.loader, viewer, '/dashboard');
    said['following feed'] = await text(dashboard.loader, viewer, '/dashboard?feed=following');
  }
  const scope = world.scope(viewer);
  for (const [name, item] of Object.entries(items)) {
    const id = String(item.id);
    said[`${name} item as JSON`] = await text(itemCall.loader, viewer, `/api/content/${id}`, { id });
    const onMap = await itemsOfPosition(scope, item.position, { size: 9, after: null });
    said[`${name} item on the map`] = JSON.stringify(onMap.items.map((card) => cardItem(scope, card)));
    const data = await (await world.send(itemPage.loader, viewer, `/content/${id}`, { id })).json();
    const view = data.item as ItemView;
    const unlock = data.unlock as Unlocking | null;
    said[`${name} item's page`] = JSON.stringify(data);
    said[`${name} item's markup`] = renderToStaticMarkup(
      <ItemActions item={view} from={null}>
        {unlock && <UnlockBox {...unlock} back={`/content/${id}`} isSignedIn={viewer !== null} />}
        <FirstMedia item={view} />
        <MoreMedia item={view} media={view.media} />
        <ItemSteps item={view} from={null} />
        <ItemHead item={view} />
        <ItemDetails item={view} map={data.map} isSignedIn={viewer !== null} />
      </ItemActions>,
    );
    said[`${name} item's chapters`] = await text(chaptersCall.loader, viewer, `/api/content/${id}/chapters`, {
      id,
    });
    if (viewer)
      said[`${name} item's study page`] = await text(studyPage.loader, viewer, `/content/${id}/study`, {
        id,
      });
    said[`${name} item's share tags`] = JSON.stringify(shareTags([], view));
    for (const [where, edge, path] of [
      ["item's comments", commentsPage, `/content/${id}/comments`],
      ["item's comments as JSON", commentsCall, `/api/content/${id}/comments`],
    ] as const) {
      said[`${name} ${where}`] = await text(edge.loader, viewer, path, { id });
    }
    Object.assign(said, await sheetsOf(world, viewer, name, item), await loopsOf(world, viewer, name, item));
  }
  return said;
}

/** The page of a loop, and its clip as JSON. */
async function loopsOf(
  world: ReturnType<typeof testWorld>,
  viewer: Viewer | null,
  name: string,
  { id, video }: GuardedItem,
): Promise<Record<string, string>> {
  const params = { id: String(id) };
  const media = await row<{ id: number }>(world.em())`select id from media where key = ${video}`;
  const page = await world.send(loopPage.loader, viewer, `/content/${id}/loop?from=0&to=1`, params);
  const address = `/api/content/${id}/clips?mediaId=${media?.id}&from=0&to=1`;
  const clip = await world.send(clipCall.loader, viewer, address, params);
  return { [`${name} item's loop`]: await page.text(), [`${name} item's clip as JSON`]: await clip.text() };
}

/** The sheets and study packs that an item is in, the files of the packs one after another. */
async function sheetsOf(
  world: ReturnType<typeof testWorld>,
  viewer: Viewer | null,
  name: string,
  { id, position }: GuardedItem,
): Promise<Record<string, string>> {
  const ask = (edge: { loader: (args: never) => unknown }, path: string, params: Record<string, string>) =>
    world.send(edge.loader, viewer, path, params);
  const packed = async (answer: Response) =>
    [...unzip(Buffer.from(await answer.arrayBuffer()))].flat().map(String).join('\n');
  const [ofItem, ofPosition] = [{ id: String(id) }, { place: `${position}-start-of-${id}` }];
  const [item, place] = [`/content/${id}`, `/map/p/${ofPosition.place}`];
  return {
    [`${name} item's sheet`]: await (await ask(itemSheet, `${item}/sheet`, ofItem)).text(),
    [`${name} item's sheet as JSON`]: await (await ask(itemSheetCall, `/api${item}/sheet`, ofItem)).text(),
    [`${name} item's pack`]: await packed(await ask(itemPack, `${item}/pack.zip`, ofItem)),
    [`${name} item on a sheet`]: await (await ask(positionSheet, `${place}/sheet`, ofPosition)).text(),
    [`${name} item in a pack`]: await packed(await ask(positionPack, `${place}/pack.zip`, ofPosition)),
  };
}

/** The answer of the media gate to this viewer. */
export async function serves(
  world: ReturnType<typeof testWorld>,
  viewer: Viewer | null,
  address: string,
): Promise<boolean> {
  const scope = world.scope(viewer);
  const url = new URL(address, scope.origin);
  const [, , key = '', name] = url.pathname.split('/');
  const variant = name as Variant;
  const viewerId = viewer ? String(viewer.id) : null;
  const isSigned = isSignedFor(secret, { key, variant, query: url.searchParams, viewerId, now: scope.now() });
  return (await mayServe(scope, { key, variant, isSigned })) !== null;
}
