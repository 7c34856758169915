import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testWorld } from '../../../tests/support/world.ts';
import { row } from '../../db/sql.server.ts';
import type { Variant } from '../../media/media.ts';
import type { Viewer } from '../../scope.ts';
import * as card from './share-card.api.ts';

const world = testWorld();

const asked = (id: number, viewer: Viewer | null = null) =>
  world.send(card.loader, viewer, `/content/${id}/card.jpg`, { id: String(id) });

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

  test('shows nothing but the teaser of any other, whoever asks', async () => {
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

  test('is drawn without a picture, too, and only of what is published', async () => {
    expect((await asked(await world.item())).status).toBe(200);
    const creator = await world.person();
    const draft = await world.item({ creator: creator.id, status: 'draft' });
    expect((await asked(draft, creator)).status).toBe(404);
    expect((await asked(2_000_000)).status).toBe(404);
  });
});
