import { expect } from 'vitest';
import { writeComment } from '../../../app/features/community/comments/write-comment.server.ts';
import { setBlock } from '../../../app/features/community/messages/block.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { row } from '../sql.ts';
import type { testWorld } from '../world.ts';

/** What tests of comments share, for a world of theirs. */
export function testComments(world: ReturnType<typeof testWorld>) {
  const write = async (by: Viewer, item: number, text = 'Where does the elbow go?', more = {}) =>
    (await writeComment(world.member(by), item, { text, ...more })).id;

  return {
    write,
    answer: (by: Viewer, item: number, parentId: number, text = 'Close to the ribs.') =>
      write(by, item, text, { parentId }),

    /** An item with its creator. */
    async stage(facts: Parameters<typeof world.item>[0] = {}) {
      const creator = await world.person({ firstName: 'Bia', lastName: 'Costa' });
      return { creator, item: await world.item({ creator: creator.id, ...facts }) };
    },

    /** One member blocks another, who is somebody to write to. */
    async block(by: Viewer, other: Viewer) {
      await world.item({ creator: other.id });
      await setBlock(world.member(by), other.username, true);
    },

    /** Gives an item a video of so many seconds; null for one whose length is not known. */
    addVideo: (item: number, seconds: number | null) =>
      row(world.em())`
        insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths, duration_ms)
        select md5(random()::text), creator_id, id, 'video', 'ready', 'video/mp4', 640, 480, 1000, '#aabbcc', '{320}',
          ${seconds === null ? null : seconds * 1000}::int
        from content where id = ${item}`,

    later(minutes: number) {
      world.clock.at = new Date(world.clock.at.getTime() + minutes * 60_000);
    },

    /** The counts of an item and of its comments must be what a recount says. @returns the item's */
    async expectCountsToMatch(item: number): Promise<number> {
      const counted = await row<{ comments: number; wrong: number }>(world.em())`
        select comments::int as comments, (
            select count(*)::int from comments c where content_id = ${item}
              and replies <> (select count(*) from comments r where r.parent_id = c.id and r.removed_at is null)
          ) as wrong
        from content_stats where content_id = ${item}`;
      const recount = await row<{ n: number }>(world.em())`
        select count(*)::int as n from comments where content_id = ${item} and removed_at is null`;
      expect(counted).toEqual({ comments: recount?.n, wrong: 0 });
      return recount?.n ?? 0;
    },
  };
}
