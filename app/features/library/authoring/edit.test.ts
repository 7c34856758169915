import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import { momentIn } from '../../../domain/release.ts';
import type { Viewer } from '../../../scope.ts';
import { findCard } from '../catalog/cards.server.ts';
import { filtersOf } from '../catalog/filters.schema.ts';
import { listContent } from '../catalog/lists.server.ts';
import * as page from './edit.page.tsx';
import { publishDue } from './release.server.ts';

const world = testWorld();

const words = {
  title: 'Knee cut',
  description: 'Head low.',
  category: 'technique',
  tier: 'premium',
  tags: 'pass, half guard',
  steps: 'Win the underhook\nSlide the knee',
  techniqueType: 'pass',
  difficultyLevel: 'advanced',
  beltLevelRequired: 'blue',
  price: '',
};

const post = (viewer: Viewer | null, id: number, fields: Record<string, string>) =>
  world.send(page.action, viewer, `/content/${id}/edit`, { id: String(id) }, formPost(fields));
const open = (viewer: Viewer | null, id: number) =>
  world.send(page.loader, viewer, `/content/${id}/edit`, { id: String(id) });
const stored = (id: number) =>
  row<Record<string, unknown>>(world.em())`select * from content where id = ${id}`;
const errorsOf = async (answer: Response) =>
  ((await answer.json()) as { form: { error: Record<string, string[]> } }).form.error;
const toastOf = async (answer: Response) =>
  world.context().cookies.flash.parse(answer.headers.get('set-cookie'));

describe('editing', () => {
  test('[C4] changes the words, the tier and the technique, and keeps it published', async () => {
    const viewer = await world.person();
    const id = await world.item({ creator: viewer.id });
    const before = await stored(id);
    const answer = await post(viewer, id, words);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/studio/content']);
    expect(await stored(id)).toMatchObject({
      title: 'Knee cut',
      description: 'Head low.',
      category: 'technique',
      tier: 'premium',
      tags: ['pass', 'half guard'],
      steps: ['Win the underhook', 'Slide the knee'],
      technique_type: 'pass',
      difficulty_level: 'advanced',
      belt_level_required: 'blue',
      status: 'published',
      published_at: before?.published_at,
    });
    const found = await listContent(world.scope(), {
      filters: filtersOf(new URLSearchParams({ search: 'underhook' })),
      size: 5,
    });
    expect(found.items.map((item) => item.id)).toEqual([id]);
  });

  test('the form shows the current values, a price with its cents', async () => {
    const viewer = await world.person({ plan: 'vip' });
    const id = await world.item({ creator: viewer.id, priceCents: 450, tags: ['gi', 'armbar'] });
    const { values, isDraft } = (await (await open(viewer, id)).json()) as {
      values: Record<string, string>;
      isDraft: boolean;
    };
    expect(values).toMatchObject({ price: '4.50', isForSale: 'true', tags: 'gi, armbar' });
    expect(isDraft).toBe(false);
  });

  test.each([
    ['title', '', 'Missing Title: Please provide a title for your technique.'],
    ['price', '0.98', 'The price must be at least $0.99.'],
    ['tier', 'gold', 'Please choose a tier: free, premium or vip.'],
  ])('a wrong %s is reported beside it, and nothing changes', async (field, value, message) => {
    const viewer = await world.person({ plan: 'vip' });
    const id = await world.item({ creator: viewer.id });
    const before = await stored(id);
    const answer = await post(viewer, id, { ...words, [field]: value });
    expect([answer.status, (await errorsOf(answer))[field]]).toEqual([422, [message]]);
    expect(await stored(id)).toEqual(before);
  });

  test('is for its creator only, by page and by form, and not for admins', async () => {
    const [owner, other] = [await world.person(), await world.person()];
    const admin = await world.person({ isAdmin: true });
    const id = await world.item({ creator: owner.id });
    const draft = await world.item({ creator: owner.id, status: 'draft' });
    const gone = await world.item({ creator: owner.id, status: 'withdrawn' });
    const madeForOne = await world.item({ creator: owner.id, status: 'draft' });
    await row(world.em())`update content set status = 'private', made_for = ${(await world.person()).id}
      where id = ${madeForOne}`;
    for (const stranger of [other, admin]) {
      expect((await open(stranger, id)).status).toBe(403);
      expect((await post(stranger, id, words)).status).toBe(403);
      for (const hidden of [draft, madeForOne]) {
        expect((await post(stranger, hidden, words)).status).toBe(404);
      }
    }
    expect((await post(owner, gone, words)).status).toBe(404);
    expect((await post(owner, 2_000_000_000, words)).status).toBe(404);
    expect((await post(null, id, words)).headers.get('location')).toMatch(/^\/auth/);
    expect((await stored(id))?.title).not.toBe('Knee cut');
  });
});

