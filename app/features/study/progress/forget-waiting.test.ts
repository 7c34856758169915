import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { type Listener, openListener } from '../../../db/listen.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { hearForgotten } from './forget-waiting.server.ts';
import { clearHistory, forgetItem, setPaused } from './history.server.ts';
import { markSeen } from './progress.server.ts';
import { ProgressKeeper } from './progress-keeper.server.ts';

const world = testWorld();
/** Another web process of the same site. */
const elsewhere = new ProgressKeeper();
let listener: Listener;
beforeAll(async () => {
  listener = openListener({ url: world.database.url });
  hearForgotten(listener, elsewhere);
  await vi.waitFor(() => expect(listener.isListening).toBe(true), 20_000);
});
afterAll(() => listener.close());

const mark = (contentId: number, later = 0) => ({
  contentId,
  seconds: 40,
  isSeen: true,
  at: new Date(world.clock.at.getTime() + later),
});
const waiting = (memberId: number) => [...elsewhere.waitingOf(memberId).keys()];

describe('a mark that waits in another process', () => {
  test.each<[string, (scope: MemberScope, item: number) => Promise<unknown>, leaves: 'others' | 'none']>([
    ['the history is cleared', clearHistory, 'none'],
    ['the history is paused', (scope) => setPaused(scope, true), 'none'],
    ['its item is taken out of the history', forgetItem, 'others'],
    ['its item is no longer seen', (scope, item) => markSeen(scope, item, false), 'others'],
  ])('is not written after %s', async (_what, act, leaves) => {
    const [viewer, other] = [await world.person(), await world.person()];
    const [item, another] = [await world.item(), await world.item()];
    for (const id of [item, another]) elsewhere.add(viewer.id, mark(id));
    elsewhere.add(other.id, mark(item));
    await act(world.member(viewer), item);
    const left = leaves === 'others' ? [another] : [];
    await expect.poll(() => waiting(viewer.id)).toEqual(left);
    expect(waiting(other.id)).toEqual([item]);
    await elsewhere.flush(world.em(), Number.POSITIVE_INFINITY);
    const count = await row(world.em())`
      select count(*)::int as n from watched where user_id = ${viewer.id} and content_id = ${item}`;
    expect(count).toEqual({ n: 0 });
  });

  test('and was made later is kept', async () => {
    const viewer = await world.person();
    const [item, later] = [await world.item(), await world.item()];
    elsewhere.add(viewer.id, mark(item));
    elsewhere.add(viewer.id, mark(later, 1));
    await clearHistory(world.member(viewer));
    await expect.poll(() => waiting(viewer.id)).toEqual([later]);
  });
});
