import { describe, expect, test } from 'vitest';
import { row } from '../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../tests/support/world.ts';
import * as profilePage from '../../features/identity/profile/profile.page.tsx';
import { profileValues } from '../../features/identity/profile/profile-form.tsx';
import * as itemPage from '../../features/library/authoring/edit.page.tsx';
import type { Viewer } from '../../scope.ts';
import { loadedValues, mergeConcurrentEdit, snapshotFields } from './edit-conflicts.server.ts';

const world = testWorld();
type Fields = Record<string, string>;

const refusedForm = async (answer: Response) =>
  ((await answer.json()) as { form: { error: Record<string, string[]>; initialValue: Fields } }).form;

describe('an item in two tabs', () => {
  const address = (id: number) => [`/content/${id}/edit`, { id: String(id) }] as const;
  const post = (viewer: Viewer, id: number, fields: Fields) =>
    world.send(itemPage.action, viewer, ...address(id), formPost(fields));
  const tab = async (viewer: Viewer, id: number): Promise<Fields> => {
    const answer = await world.send(itemPage.loader, viewer, ...address(id));
    const { values, seen } = (await answer.json()) as { values: Fields; seen: string };
    return { ...values, seen };
  };
  const stored = (id: number) =>
    row(world.em())`select title, description, tags from content where id = ${id}`;

  test('a field that one side changed is merged, one that both changed is asked about', async () => {
    const viewer = await world.person();
    const id = await world.item({ creator: viewer.id, description: 'Old words', tags: ['guard'] });
    const [one, two] = [await tab(viewer, id), await tab(viewer, id)];
    expect((await post(viewer, id, { ...one, description: 'From one', title: 'One' })).status).toBe(303);

    const refused = await post(viewer, id, { ...two, tags: 'guard, two', title: 'Two' });
    expect(refused.status).toBe(422);
    const { error, initialValue } = await refusedForm(refused);
    expect(error).toEqual({ title: [expect.stringContaining('It now says: One.')] });
    expect(initialValue).toMatchObject({ title: 'Two', description: 'From one', tags: 'guard, two' });

    const { seen = '' } = await tab(viewer, id);
    expect((await post(viewer, id, { ...initialValue, seen })).status).toBe(303);
    expect(await stored(id)).toEqual({ title: 'Two', description: 'From one', tags: ['guard', 'two'] });
  });

  test('a form sent twice, or by a program without the loaded values, is not asked', async () => {
    const viewer = await world.person();
    const id = await world.item({ creator: viewer.id });
    const { seen = '', ...unseen } = await tab(viewer, id);
    const fields = { ...unseen, seen, title: 'New words' };
    unseen.title = 'By a program';
    for (const each of [fields, fields, unseen]) expect((await post(viewer, id, each)).status).toBe(303);
    expect(await stored(id)).toMatchObject({ title: 'By a program' });
  });
});

test('a profile in two tabs keeps the bio of one and the belt of the other', async () => {
  const viewer = await world.person();
  const post = (fields: Fields) =>
    world.send(profilePage.action, viewer, '/profile?edit', {}, formPost(fields));
  const tab = async (): Promise<Fields> => {
    const answer = await world.send(profilePage.loader, viewer, '/profile?edit');
    const { profile, seen } = (await answer.json()) as { profile: never; seen: string };
    return { ...profileValues(profile), seen };
  };
  const [one, two] = [await tab(), await tab()];
  await post({ ...one, bio: 'Written in the first tab' });
  expect((await post({ ...two, beltLevel: 'brown' })).status).toBe(303);
  expect(await row(world.em())`select bio, belt_level as belt from users where id = ${viewer.id}`).toEqual({
    bio: 'Written in the first tab',
    belt: 'brown',
  });
});

test('a long current text is shortened in the message, an empty one is called nothing', () => {
  const shown = { bio: 'shown', title: 'shown' };
  const fields = new FormData();
  for (const [name, value] of Object.entries({
    ...shown,
    bio: 'mine',
    title: 'mine',
    seen: loadedValues(shown),
  })) {
    fields.set(name, value);
  }
  const { conflicts } = mergeConcurrentEdit(fields, { bio: 'x'.repeat(2_000), title: '' });
  expect(conflicts.bio?.[0]?.length).toBeLessThan(450);
  expect(conflicts.title?.[0]).toContain('It now says: nothing.');
});

test('a transaction that is run again merges with what was sent', () => {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ bio: 'shown', seen: loadedValues({ bio: 'shown' }) }))
    fields.set(name, value);
  const putBack = snapshotFields(fields);
  for (const now of ['first try', 'second try']) {
    putBack();
    expect(mergeConcurrentEdit(fields, { bio: now })).toEqual({ conflicts: {}, isMerged: true });
    expect(fields.get('bio')).toBe(now);
  }
});
