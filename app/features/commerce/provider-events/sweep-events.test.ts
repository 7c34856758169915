import { expect, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { tasks, timetable } from '../../../jobs/tasks.server.ts';

const world = testWorld();

test('processed deliveries are deleted after ninety days; waiting ones and those for an operator stay', async () => {
  for (const [id, daysAgo, outcome] of [
    ['done long ago', 91, 'done'],
    ['ignored long ago', 91, 'ignored'],
    ['done lately', 89, 'done'],
    ['parked long ago', 400, 'review'],
    ['never worked off', 400, null],
  ] as const) {
    const at = new Date(world.clock.at.getTime() - daysAgo * 24 * 3_600_000);
    await row(world.em())`
      insert into provider_events (id, type, kind, object_id, live, created_at, received_at, processed_at, outcome)
      values (${id}, 'payment_intent.succeeded', 'payment', 'pi_1', false, ${at}, ${at},
        ${outcome && at}, ${outcome})`;
  }
  expect(timetable.map(({ task }) => task)).toContain('sweep-events');
  const list = tasks({ systemContext: world.systemContext, sandbox: null });
  await list['sweep-events']?.({} as never, {} as never);
  const left = await rows<{ id: string }>(world.em())`select id from provider_events order by id`;
  expect(left.map(({ id }) => id)).toEqual(['done lately', 'never worked off', 'parked long ago']);
});
