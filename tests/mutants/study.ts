import { mutationsOf } from './mutation.ts';

const progress = ['app/features/study/progress/progress.test.ts'];
const notes = ['app/features/study/notes/notes.test.ts'];

/** Who reads and writes history and notes, and how often. */
export const study = [
  ...mutationsOf('app/features/study/progress/progress.server.ts', progress, [
    [`if (item.mediaAccess === 'locked') throw new NotAllowed('This item is locked.');\n`, ``],
    [`  if (progress.isExact(viewer.id, now().getTime())) return;\n`, ``],
    [`  if (await isPaused(scope)) return readProgress(scope, contentId);\n`, ``],
  ]),
  ...mutationsOf('app/features/study/progress/keep-progress.sql.server.ts', progress, [
    [`coalesce(watched.seen_at, excluded.seen_at)`, `excluded.seen_at`],
  ]),
  ...mutationsOf('app/features/study/progress/progress-keeper.server.ts', progress, [
    [`      if (this.#written.has(memberId)) continue;\n`, ``],
    [`all : all.slice(0, 1)`, `all : all`],
  ]),
  ...mutationsOf('app/features/library/items/daily-viewers.sql.server.ts', progress, [
    [` and not users.history_paused`, ``],
  ]),
  ...mutationsOf('app/features/study/notes/notes.server.ts', notes, [
    [`    .where('n.member_id', '=', memberId);`, `;`],
    [`if (item.mediaAccess === 'locked') throw new NotAllowed('This item is locked.');\n`, ``],
    [
      `    .where('id', '=', id)\n    .where('member_id', '=', viewer.id)\n    .returning('id')`,
      `    .where('id', '=', id)\n    .returning('id')`,
    ],
  ]),
];
