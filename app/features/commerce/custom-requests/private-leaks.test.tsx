import { beforeAll, describe, expect, test } from 'vitest';
import {
  everythingSaidTo,
  type GuardedItem,
  guardedItem,
  serves,
} from '../../../../tests/support/exposure.tsx';
import { row } from '../../../../tests/support/sql.ts';
import { secret, testWorld } from '../../../../tests/support/world.ts';
import { signedAddress } from '../../../media/addresses.server.ts';
import type { Viewer } from '../../../scope.ts';
import * as creatorsCall from '../../library/creators/creators.api.ts';
import * as sitemap from '../../library/feeds/sitemap.api.ts';
import * as itemPage from '../../library/items/content.page.tsx';
import * as downloadCall from '../../library/items/download.api.ts';
import * as itemCall from '../../library/items/item.api.ts';
import * as shareCard from '../../library/items/share-card.api.ts';
import * as library from '../purchases/my-library.page.tsx';

const world = testWorld();

/** Who may open what is made for one member, in each of its states. */
const opens: Record<string, { draft: boolean; private: boolean; refunded: boolean }> = {
  visitor: { draft: false, private: false, refunded: false },
  free: { draft: false, private: false, refunded: false },
  vip: { draft: false, private: false, refunded: false },
  'another buyer': { draft: false, private: false, refunded: false },
  requester: { draft: false, private: true, refunded: false },
  creator: { draft: true, private: true, refunded: true },
  admin: { draft: true, private: true, refunded: true },
};
const people: Record<string, Viewer | null> = { visitor: null };
let creator: Viewer;
let made: GuardedItem;
let open: GuardedItem;

beforeAll(async () => {
  for (const plan of ['free', 'vip'] as const) people[plan] = await world.person({ plan });
  const requester = await world.person({ plan: 'vip' });
  creator = await world.person({ username: 'the_maker' });
  const other = await world.person();
  Object.assign(people, {
    requester,
    creator,
    admin: await world.person({ isAdmin: true }),
    'another buyer': other,
  });
  open = await guardedItem(world, { creator, tier: 'free', buyer: other });
  made = await guardedItem(world, { creator, tier: 'free', buyer: requester });
  await row(world.em())`
    update content set status = 'draft', is_for_sale = false, price_cents = null, published_at = null,
      made_for = ${requester.id}, title = 'The secret request item' where id = ${made.id}`;
  await row(world.em())`insert into follows (follower_id, creator_id)
    select id, ${creator.id} from users where id <> ${creator.id}`;
});

describe.each(['draft', 'private', 'refunded'] as const)('an item made on request that is %s', (state) => {
  beforeAll(async () => {
    const status = state === 'draft' ? 'draft' : 'private';
    await row(world.em())`update content set status = ${status} where id = ${made.id}`;
    await row(world.em())`update purchases set status = ${state === 'refunded' ? 'refunded' : 'paid'}
      where content_id = ${made.id}`;
  });

  test.each(Object.keys(opens))('is in no public list, and %s opens only what they may', async (who) => {
    const viewer = people[who] ?? null;
    const isOpen = opens[who]?.[state] ?? false;
    const said = await everythingSaidTo(world, viewer, { creator, items: { open } });
    const text = async (...asked: Parameters<typeof world.send>) => (await world.send(...asked)).text();
    said.sitemap = await text(sitemap.loader, viewer, '/sitemap.xml');
    said.directory = await text(creatorsCall.loader, viewer, '/api/creators');
    if (viewer)
      said.library = who === 'requester' && isOpen ? '' : await text(library.loader, viewer, '/library');
    for (const [where, words] of Object.entries(said)) {
      for (const word of [
        made.picture,
        made.video,
        made.second,
        made.step,
        'secret request',
        `/content/${made.id}`,
      ]) {
        expect(words, where).not.toContain(word);
      }
    }

    const id = String(made.id);
    const addresses = [
      [itemPage.loader, `/content/${id}`],
      [itemCall.loader, `/api/content/${id}`],
    ] as const;
    for (const [edge, address] of addresses) {
      const answer = await world.send(edge, viewer, address, { id });
      expect([who, answer.status]).toEqual([who, isOpen ? 200 : 404]);
      if (!isOpen) expect(await answer.text()).not.toContain('secret request');
    }
    expect((await world.send(shareCard.loader, viewer, `/content/${id}/card.jpg`, { id })).status).toBe(404);
    const media = await row<{ id: number }>(world.em())`select id from media where key = ${made.picture}`;
    const mediaId = String(media?.id);
    const saved = await world.send(downloadCall.loader, viewer, `/content/${id}/media/${mediaId}/download`, {
      id,
      mediaId,
    });
    if (!isOpen) expect([303, 403, 404]).toContain(saved.status);

    for (const key of [made.picture, made.video]) {
      for (const variant of ['320.avif', '640.jpg', 'video.mp4', 'teaser.webp'] as const) {
        const viewerId = String(viewer?.id ?? 0);
        const address = signedAddress(secret, { key, variant, viewerId, now: world.clock.at });
        expect([variant, await serves(world, viewer, address)]).toEqual([variant, isOpen]);
        expect(await serves(world, null, `/media/${key}/${variant}`)).toBe(false);
      }
    }
  });
});
