import { mutationsOf } from './mutation.ts';

const progress = [
  'app/features/study/progress/progress.test.ts',
  'app/features/study/progress/history.test.ts',
  'app/features/study/progress/ranges.test.ts',
];
const waiting = ['app/features/study/progress/forget-waiting.test.ts'];
const notes = ['app/features/study/notes/notes.test.ts'];

const paper = ['app/features/study/notes/notes-on-paper.test.ts'];
const begun = ['app/features/study/lists/in-progress.test.ts'];

/** Who reads and writes history and notes, and how often; which lists are in progress or found. */
export const study = [
  ...mutationsOf('app/features/study/progress/progress.server.ts', progress, [
    [`if (item.mediaAccess === 'locked') throw new NotAllowed('This item is locked.');\n`, ``],
    [` && !progress.isOwn(viewer.id, contentId, placedAt)`, ``],
    [`  if (isRecent && `, `  if (false && `],
  ]),
  ...mutationsOf('app/features/study/progress/keep-progress.sql.server.ts', progress, [
    [`coalesce(watched.seen_at, excluded.seen_at)`, `excluded.seen_at`],
    [`or (watched.seen_at is null and excluded.seen_at is not null)`, ``],
    [`seconds = case when \${isNewer} then`, `seconds = case when true then`],
    [` and users.status = 'active'`, ``],
    [` and not users.history_paused`, ``],
  ]),
  ...mutationsOf('app/features/study/progress/progress-keeper.server.ts', progress, [
    [`      if (now - (this.#written.get(memberId)?.writtenAt ?? 0) < minuteMs) continue;\n`, ``],
    [`all : all.slice(0, 1)`, `all : all`],
    [`at.getTime() <= until && `, ``, waiting],
  ]),
  ...mutationsOf('app/features/study/progress/history.server.ts', waiting, [
    [`players without our script report while it is paused.\n  await forgetWaiting(scope);\n`, `none.\n`],
    [`await forgetWaiting(scope, contentId);`, `await forgetWaiting(scope);`],
  ]),
  ...mutationsOf(
    'app/features/study/lists/lists.server.ts',
    ['app/features/study/lists/lists.test.ts'],
    [[`  if (before) return before.id;\n`, ``]],
  ),
  ...mutationsOf('app/features/study/notes/note.page.tsx', notes, [
    [`parseForm(sent, noteFormSchema, conflicts)`, `parseForm(sent, noteFormSchema)`],
  ]),
  ...mutationsOf('app/features/library/items/daily-viewers.sql.server.ts', progress, [
    [` and not users.history_paused`, ``],
  ]),
  ...mutationsOf('app/features/study/notes/notes-on-paper.server.ts', paper, [
    [`      .where('n.member_id', '=', viewer.id)\n`, ``],
    [`if (!viewer || !isAsked(url)) return noNotes;`, `if (!viewer) return noNotes;`],
  ]),
  ...mutationsOf('app/features/study/lists/in-progress.sql.server.ts', begun, [
    [` and l.visibility = 'public'`, ``],
    [`and c.status = 'published'`, ``],
    [`where p.seen > 0 and p.seen < p.total`, `where p.seen > 0`],
    [`where p.seen > 0 and p.seen < p.total`, `where p.seen < p.total`],
  ]),
  ...mutationsOf('app/features/study/lists/found-lists.server.ts', begun, [
    [`l.visibility = 'public' and l.entry_count > 0`, `l.entry_count > 0`],
    [`          .where('status', '=', 'active')\n`, ``],
    [`l.visibility = 'public' and l.entry_count > 0`, `l.visibility = 'public'`],
  ]),
  ...mutationsOf('app/features/study/notes/add-note.server.ts', notes, [
    [`if (item.mediaAccess === 'locked') throw new NotAllowed('This item is locked.');\n`, ``],
    [`  await lockMembers(em, [viewer.id]);\n`, ``],
  ]),
  ...mutationsOf('app/features/study/notes/notes.server.ts', notes, [
    [`    .where('n.member_id', '=', memberId);`, `;`],
    [
      `    .where('id', '=', id)\n    .where('member_id', '=', viewer.id)\n    .returning('id')`,
      `    .where('id', '=', id)\n    .returning('id')`,
    ],
  ]),
];
