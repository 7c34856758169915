import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { type Listener, openListener } from '../../../db/listen.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { countView, ViewCounter } from '../../library/items/views.server.ts';
import { hearForgotten } from './forget-waiting.server.ts';
import { clearHistory, forgetItem, setPaused } from './history.server.ts';
import { ProgressKeeper } from './progress-keeper.server.ts';

const world = testWorld();
/** Another web process of the same site. */
const elsewhere = { progress: new ProgressKeeper(), views: new ViewCounter() };
let listener: Listener;
beforeAll(async () => {
  listener = openListener({ url: world.database.url });
  hearForgotten(listener, elsewhere);
  await vi.waitFor(() => expect(listener.isListening).toBe(true), 20_000);
});
afterAll(() => listener.close());

/** The other process hears in order, so that it has then heard all that was said before. */
async function heard() {
  let isHeard = false;
  const stop = listener.on('library', () => {
    isHeard = true;
  });
  // Said again until it is heard: what is said before the process listens is lost.
  await expect
    .poll(async () => {
      await row(world.em())`select pg_notify('library', '')`;
      return isHeard;
    })
    .toBe(true);
  stop();
}

async function writeElsewhere() {
  await elsewhere.progress.flush(world.em(), Number.POSITIVE_INFINITY);
  await elsewhere.views.flush(world.em());
}

/** A member who opened items and watched them without our script, in the other process. */
async function watches(items: number[], later = 0) {
  const viewer = await world.person();
  const at = new Date(world.clock.at.getTime() + later);
  for (const id of items) {
    elsewhere.progress.add({ memberId: viewer.id, contentId: id, seconds: 40, at });
    const scope = { ...world.member(viewer), views: elsewhere.views, now: () => at };
    countView(scope, { id, creatorId: 0 });
  }
  return viewer;
}

const historyOf = async (memberId: number) =>
  (
    await rows<{ id: number }>(world.em())`
      select content_id as id from watched where user_id = ${memberId} order by 1`
  ).map(({ id }) => id);

describe('what waits in another process', () => {
  test.each<[string, (scope: MemberScope, item: number) => Promise<unknown>, leaves: 'others' | 'none']>([
    ['the history is cleared', clearHistory, 'none'],
    [
      'the history is paused and goes on',
      async (scope) => {
        await setPaused(scope, true);
        await setPaused(scope, false);
      },
      'none',
    ],
    ['its item is taken out of the history', forgetItem, 'others'],
  ])('is not written after %s', async (_what, act, leaves) => {
    const [item, another] = [await world.item(), await world.item()];
    const [viewer, other] = [await watches([item, another]), await watches([item])];
    await act(world.member(viewer), item);
    await heard();
    await writeElsewhere();
    expect(await historyOf(viewer.id)).toEqual(leaves === 'others' ? [another] : []);
    expect(await historyOf(other.id)).toEqual([item]);
    // The views are counted all the same.
    expect(await row(world.em())`select views::int from content_stats where content_id = ${item}`).toEqual({
      views: 2,
    });
  });

  test('and was made later is written', async () => {
    const item = await world.item();
    const viewer = await watches([item], 1);
    await clearHistory(world.member(viewer));
    await heard();
    await writeElsewhere();
    expect(await historyOf(viewer.id)).toEqual([item]);
  });
});
