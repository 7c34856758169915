import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { form } from '../../../../tests/support/media/upload-form.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { Viewer } from '../../../scope.ts';
import { loader as give } from './captions.api.ts';
import * as page from './captions.page.tsx';
import { captionLimits, readVtt, writeVtt } from './captions.ts';
import { action as remove } from './remove-captions.action.ts';

const vtt = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n');
const rewritten = (text: string) => {
  const read = readVtt(text);
  if ('problems' in read) throw new Error(read.problems.join(' '));
  return writeVtt(read.cues);
};
const problems = (text: string) => {
  const read = readVtt(text);
  return 'problems' in read ? read.problems : [];
};

describe('a WebVTT file', () => {
  test('is rewritten as times and words, without positions, styles, notes and markup', () => {
    const sent = vtt(
      'STYLE\n::cue { background: url(https://evil.example/x) }',
      'NOTE from me\nto you',
      'REGION\nid:fred width:40%',
      'intro\n00:01.000 --> 00:02.500 line:0 position:20%\n<v Bia>Grip the <b>lapel</b> &amp; pull</v>',
      '01:00:03.000 --> 01:00:04.000\n<script>alert(1)</script>\n5 < 6 --&gt; 7',
    );
    expect(rewritten(sent)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nGrip the lapel &amp; pull\n\n' +
        '01:00:03.000 --> 01:00:04.000\nalert(1)\n5 &lt; 6 --&gt; 7\n',
    );
    expect(rewritten(rewritten(sent))).toBe(rewritten(sent));
  });

  test('is read as other systems write it', () => {
    expect(rewritten('\ufeffWEBVTT - by hand\r\n\r\n00:00.000 --> 00:01.000\r\nHajime\r\n')).toContain(
      'Hajime',
    );
  });

  test.each<[string, string, RegExp]>([
    ['no head', '1\n00:00:01,000 --> 00:00:02,000\nHi', /^Line 1: .* begins with the word WEBVTT/],
    ['times with commas', vtt('00:00:01,000 --> 00:00:02,000\nHi'), /^Line 3: the times must look like/],
    ['minute 61', vtt('61:00.000 --> 62:00.000\nHi'), /^Line 3: the times/],
    ['ends first', vtt('a\n00:02.000 --> 00:01.000\nHi'), /^Line 4: this caption ends before it begins/],
    [
      'out of order',
      vtt('00:02.000 --> 00:03.000\nHi', '00:01.000 --> 00:02.000\nHo'),
      /^Line 6: this caption begins before the one above/,
    ],
    ['a novel', vtt(`00:01.000 --> 00:02.000\n${'x'.repeat(501)}`), /^Line 3: .* more than 500 characters/],
    ['nothing', vtt('NOTE nothing'), /no captions in this file/],
  ])('with %s is refused with the number of the line', (_, text, words) => {
    expect(problems(text)[0]).toMatch(words);
  });

  test('reports a few errors at once, and never an endless list', () => {
    const wrong = vtt(...Array<string>(99).fill('00:02.000 --> 00:01.000\nHi'));
    expect(problems(wrong)).toHaveLength(captionLimits.problems);
    const many = vtt(...Array<string>(5_001).fill('00:01.000 --> 00:02.000\nHi'));
    expect(problems(many)).toEqual(['There are more than 5000 captions.']);
  });

  // A pattern that tries each place again from each other one would take longer than any test may.
  test('of 500 kB made to be slow is read, once', () => {
    for (const evil of [
      '<'.repeat(499_000),
      '&'.repeat(499_000),
      '\n'.repeat(499_000),
      '-->'.repeat(160_000),
    ])
      readVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${evil}`);
  });
});

const world = testWorld();

async function video(creator: Viewer, tier: Tier = 'free') {
  const id = await world.item({ creator: creator.id, tier, contentType: 'video' });
  const made = await row<{ id: number }>(world.em())`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths)
    values (${randomBytes(16).toString('hex')}, ${creator.id}, ${id}, 'video', 'ready', 'video/mp4', 640, 480, 9,
      '#aabbcc', '{320,640}') returning id`;
  return { id: String(id), mediaId: String(made?.id) };
}
type Place = Awaited<ReturnType<typeof video>>;

const send = (viewer: Viewer | null, place: Place, text: string | Uint8Array<ArrayBuffer>, language = 'en') =>
  world.send(
    page.action,
    viewer,
    `/content/${place.id}/edit/media/${place.mediaId}/captions`,
    { ...place },
    form([
      ['captions', new Blob([text]), 'roll.vtt'],
      ['language', language],
    ]),
  );
const fetchCaptions = (viewer: Viewer | null, place: Place, language = 'en') =>
  world.send(give, viewer, `/content/${place.id}/media/${place.mediaId}/captions/${language}`, {
    ...place,
    language,
  });
const good = vtt('00:01.000 --> 00:02.000\nHip escape');

describe('captions of a video', () => {
  test('are uploaded, replaced and removed by its creator, one per language', async () => {
    const creator = await world.person();
    const place = await video(creator);
    expect((await send(creator, place, good)).status).toBe(303);
    expect((await send(creator, place, good.replace('Hip', 'Shrimp'))).status).toBe(303);
    expect((await send(creator, place, good, 'pt')).status).toBe(303);
    const answer = await fetchCaptions(null, place);
    expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(await answer.text()).toContain('Shrimp escape');
    const path = `/content/${place.id}/media/${place.mediaId}/captions/en/remove`;
    await world.send(remove, creator, path, { ...place, language: 'en' }, formPost({}));
    expect((await fetchCaptions(null, place)).status).toBe(404);
    expect((await fetchCaptions(null, place, 'pt')).status).toBe(200);
  });

  test('with errors come back with their lines', async () => {
    const creator = await world.person();
    const place = await video(creator);
    const answer = await send(creator, place, vtt('00:02.000 --> 00:01.000\nHi'));
    expect(answer.status).toBe(422);
    expect(JSON.stringify(await answer.json())).toContain('Line 3');
    expect((await send(creator, place, new Uint8Array([0xff, 0xfe, 0x00]))).status).toBe(422);
    expect((await send(creator, place, `WEBVTT\n\n${'x'.repeat(500_000)}`)).status).toBe(422);
    expect((await send(creator, place, good, 'klingon')).status).toBe(422);
    expect((await fetchCaptions(creator, place)).status).toBe(404);
  });

  test('cannot be changed by other members, and are locked with their video', async () => {
    const [creator, other, fan] = [
      await world.person(),
      await world.person(),
      await world.person({ plan: 'vip' }),
    ];
    const place = await video(creator, 'vip');
    expect((await send(other, place, good)).status).toBe(403);
    expect((await send(creator, place, good)).status).toBe(303);
    const path = `/content/${place.id}/media/${place.mediaId}/captions/en/remove`;
    await world.send(remove, other, path, { ...place, language: 'en' }, formPost({ back: '/' }));
    expect((await fetchCaptions(fan, place)).status).toBe(200);
    for (const viewer of [null, other]) expect((await fetchCaptions(viewer, place)).status).toBe(404);
    const elsewhere = await video(creator);
    expect((await fetchCaptions(fan, { ...place, id: elsewhere.id })).status).toBe(404);
  });
});
