import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Variant } from '../../../media/media.ts';
import type { Viewer } from '../../../scope.ts';
import * as card from './share-card.api.ts';
import { shareCard } from './share-card.server.ts';

const world = testWorld();

const asked = (id: number, viewer: Viewer | null = null, init: RequestInit = {}) =>
  world.send(card.loader, viewer, `/content/${id}/card.jpg`, { id: String(id) }, init);

/** A scope that counts how often the picture of a card is fetched, which is once for each drawing. */
function countingScope() {
  const scope = world.scope();
  const counted = { drawings: 0, scope: { ...scope, media: { ...scope.media } } };
  counted.scope.media.fetchTo = (...asked) => {
    if (asked[1] === '640.jpg') counted.drawings += 1;
    return scope.media.fetchTo(...asked);
  };
  return counted;
}

/** Puts one colour under a variant of the item's picture. */
async function keep(id: number, variant: Variant, background: string) {
  const media = await row<{ key: string }>(world.em())`select key from media where content_id = ${id}`;
  const folder = await mkdtemp(join(tmpdir(), 'summa-card-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'picture');
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background } });
  await writeFile(path, await (variant.endsWith('webp') ? image.webp() : image.jpeg()).toBuffer());
  await world.scope().media.put(media?.key ?? '', variant, path);
}

async function colourAt(answer: Response, left: number, top: number) {
  const image = sharp(Buffer.from(await answer.arrayBuffer()));
  expect(await image.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const [r = 0, g = 0, b = 0] = await image.extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return { isRed: r > 180 && g < 60, isBlue: b > 90 && r < 60 };
}

describe('the card of a shared item', () => {
  test('shows a free item’s picture', async () => {
    const id = await world.item({ hasPicture: true });
    await keep(id, '640.jpg', '#ee1111');
    const answer = await asked(id);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300',
    });
    expect(await colourAt(answer, 100, 100)).toMatchObject({ isRed: true });
  });

  test('shows only the teaser of any other item, for every viewer', async () => {
    const creator = await world.person();
    const id = await world.item({ creator: creator.id, tier: 'vip', hasPicture: true });
    await keep(id, '640.jpg', '#ee1111');
    await keep(id, 'teaser.webp', '#1111ee');
    const people = [
      null,
      creator,
      await world.person({ plan: 'vip' }),
      await world.person({ isAdmin: true }),
    ];
    for (const viewer of people) {
      expect(await colourAt(await asked(id, viewer), 100, 100)).toEqual({ isRed: false, isBlue: true });
    }
  });

  test('is drawn without a picture, too, and only for published items', async () => {
    expect((await asked(await world.item())).status).toBe(200);
    const creator = await world.person();
    const draft = await world.item({ creator: creator.id, status: 'draft' });
    expect((await asked(draft, creator)).status).toBe(404);
    expect((await asked(2_000_000)).status).toBe(404);
  });
});

