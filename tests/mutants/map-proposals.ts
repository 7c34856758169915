import { mutationsOf } from './mutation.ts';

const folder = 'app/features/map/proposals';
const decisions = [`${folder}/decisions.test.ts`, `${folder}/who-decides.test.ts`];
const corrections = [`${folder}/corrections.test.ts`];
const proposals = [`${folder}/proposals.test.ts`];

/** Who may decide what the map shows, and on which state. */
export const mapProposals = [
  ...mutationsOf('app/http/security/guards.server.ts', decisions, [
    [`if (isCurator || isAdmin) return member;`, `return member;`],
    [`if (isCurator || isAdmin) return member;`, `if (isAdmin) return member;`],
  ]),
  ...mutationsOf(`${folder}/decide.server.ts`, decisions, [
    [`if (!viewer.isCurator && !viewer.isAdmin) throw`, `if (false) throw`],
    [`if (before.state !== 'merged' && stateSeen(before) === seen) return;`, `return;`],
    [`if (before.state !== 'merged' && stateSeen`, `if (stateSeen`],
    [`    mustBeOfAnother(scope, before.proposerId, decision.outcome);\n`, ``],
    [`viewer.id === authorId && outcome !== 'decline'`, `viewer.id === authorId`],
  ]),
  ...mutationsOf(`${folder}/decided-proposal.server.ts`, decisions, [
    [`    .where('thing.origin_key', 'is', null)\n`, ``],
  ]),
  ...mutationsOf(`${folder}/apply-decision.server.ts`, decisions, [
    [`if (target?.state !== 'accepted')`, `if (!target)`],
    [`    .where('state', '<>', 'accepted')\n`, `    .where('state', '=', 'declined')\n`],
    [`if (count === 0) return;`, `return;`],
    [`state: 'accepted' as const, decline_reason: null }`, `state: 'accepted' as const }`],
  ]),
  ...mutationsOf(`${folder}/decide-correction.server.ts`, corrections, [
    [`if (open.state !== 'open' || open.thing.id !== thing.id) {`, `if (open.thing.id !== thing.id) {`],
    [`  mustBeCurator(scope);\n`, ``],
    [`    mustBeOfAnother(scope, open.memberId, decision.outcome);\n`, ``],
    [`.where('id', '=', id).forNoKeyUpdate().execute();`, `.where('id', '=', id).execute();`],
  ]),
  ...mutationsOf(`${folder}/corrections.server.ts`, corrections, [[`if (count >= mostOpen)`, `if (false)`]]),
  ...mutationsOf(`${folder}/propose.server.ts`, proposals, [
    [`if (waiting.length >= mostWaiting)`, `if (false)`],
    [
      `      .where('state', '=', 'proposed')\n      .executeTakeFirstOrThrow();`,
      `      .executeTakeFirstOrThrow();`,
    ],
  ]),
  ...mutationsOf(`${folder}/own-proposal.page.tsx`, proposals, [
    [`if (found.proposerId !== scope.viewer.id) throw new NotFound();`, ``],
  ]),
  ...mutationsOf(
    'app/features/map/screens/resolve.server.ts',
    ['app/features/map/screens/map-screens.test.ts'],
    [[`?? inMap(await newestMap(scope), last)`, ``]],
  ),
  ...mutationsOf(
    'app/features/operations/members/admins.server.ts',
    ['app/features/operations/members/admins.test.ts'],
    [[`if (isCurator && member.status !== 'active') throw`, `if (false) throw`]],
  ),
];
