import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addVideo } from '../../../../tests/support/media/video-row.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import { updateContent } from '../authoring/edit.server.ts';
import { techniqueSchema } from '../authoring/upload.schema.ts';
import { stepOf } from '../items/step.ts';
import * as track from './chapter-track.api.ts';
import * as call from './chapters.api.ts';
import * as chaptersPage from './chapters.page.tsx';
import { chaptersOf, chapterTrack } from './chapters.ts';
import { saveSteps } from './own-steps.server.ts';
import { proposeTimes } from './propose-times.ts';

const world = testWorld();

test('steps with a time are chapters, in the order of the video', () => {
  const lines = ['Look first', '1:02:03 Rest', '0:04 Grip', '0:04 Again', '0:00 Begin'];
  expect(chaptersOf(lines.map(stepOf))).toEqual([
    { seconds: 0, title: 'Begin' },
    { seconds: 4, title: 'Grip' },
    { seconds: 3723, title: 'Rest' },
  ]);
});

test('a track has one cue for each, up to the next or to the end', () => {
  const chapters = [
    { seconds: 0, title: 'Grip & <pull>' },
    { seconds: 64, title: 'Finish' },
  ];
  expect(chapterTrack(chapters, 90_400)).toBe(
    'WEBVTT\n\n1\n00:00:00.000 --> 00:01:04.000\nGrip &amp; &lt;pull&gt;\n\n2\n00:01:04.000 --> 00:01:31.000\nFinish\n',
  );
  expect(chapterTrack(chapters.slice(1), null)).toContain('00:01:04.000 --> 01:01:04.000');
});

test('no title can end its cue or begin another, and no cue ends before it begins', () => {
  const chapter = fc.record({ seconds: fc.nat(90_000), title: fc.string({ minLength: 1 }) });
  fc.assert(
    fc.property(fc.array(chapter, { maxLength: 9 }), fc.option(fc.nat(90_000_000)), (all, length) => {
      const sorted = chaptersOf(all.map(({ seconds, title }) => ({ at: seconds, text: title })));
      const track = chapterTrack(sorted, length);
      const cues = [...track.matchAll(/^(\S+) --> (\S+)$/gm)];
      expect(cues).toHaveLength(sorted.length);
      for (const [, from = '', to = ''] of cues) expect(from < to).toBe(true);
    }),
  );
});

test('the call answers those of an open item, and of a locked one what its page shows', async () => {
  const steps = '{0:01 First,0:09 Second}';
  const [open, locked] = [await world.item(), await world.item({ tier: 'vip' })];
  await row(world.em())`update content set steps = ${steps}`;
  const read = async (id: number) =>
    (await world.send(call.loader, null, `/api/content/${id}/chapters`, { id: String(id) })).json();
  expect(await read(open)).toEqual([
    { seconds: 1, title: 'First' },
    { seconds: 9, title: 'Second' },
  ]);
  expect(await read(locked)).toEqual([{ seconds: 1, title: 'First' }]);
  const none = await world.send(call.loader, null, '/api/content/999/chapters', { id: '999' });
  expect(none.status).toBe(404);
});

test('the track is served like the page: of a locked item no more than its page shows', async () => {
  const item = await world.item({ tier: 'vip' });
  await row(world.em())`update content set steps = '{0:01 First,0:09 Secret}' where id = ${item}`;
  const read = (viewer: Parameters<typeof world.send>[1]) =>
    world.send(track.loader, viewer, `/content/${item}/chapters.vtt`, { id: String(item) });
  const [locked, open] = [await read(null), await read(await world.person({ plan: 'vip' }))];
  expect([await locked.text(), await open.text()]).toEqual([
    expect.not.stringContaining('Secret'),
    expect.stringContaining('Secret'),
  ]);
  expect(open.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
  expect(open.headers.get('cache-control')).toBe('private, no-cache');
});

test('times are proposed by the number of words, each later than the one before and within the video', () => {
  expect(proposeTimes(['Grip', 'Pull the sleeve across'], 100_000)).toEqual([
    '0:00 Grip',
    '0:20 Pull the sleeve across',
  ]);
  expect(proposeTimes(['Grip', '0:10 Pull'], 100_000)).toBeNull();
  expect(proposeTimes([], 100_000)).toBeNull();
  expect(proposeTimes(['Grip'], null)).toBeNull();
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]+( [a-z]+)*$/), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 90_000 }),
      (lines, length) => {
        const proposed = proposeTimes(lines, length);
        if (proposed === null) return lines.length > Math.floor(length / 1000);
        const times = proposed.map((line) => stepOf(line).at ?? -1);
        expect(proposed.map((line) => stepOf(line).text)).toEqual(lines);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(times[0]).toBe(0);
        expect(times.at(-1)).toBeLessThan(length / 1000);
        return true;
      },
    ),
  );
});

test('the creator gets times proposed, corrects them, and saves nothing else', async () => {
  const creator = await world.person();
  const item = await world.item({ creator: creator.id, title: 'Kept' });
  await addVideo(world.em(), item, { seconds: 100 });
  await row(world.em())`update content set steps = '{Grip,Pull the sleeve across}' where id = ${item}`;
  const open = (viewer: typeof creator, init?: RequestInit) =>
    world.send(
      init ? chaptersPage.action : chaptersPage.loader,
      viewer,
      `/content/${item}/chapters`,
      { id: String(item) },
      init,
    );
  const shown = await (await open(creator)).json();
  expect(shown).toMatchObject({
    isProposed: true,
    values: { steps: '0:00 Grip\n0:20 Pull the sleeve across' },
  });
  const late = await open(creator, formPost({ seen: shown.seen, steps: '0:00 Grip\n1:41 Pull' }));
  expect([late.status, JSON.stringify(await late.json())]).toEqual([
    422,
    expect.stringContaining('is after the end of the video, which ends at 1:40.'),
  ]);
  const saved = await open(creator, formPost({ seen: shown.seen, steps: '0:00 Grip\n0:12 Pull' }));
  expect(saved.status).toBe(303);
  expect(await row(world.em())`select title, steps from content where id = ${item}`).toEqual({
    title: 'Kept',
    steps: ['0:00 Grip', '0:12 Pull'],
  });
  // A second tab still shows the old steps.
  const conflict = await open(creator, formPost({ seen: shown.seen, steps: '0:00 Other' }));
  expect(conflict.status).toBe(422);
  expect((await open(await world.person())).status).toBe(403);
});

test('a time after the end is refused by every way of saving', async () => {
  const creator = await world.person();
  const item = await world.item({ creator: creator.id });
  await addVideo(world.em(), item, { seconds: 100 });
  const scope = world.member(creator);
  const details = techniqueSchema.parse({ title: 'A title', category: 'technique', steps: '1:41 Late' });
  await expect(updateContent(scope, item, details)).rejects.toThrow('after the end of the video');
  await expect(saveSteps(scope, item, ['1:41 Late'])).rejects.toThrow('after the end of the video');
  await saveSteps(scope, item, ['1:40 Last']);
});
