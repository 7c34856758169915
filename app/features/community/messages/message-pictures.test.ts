import { describe, expect, test } from 'vitest';
import { type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { conversations } from '../../../../tests/support/people/conversations.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { mayServe } from '../../core/media/media-gate.server.ts';

const world = testWorld();

const { pair, post, seen, mediaOf } = conversations(world);

describe('pictures', () => {
  test('are sent with a message, and only its two members may open their bytes', async () => {
    const [fan, athlete] = await pair();
    const sent = await post(fan, athlete, [
      ['text', 'Look'],
      ['pictures', await picture(), 'a.png'],
      ['pictures', await picture(320, 320), 'b.png'],
    ]);
    expect(sent.status).toBe(303);
    const { messages } = await seen(athlete, fan);
    expect(messages[0].pictures).toHaveLength(2);
    const { key } = messages[0].pictures[0];
    const opens = async (viewer: Viewer | null, isSigned = true) =>
      (await mayServe(world.scope(viewer), { key, variant: '320.jpg', isSigned })) !== null;
    expect([await opens(fan), await opens(athlete)]).toEqual([true, true]);
    const others = [await world.person({ plan: 'vip' }), await world.person({ isAdmin: true }), null];
    for (const other of others) expect(await opens(other)).toBe(false);
    expect(await opens(athlete, false)).toBe(false);
    expect(await mayServe(world.scope(null), { key, variant: 'teaser.webp', isSigned: false })).toBe(null);
    await row(world.em())`insert into report_cases (kind, subject_id, subject_name, opened_at)
      values ('message', ${messages[0].id}, 'x', now())`;
    expect(await opens(others[1] ?? null)).toBe(true);
    expect(await opens(others[0] ?? null)).toBe(false);
  });

  test('are kept when the text has an error, and can be unticked', async () => {
    const [fan, athlete] = await pair();
    const lacking = await post(fan, athlete, [
      ['text', ''],
      ['pictures', await picture(), 'a.png'],
      ['pictures', new Blob(['no picture']), 'b.png'],
    ]);
    const { form: answer } = await lacking.json();
    expect([lacking.status, answer.error.pictures[0]]).toEqual([422, expect.stringContaining('b.png')]);
    const key = answer.initialValue.kept;
    expect((await seen(fan, athlete)).waiting).toMatchObject([{ key }]);
    const mended = await post(fan, athlete, [
      ['text', 'Now'],
      ['shown', key],
      ['kept', key],
    ]);
    expect(mended.status).toBe(303);
    expect((await seen(fan, athlete)).messages[0].pictures).toMatchObject([{ key }]);
    const again = await post(fan, athlete, [
      ['text', 'Once more'],
      ['kept', key],
    ]);
    expect(again.status).toBe(303);
    expect((await seen(fan, athlete)).messages.at(-1).pictures).toEqual([]);
  });

  test('are three at most; pressing twice leaves no extra file', async () => {
    const [fan, athlete] = await pair();
    const four = await Promise.all(
      [1, 2, 3, 4].map(async (n): Promise<Part> => ['pictures', await picture(320, 200 + n), `${n}.png`]),
    );
    const answer = await post(fan, athlete, [['text', 'Four'], ...four]);
    expect((await answer.json()).form.error.pictures).toEqual([expect.stringContaining('at most 3')]);
    const [sender, other] = await pair();
    const once: Part[] = [
      ['text', 'One'],
      ['attempt', 'same'],
      ['pictures', await picture(), 'a.png'],
    ];
    await Promise.all([post(sender, other, once), post(sender, other, once)]);
    expect((await seen(sender, other)).messages).toHaveLength(1);
    expect(await mediaOf(sender)).toMatchObject({ n: 1 });
  });
});
