import { readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rendered } from '../../../../tests/support/browser/rendered.tsx';
import { untilLocked } from '../../../../tests/support/database/waiting.ts';
import { inChunks, sound } from '../../../../tests/support/media/chunks.ts';
import { form, type Part } from '../../../../tests/support/media/upload-form.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import { NotFound } from '../../../errors.ts';
import type { MediaStore } from '../../../media/media.ts';
import type { Viewer } from '../../../scope.ts';
import * as uploadPage from '../../library/authoring/upload.page.tsx';
import { action as cancelButton } from './cancel-upload.action.ts';
import { finishUpload } from './chunks.server.ts';

const world = testWorld();
const { start, send, far, end, cancel, chunks } = inChunks(world);

const publishWith = async (viewer: Viewer, key: string) => {
  const parts: Part[] = [
    ['title', 'Sent in chunks'],
    ['category', 'training'],
    ['kept', key],
  ];
  return (await world.send(uploadPage.action, viewer, '/upload', {}, form(parts))).status;
};

/** A body that breaks off once its bytes were taken, as a lost connection does. */
function brokenAfter(bytes: Uint8Array) {
  let isSent = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) return controller.error(new Error('gone'));
      isSent = true;
      controller.enqueue(bytes);
    },
  });
}

describe('a file in chunks', () => {
  test('is uploaded, prepared, kept for its form and published', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const begun = await start(viewer, bytes);
    expect(begun).toMatchObject({ status: 201, offset: 0, key: null });
    expect(await send(viewer, begun.id, 0, bytes.slice(0, 1000))).toMatchObject({
      status: 200,
      offset: 1000,
    });
    expect((await end(viewer, begun.id)).status).toBe(409);
    expect((await send(viewer, begun.id, 1000, bytes.slice(1000))).offset).toBe(bytes.length);
    const { status, key } = await end(viewer, begun.id);
    expect([status, key?.length]).toEqual([200, 32]);
    expect((await end(viewer, begun.id)).key).toBe(key);
    expect(chunks()).toEqual([]);
    const page = await (await world.send(uploadPage.loader, viewer, '/upload')).json();
    expect((page as { waiting: object[] }).waiting).toMatchObject([{ key }]);
    expect(await publishWith(viewer, key ?? '')).toBe(303);
    const made = await row(
      world.em(),
    )`select width, bytes from media where key = ${key} and content_id is not null`;
    expect(made).toEqual({ width: 900, bytes: bytes.length });
  });

  test('goes on where it was interrupted, also after the same file was chosen again', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    expect(await send(viewer, id, 0, brokenAfter(bytes.slice(0, 777)))).toMatchObject({ offset: 777 });
    const again = await start(viewer, bytes);
    expect(again).toMatchObject({ status: 200, id, offset: 777 });
    expect(await start(viewer, bytes, { modified: 8 })).toMatchObject({ status: 201, offset: 0 });
    await send(viewer, id, 777, bytes.slice(777));
    const { key } = await end(viewer, id);
    expect(key).toHaveLength(32);
    // Made ready and not yet published: chosen once more, nothing is sent.
    expect(await start(viewer, bytes)).toMatchObject({ status: 200, id, key });
  });

  test('started eight times at once it is one upload, and reserves its bytes once', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    // They all have looked for the file before the first of them can begin it.
    const em = world.em();
    // Not `transactional`: MikroORM would draw the starts into the same transaction.
    await em.begin();
    await row(em)`select 1 from users where id = ${viewer.id} for update`;
    const starting = Array.from({ length: 8 }, () => start(viewer, bytes));
    await untilLocked(em, 2);
    await em.commit();
    const starts = await Promise.all(starting);
    expect(starts.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(new Set(starts.map(({ id }) => id)).size).toBe(1);
    const begun = await row(world.em())`
      select count(*)::int as many, sum(bytes)::int as bytes from upload_sessions where owner_id = ${viewer.id}`;
    expect(begun).toEqual({ many: 1, bytes: bytes.length });
    const others = await Promise.all(
      Array.from({ length: 8 }, (_, at) => start(viewer, bytes, { name: `roll-${at}.png` })),
    );
    expect(new Set(others.map(({ id }) => id)).size).toBe(8);
  });

  test('a chunk at the wrong offset, or a second one at once, gets the right offset back', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes.slice(0, 500));
    expect(await send(viewer, id, 0, bytes.slice(0, 500))).toMatchObject({ status: 409, offset: 500 });
    expect(await send(viewer, id, 900, bytes.slice(900))).toMatchObject({ status: 409, offset: 500 });
    const many = await Promise.all(
      Array.from({ length: 6 }, () => send(viewer, id, 500, bytes.slice(500, 1500))),
    );
    const received = many.map(({ status }) => status);
    expect(received.filter((status) => status === 200)).toHaveLength(1);
    // Some of those that arrive while two others run find no slot.
    expect(received.filter((status) => ![200, 409, 429].includes(status))).toEqual([]);
    expect((await far(viewer, id)).offset).toBe(1500);
    await send(viewer, id, 1500, bytes.slice(1500));
    const ends = await Promise.all([end(viewer, id), end(viewer, id), end(viewer, id)]);
    expect(ends.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await row(world.em())`select count(*)::int as n from media where owner_id = ${viewer.id}`).toEqual(
      { n: 1 },
    );
  });

  test('a writer that was killed blocks others no longer than its lease', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await row(world.em())`update upload_sessions set writer = 'dead',
      writer_until = ${new Date(world.clock.at.getTime() + 30_000)} where id = ${id}`;
    expect((await send(viewer, id, 0, bytes)).status).toBe(409);
    world.clock.at = new Date(world.clock.at.getTime() + 30_001);
    expect((await send(viewer, id, 0, bytes)).status).toBe(200);
  });

  test('bytes that are missing on the disk are asked for again', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes.slice(0, 2000));
    truncateSync(join(world.scope().tempDir, 'pieces', id), 900);
    expect((await far(viewer, id)).offset).toBe(900);
    expect((await send(viewer, id, 900, bytes.slice(900))).offset).toBe(bytes.length);
    expect((await end(viewer, id)).status).toBe(200);
  });

  test('goes on at another machine, which asks for all of it, and at the first again', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    const here = join(world.scope().tempDir, 'pieces', id);
    await send(viewer, id, 0, bytes);
    renameSync(here, `${here}-first`);
    // Complete at one machine, an upload cannot be finished at another that has nothing of it.
    expect((await end(viewer, id)).status).toBe(409);
    expect((await start(viewer, bytes)).offset).toBe(0);
    expect((await send(viewer, id, 0, bytes.slice(0, 1500))).offset).toBe(1500);
    renameSync(here, `${here}-second`);
    renameSync(`${here}-first`, here);
    expect((await far(viewer, id)).offset).toBe(1500);
    expect((await send(viewer, id, 1500, bytes.slice(1500))).offset).toBe(bytes.length);
    expect(readFileSync(here).equals(bytes)).toBe(true);
    expect((await end(viewer, id)).status).toBe(200);
    rmSync(`${here}-second`);
  });

  test('can be used by its owner only', async () => {
    const bytes = await sound();
    const [owner, other] = [await world.person(), await world.person()];
    const { id } = await start(owner, bytes);
    expect((await far(other, id)).status).toBe(404);
    expect((await send(other, id, 0, bytes)).status).toBe(404);
    expect((await end(other, id)).status).toBe(404);
    await cancel(other, id);
    expect((await far(owner, id)).status).toBe(200);
    expect((await start(null, bytes)).status).toBe(401);
  });

  test('a cancelled upload leaves nothing, finished or not', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes);
    const { key } = await end(viewer, id);
    expect((await cancel(viewer, id)).status).toBe(204);
    expect((await cancel(viewer, id)).status).toBe(204);
    expect((await far(viewer, id)).status).toBe(404);
    expect(await row(world.em())`select 1 from media where key = ${key}`).toBeNull();
    const second = await start(viewer, bytes);
    await send(viewer, second.id, 0, bytes.slice(0, 10));
    await cancel(viewer, second.id);
    expect(chunks().includes(second.id)).toBe(false);
  });

  /** Finishes an upload; `act` happens just before its file is stored. */
  function finishWhile(viewer: Viewer, id: string, act: () => Promise<unknown>) {
    const scope = world.member(viewer);
    const media: MediaStore = {
      ...scope.media,
      async put(...file) {
        await act();
        return scope.media.put(...file);
      },
    };
    return finishUpload({ ...scope, media }, id, { onlyPictures: false, onPhone: false });
  }

  test('an upload that is cancelled while it is finished leaves nothing', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes);
    const finishing = finishWhile(viewer, id, () => cancel(viewer, id));
    await expect(finishing).rejects.toThrow(NotFound);
    expect(await row(world.em())`select 1 from media where owner_id = ${viewer.id}`).toBeNull();
    expect(chunks().includes(id)).toBe(false);
  });

  test('an upload that another request took over stores no second file', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes);
    const finishing = finishWhile(
      viewer,
      id,
      () => row(world.em())`update upload_sessions set writer = 'other' where id = ${id}`,
    );
    await expect(finishing).rejects.toThrow(NotFound);
    expect(await row(world.em())`select 1 from media where owner_id = ${viewer.id}`).toBeNull();
    expect((await far(viewer, id)).offset).toBe(bytes.length);
  });

  test('can be cancelled by a plain button on the page of uploads, by its owner only', async () => {
    const [viewer, other] = [await world.person(), await world.person()];
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes.slice(0, 1000));
    const path = `/uploads/${id}/cancel`;
    const { html } = await rendered(world, uploadPage, viewer, '/upload');
    // A form cannot be inside a form.
    expect(html.indexOf(`action="${path}"`)).toBeGreaterThan(0);
    expect(html.indexOf(`action="${path}"`)).toBeLessThan(html.indexOf('action="/upload"'));
    const press = async (who: Viewer) =>
      redirectOf(await world.send(cancelButton, who, path, { id }, formPost({})));
    await press(other);
    expect((await far(viewer, id)).offset).toBe(1000);
    expect(await press(viewer)).toEqual({ status: 303, to: '/upload', says: 'Upload cancelled' });
    expect((await far(viewer, id)).status).toBe(404);
    expect(chunks().includes(id)).toBe(false);
  });
});