describe('the right to sell', () => {
  const sale = { ...words, isForSale: 'true', price: '4.99' };

  test('is checked when an item is put on sale, and not again for one that is', async () => {
    const [explorer, premium] = [await world.person(), await world.person({ plan: 'premium' })];
    const own = await world.item({ creator: explorer.id });
    const refused = await post(explorer, own, sale);
    expect((await errorsOf(refused)).isForSale?.[0]).toMatch(/Premium and VIP/);
    const [first, second, third] = [
      await world.item({ creator: premium.id }),
      await world.item({ creator: premium.id }),
      await world.item({ creator: premium.id }),
    ];
    expect((await post(premium, first, sale)).status).toBe(303);
    expect((await post(premium, second, sale)).status).toBe(303);
    expect((await post(premium, third, sale)).status).toBe(422);
    expect((await post(premium, first, { ...sale, price: '5.99' })).status).toBe(303);
    expect(await stored(first)).toMatchObject({ is_for_sale: true, price_cents: 599 });
    expect((await post(premium, first, { ...words, price: '5.99' })).status).toBe(303);
    expect((await post(premium, third, sale)).status).toBe(303);
  });

  test('holds when five items are put on sale at once', async () => {
    const premium = await world.person({ plan: 'premium' });
    const ids = await Promise.all(Array.from({ length: 5 }, () => world.item({ creator: premium.id })));
    const answers = await Promise.all(ids.map((id) => post(premium, id, sale)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 422, 422, 422]);
  });
});

describe('a draft', () => {
  const draftOf = async (viewer: Viewer) => {
    const id = await world.item({ creator: viewer.id, status: 'draft' });
    await row(world.em())`update content set published_at = null where id = ${id}`;
    return id;
  };
  const isListed = async (id: number) => {
    const filters = filtersOf(new URLSearchParams());
    return (await listContent(world.scope(), { filters, size: 48 })).items.some((item) => item.id === id);
  };

  test('is published when its creator says so', async () => {
    const viewer = await world.person();
    const id = await draftOf(viewer);
    expect(await toastOf(await post(viewer, id, { ...words, release: 'draft' }))).toMatchObject({
      title: 'Draft saved',
    });
    expect(await isListed(id)).toBe(false);
    expect(await toastOf(await post(viewer, id, { ...words, release: 'now' }))).toMatchObject({
      title: 'Published',
    });
    expect(await isListed(id)).toBe(true);
    expect(await row(world.em())`select published_items from users where id = ${viewer.id}`).toEqual({
      published_items: 1,
    });
    // An old form cannot unpublish an item.
    await post(viewer, id, { ...words, release: 'draft' });
    expect(await isListed(id)).toBe(true);
  });

  test('[C4] is published at its date, with that date, once', async () => {
    world.clock.at = new Date('2026-06-01T12:00:00Z');
    const viewer = await world.person();
    const id = await draftOf(viewer);
    const answer = await post(viewer, id, { ...words, release: 'later', publishAt: '2026-06-02T18:30' });
    expect(answer.status).toBe(303);
    expect(await publishDue(world.em(), new Date('2026-06-02T18:29:59Z'))).toEqual([]);
    await expect(findCard(world.scope(), id)).rejects.toThrow();
    const runs = await Promise.all(
      [1, 2, 3].map(() => publishDue(world.em(), new Date('2026-06-02T18:30:00Z'))),
    );
    expect(runs.flat()).toEqual([id]);
    expect(await findCard(world.scope(), id)).toMatchObject({ status: 'published' });
    const { published_at } = (await stored(id)) ?? {};
    expect(new Date(String(published_at)).toISOString()).toBe('2026-06-02T18:30:00.000Z');
  });

  test('may be unscheduled before its date', async () => {
    world.clock.at = new Date('2026-06-01T12:00:00Z');
    const viewer = await world.person();
    const id = await draftOf(viewer);
    await post(viewer, id, { ...words, release: 'later', publishAt: '2026-06-02T18:30' });
    await post(viewer, id, { ...words, release: 'draft' });
    expect(await publishDue(world.em(), new Date('2027-01-01'))).toEqual([]);
  });

  test.each([
    ['', 'Please choose when to publish it.'],
    ['2026-06-01T11:59', 'This time has passed. Please choose a later one (UTC time).'],
    ['tomorrow', 'Please enter a day and a time, like 2026-12-24 18:00.'],
    ['2026-02-31T10:00', 'Please enter a day and a time, like 2026-12-24 18:00.'],
  ])('with the date "%s" gets the error beside it', async (publishAt, message) => {
    world.clock.at = new Date('2026-06-01T12:00:00Z');
    const viewer = await world.person();
    const id = await draftOf(viewer);
    const answer = await post(viewer, id, { ...words, release: 'later', publishAt });
    expect([answer.status, (await errorsOf(answer)).publishAt]).toEqual([422, [message]]);
  });
});

test('a date is read as UTC, in the formats that browsers and programs write', () => {
  const moment = new Date('2026-12-24T18:00:00Z');
  for (const text of [
    '2026-12-24T18:00',
    '2026-12-24 18:00',
    '2026-12-24T18:00:00.000Z',
    ' 2026-12-24T18:00:00 ',
  ]) {
    expect(momentIn(text)).toEqual(moment);
  }
  for (const text of ['2026-12-24', '24.12.2026 18:00', '2026-13-01T00:00', '9999-01-01T00:00', 7]) {
    expect(momentIn(text)?.getTime()).toBeNaN();
  }
});

test('an item stays for sale when its form sends neither yes nor no', async () => {
  const viewer = await world.person({ plan: 'vip' });
  const id = await world.item({ creator: viewer.id, priceCents: 499 });
  const answer = await post(viewer, id, { ...words, price: '4.99', isForSale: 'maybe' });
  expect([answer.status, (await errorsOf(answer)).isForSale]).toEqual([
    422,
    ['Send isForSale as true or false.'],
  ]);
  expect((await stored(id))?.is_for_sale).toBe(true);
  expect((await post(viewer, id, { ...words, price: '4.99', isForSale: 'No' })).status).toBe(303);
  expect((await stored(id))?.is_for_sale).toBe(false);
});
