import { expect, test } from 'vitest';
import { testRequests } from '../../../../tests/support/money/requests.ts';
import { formPost } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as editPage from '../../library/authoring/edit.page.tsx';
import * as mediaPage from '../../library/authoring/edit-media.page.tsx';
import * as itemPage from '../../library/items/content.page.tsx';
import * as requestsPage from './requests.page.tsx';

const shop = testRequests();
const { world } = shop;

async function seen(page: { loader: Parameters<typeof world.send>[0] }, who: Viewer, path: string, id = 0) {
  return (await world.send(page.loader, who, path, { id: String(id) })).json();
}

test('an item made on request shows its viewer the next step', async () => {
  const { creator, vip, id, item } = await shop.delivered();
  const admin = await world.person({ isAdmin: true });
  expect(await seen(mediaPage, creator, `/content/${item}/edit/media`, item)).toMatchObject({
    requestId: id,
  });
  for (const who of [creator, vip])
    expect(await seen(itemPage, who, `/content/${item}`, item)).toMatchObject({ requestId: id });
  expect(await seen(itemPage, admin, `/content/${item}`, item)).toMatchObject({ requestId: null });
  const ordinary = await world.item({ creator: creator.id });
  expect(await seen(itemPage, creator, `/content/${ordinary}`, ordinary)).toMatchObject({ requestId: null });
});

test('a creator who never asked sees the requests made to them first', async () => {
  const { creator, vip, id } = await shop.paid();
  for (const who of [creator, vip])
    expect(await seen(requestsPage, who, '/requests')).toMatchObject({
      isOfMe: who === creator,
      lines: [{ id }],
    });
  expect(await seen(requestsPage, creator, '/requests?show=by-me')).toMatchObject({
    isOfMe: false,
    lines: [],
  });
});

test('saving an item made on request leads back to the request, any other to the list', async () => {
  const { creator, id, item } = await shop.paid();
  const ordinary = await world.item({ creator: creator.id });
  const saved = async (which: number) => {
    const fields = formPost({ title: 'Elbow first', category: 'technique' });
    const answer = await world.send(
      editPage.action,
      creator,
      `/content/${which}/edit`,
      { id: `${which}` },
      fields,
    );
    return answer.headers.get('location');
  };
  expect(await saved(item)).toBe(`/requests/${id}`);
  expect(await saved(ordinary)).toBe('/studio/content');
});
