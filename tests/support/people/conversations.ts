import * as page from '../../../app/features/community/messages/conversation.page.tsx';
import type { Viewer } from '../../../app/scope.ts';
import { form, type Part } from '../media/upload-form.ts';
import { row } from '../sql.ts';
import type { testWorld } from '../world.ts';

/** What tests of conversations share: their members, and their page as these open it and write on it. */
export function conversations(world: ReturnType<typeof testWorld>) {
  const creator = async () => {
    const made = await world.person();
    await world.item({ creator: made.id });
    return made;
  };
  const pair = async () => [await world.person({ plan: 'premium' }), await creator()] as const;
  const address = ({ username }: Viewer) => `/messages/${username}`;
  const open = (viewer: Viewer, other: Viewer, init: RequestInit = {}) =>
    world.send(page.loader, viewer, address(other), { username: other.username }, init);
  const post = (viewer: Viewer, other: Viewer, parts: Part[]) =>
    world.send(page.action, viewer, address(other), { username: other.username }, form(parts));
  const seen = async (viewer: Viewer, other: Viewer) => (await open(viewer, other)).json();
  const mediaOf = (viewer: Viewer) =>
    row<{ key: string; n: number }>(world.em())`
      select max(key) as key, count(*)::int as n from media where owner_id = ${viewer.id}`;

  return { creator, pair, address, open, post, seen, mediaOf };
}
