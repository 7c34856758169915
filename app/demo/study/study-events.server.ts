import { pinComment } from '../../features/community/comments/pin-comment.server.ts';
import { writeComment } from '../../features/community/comments/write-comment.server.ts';
import { findItem } from '../../features/library/items/item.server.ts';
import { addEntry } from '../../features/study/lists/entries.server.ts';
import { createList } from '../../features/study/lists/lists.server.ts';
import { saveSections, sectionsOf } from '../../features/study/lists/sections/sections.server.ts';
import { setListFollow } from '../../features/study/lists/sharing/follow-list.server.ts';
import { markSeen } from '../../features/study/progress/progress.server.ts';
import { as, type DemoTrade, later, type PastEvent } from '../history.server.ts';
import type { Ids } from '../life.server.ts';
import { comments } from './comments.ts';
import { lists } from './lists.ts';

/** What demo members asked about items, and the lists that creators made and members follow, by the usual rules. */
export function studyEvents({ people, items }: Ids, now: Date): PastEvent[] {
  const scopeOf = (trade: DemoTrade, key: string) => as(trade, people.get(key) ?? 0);
  const itemOf = (key: string) => items.get(key) ?? 0;
  const written = comments.flatMap(({ item, by, days, text, seconds, isPinned, answers = [] }) => {
    const [at, content] = [later(now, -days), itemOf(item)];
    let id = 0;
    const asked: PastEvent = {
      at,
      act: async (trade) => {
        const scope = await scopeOf(trade, by);
        const { videoCount } = await findItem(scope, content);
        const moment = videoCount > 0 ? { seconds } : {};
        id = (await writeComment(scope, content, { text, ...moment })).id;
      },
    };
    const answered = answers.map(
      (answer): PastEvent => ({
        at: later(at, answer.hours / 24),
        act: async (trade) => {
          const scope = await scopeOf(trade, answer.by);
          await writeComment(scope, content, { text: answer.text, parentId: id });
          if (isPinned && answer === answers[0]) await pinComment(scope, id, true);
        },
      }),
    );
    return [asked, ...answered];
  });
  return [...written, ...lists.flatMap((list) => listEvents(list, { scopeOf, itemOf, now }))];
}

interface Who {
  scopeOf: (trade: DemoTrade, key: string) => ReturnType<typeof as>;
  itemOf: (key: string) => number;
  now: Date;
}

function listEvents(
  { by, kind, days, title, description, sections, followedBy, seenBy }: (typeof lists)[number],
  { scopeOf, itemOf, now }: Who,
): PastEvent[] {
  const at = later(now, -days);
  let id = 0;
  const made: PastEvent = {
    at,
    act: async (trade) => {
      const scope = await scopeOf(trade, by);
      id = await createList(scope, { kind, title, description, visibility: 'public' });
      for (const section of sections) {
        if (kind === 'course') {
          const known = await sectionsOf(scope.em, id);
          await saveSections(scope, id, [...known, { title: section.title }]);
        }
        // New entries go to the last section.
        for (const item of section.items) await addEntry(scope, id, { contentId: itemOf(item), note: null });
      }
    },
  };
  const followed = followedBy.map(
    (key, index): PastEvent => ({
      at: later(at, 1 + index),
      act: async (trade) => setListFollow(await scopeOf(trade, key), id, true),
    }),
  );
  const all = sections.flatMap(({ items }) => items);
  const seen = Object.entries(seenBy).flatMap(([key, count]) =>
    all.slice(0, count).map(
      (item, index): PastEvent => ({
        at: later(at, 3 + 2 * index),
        act: async (trade) => markSeen(await scopeOf(trade, key), itemOf(item), true),
      }),
    ),
  );
  return [made, ...followed, ...seen];
}