describe('a stored card', () => {
  test('is drawn once for 64 requests at once, and not again', async () => {
    const id = await world.item({ hasPicture: true });
    await keep(id, '640.jpg', '#ee1111');
    const counted = countingScope();
    const draw = async () => (await shareCard({ ...counted.scope, em: world.em() }, id)).draw();
    const drawn = await Promise.all(Array.from({ length: 64 }, draw));
    expect(new Set(drawn.map(({ bytes }) => bytes)).size).toBe(1);
    await draw();
    expect(counted.drawings).toBe(1);
  });

  test('is stored with the picture, so that another process does not draw it, and is removed with it', async () => {
    const id = await world.item({ hasPicture: true });
    await keep(id, '640.jpg', '#ee1111');
    expect((await asked(id)).status).toBe(200);
    const { media } = world.scope();
    const [medium] = await rows<{ key: string }>(world.em())`select key from media where content_id = ${id}`;
    const key = medium?.key ?? '';
    expect(await media.stat(key, 'card3-free.jpg')).not.toBeNull();
    // What was drawn in the meantime by another process, of another item here, whose card this process does not know.
    const other = await world.item({ hasPicture: true });
    await keep(other, '640.jpg', '#ee1111');
    await keep(other, 'card3-free.jpg', '#1111ee');
    const found = await asked(other);
    expect((await sharp(Buffer.from(await found.arrayBuffer())).metadata()).width).toBe(640);
    await media.remove(key);
    expect(await media.stat(key, 'card3-free.jpg')).toBeNull();
  });

  test('that cannot be stored is sent all the same', async () => {
    const id = await world.item({ hasPicture: true });
    await keep(id, '640.jpg', '#ee1111');
    const { scope } = countingScope();
    scope.media.put = () => Promise.reject(new Error('No space left'));
    const { isWhole } = await (await shareCard({ ...scope, em: world.em() }, id)).draw();
    expect(isWhole).toBe(true);
  });

  test('is sent again only after what it shows has changed', async () => {
    const creator = await world.person();
    const id = await world.item({ creator: creator.id, hasPicture: true });
    await keep(id, '640.jpg', '#ee1111');
    await keep(id, 'teaser.webp', '#1111ee');
    const first = await asked(id);
    const etag = first.headers.get('etag') ?? '';
    const again = () => asked(id, null, { headers: { 'if-none-match': `"other", W/${etag}` } });
    const known = await again();
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
    expect(known.headers.get('cache-control')).toBe('public, max-age=300');
    await row(world.em())`update content set title = 'Another', description = 'Words' where id = ${id}`;
    expect((await again()).status).toBe(304);
    await row(world.em())`update content set tier = 'vip' where id = ${id}`;
    const locked = await again();
    await row(world.em())`update content set tier = 'premium' where id = ${id}`;
    expect((await asked(id)).headers.get('etag')).not.toBe(locked.headers.get('etag'));
    expect([locked.status, locked.headers.get('etag') === etag]).toEqual([200, false]);
    expect(await colourAt(locked, 100, 100)).toEqual({ isRed: false, isBlue: true });
  });

  test('is gone when its item is taken down or deleted, also for a client that has it', async () => {
    const id = await world.item({ hasPicture: true });
    await keep(id, '640.jpg', '#ee1111');
    const headers = { 'if-none-match': (await asked(id)).headers.get('etag') ?? '' };
    expect((await asked(id, null, { headers })).status).toBe(304);
    await row(world.em())`update content set status = 'suspended' where id = ${id}`;
    expect([(await asked(id)).status, (await asked(id, null, { headers })).status]).toEqual([404, 404]);
    await row(world.em())`update content set status = 'published' where id = ${id}`;
    expect((await asked(id)).status).toBe(200);
    await row(world.em())`delete from content where id = ${id}`;
    expect([(await asked(id)).status, (await asked(id, null, { headers })).status]).toEqual([404, 404]);
  });

  test('without its picture is neither stored nor tagged', async () => {
    const id = await world.item({ hasPicture: true });
    expect((await asked(id)).headers.get('etag')).toBeNull();
    await keep(id, '640.jpg', '#ee1111');
    expect(await colourAt(await asked(id), 100, 100)).toMatchObject({ isRed: true });
  });

  test('is refused for a moment while twenty others are drawn', async () => {
    const ids = await Promise.all(Array.from({ length: 21 }, () => world.item({ hasPicture: true })));
    const counted = countingScope();
    let go = () => {};
    const held = new Promise<void>((done) => {
      go = done;
    });
    counted.scope.media.fetchTo = async () => {
      await held;
      return false;
    };
    // An address may have five drawn at once.
    const from = (n: number) => ({ ...counted.scope.visitor, address: `192.0.2.${n}` });
    const found = await Promise.all(
      ids.map((id, n) => shareCard({ ...counted.scope, em: world.em(), visitor: from(n) }, id)),
    );
    const drawn = found.slice(0, 20).map((each) => each.draw());
    await expect(found[20]?.draw()).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    const refused = await asked(ids[20] ?? 0);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    go();
    await Promise.all(drawn);
    expect((await asked(ids[20] ?? 0)).status).toBe(200);
  });
});
