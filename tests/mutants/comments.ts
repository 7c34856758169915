import { mutationsOf } from './mutation.ts';

const folder = 'app/features/community/comments';
const reading = [`${folder}/who-may-read.test.ts`];
const rules = [`${folder}/comments.test.ts`];
const asked = [`${folder}/unanswered.test.ts`];
const aftermath = [`${folder}/aftermath.test.ts`];

/** Who reads, writes, removes and pins comments. */
export const commenting = [
  ...mutationsOf(`${folder}/may-comment.ts`, reading, [
    [`if (!canView(viewer, item, now)) return 'locked';\n`, ``],
    [`status === 'published' || status === 'private'`, `status !== 'draft'`, aftermath],
    [`if (item.isBlocked) return 'away';\n`, ``],
    [`if (item.commentsFrom === 'closed') return 'closed';\n`, ``, rules],
    [`viewer.plan !== 'free' || item.bought`, `viewer.plan !== 'free'`, rules],
  ]),
  ...mutationsOf(`${folder}/commented-item.server.ts`, reading, [
    [`if (!item.isOpen) throw new NotAllowed(refusals.locked());\n`, ``],
    [`if (!found || !hasComments(found)) throw`, `if (!found) throw`],
  ]),
  ...mutationsOf(
    'app/features/community/messages/block.server.ts',
    [`${folder}/comments-edges.test.ts`],
    [
      [`    await unpin(em, viewer.id, id);\n`, ``],
      [`    await unpin(em, id, viewer.id);\n`, ``],
    ],
  ),
  ...mutationsOf(`${folder}/erase.server.ts`, asked, [[`  await noteQuestions(em, parents);\n`, ``]]),
  ...mutationsOf(`${folder}/unanswered.server.ts`, asked, [
    [
      `      .where('c.asked_id', '=', creatorId)\n      .where('i.status', 'in', withComments)\n`,
      `      .where('c.asked_id', '=', creatorId)\n`,
    ],
    [
      `      .where('c.asked_id', '=', creatorId)\n      .where('i.status', 'in', withComments)\n`,
      `      .where('i.status', 'in', withComments)\n`,
    ],
  ]),
  ...mutationsOf(`${folder}/open-question.server.ts`, asked, [
    [`said.member_id <> i.creator_id and said.text`, `said.text`],
    [
      `where said.member_id = i.creator_id and said.parent_id is not null`,
      `where said.parent_id is not null`,
    ],
    [
      `(said.id = c.id or said.parent_id = c.id) and said.removed_at is null`,
      `(said.id = c.id or said.parent_id = c.id)`,
    ],
    [`c.parent_id is null and c.removed_at is null and (`, `c.parent_id is null and (`],
  ]),
  ...mutationsOf(`${folder}/remove-comment.server.ts`, asked, [
    [`    if (found.parentId !== null) await noteQuestion(em, found.parentId);\n`, ``],
    [`  await noteQuestion(em, found.parentId ?? found.id);\n  await recordAuditOf`, `  await recordAuditOf`],
  ]),
  ...mutationsOf(`${folder}/blocked-pair.server.ts`, reading, [
    [`member_id = \${viewer} and blocked_id = \${them})`, `false)`],
    [`member_id = \${them} and blocked_id = \${viewer})`, `false)`],
  ]),
  ...mutationsOf(`${folder}/comments.server.ts`, reading, [
    [`.where(sql<boolean>\`not \${isBlockedPair(scope.viewer?.id ?? null, 'reply.member_id')}\`)\n`, `\n`],
    [`if (found.parentId !== null) await mustBeShown(scope, found.parentId);\n`, ``],
    [`case when c.removed_at is null then c.text end`, `c.text`, rules],
  ]),
  ...mutationsOf(`${folder}/remove-comment.server.ts`, rules, [
    [`found.creatorId !== scope.viewer.id && !scope.viewer.isAdmin`, `false`],
    [`.set({ text: null })`, `.set({})`],
  ]),
  ...mutationsOf(`${folder}/pin-comment.server.ts`, rules, [
    [`    await lockStats(em, contentId);\n`, ``],
    [`item.creatorId !== scope.viewer.id`, `item.creatorId !== scope.viewer.id && !scope.viewer.isAdmin`],
  ]),
  ...mutationsOf(`${folder}/write-comment.server.ts`, rules, [
    [`    await lockStats(em, contentId);\n    // Asked`, `    // Asked`],
    [
      `  checkMoment(await findWritable(scope, contentId), seconds);\n  await enforceRateLimit(scope, 'comment');\n`,
      `  checkMoment(await findWritable(scope, contentId), seconds);\n`,
    ],
  ]),
];
