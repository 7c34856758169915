import { mutationsOf } from './mutation.ts';

const earned = ['app/features/commerce/earnings/earnings.test.ts'];
const checkpoints = ['app/features/commerce/earnings/checkpoints.test.ts'];

/** Shares of sales, balances, payouts and checkpoints. */
export const earnings = [
  ...mutationsOf('app/features/commerce/earnings/checkpoints.server.ts', checkpoints, [
    [`      await lockMovements(em);\n`, ``],
    [`    const after = await readHorizon(em);\n    if`, `    const after = nothing;\n    if`],
    [`if (found.length > 0) await dropCheckpoints(em);\n`, ``],
  ]),
  ...mutationsOf('app/features/commerce/earnings/checkpoints.sql.server.ts', checkpoints, [
    [`where id > \${after.payouts} and`, `where`],
    [`paid_cents = c.paid_cents + excluded.paid_cents`, `paid_cents = excluded.paid_cents`],
    [`union all select null, day, gross_cents, platform_cents from ledger_days`, ``],
  ]),
  ...mutationsOf('app/features/commerce/earnings/balances.sql.server.ts', checkpoints, [
    [`and id > (select payouts_until from ledger_horizon)`, ``],
    [`and id > (select entries_until from ledger_horizon)`, ``],
    [
      `earned_before + earned - frozen - paid_before`,
      `earned_before + earned - paid_before`,
      ['app/features/commerce/earnings/checkpoints.property.test.ts'],
    ],
    [`coalesce(c.earned_cents - c.paid_cents, 0) + moved.earned`, `moved.earned`],
  ]),
  ...mutationsOf('app/features/commerce/ledger/share.ts', earned, [[`Math.ceil(`, `Math.floor(`]]),
  ...mutationsOf('app/features/commerce/earnings/payouts.server.ts', earned, [
    [`amountCents > availableCents) {`, `amountCents > earnedCents) {`],
    [`amountCents < 1 || `, `amountCents < 0 || `],
    [`if (before && isSame(before, input)) return { id: before.id };\n`, ``],
    [
      `knownCents !== undefined && knownCents !== paidOutCents`,
      `knownCents === paidOutCents`,
      ['app/features/commerce/earnings/payouts.test.ts'],
    ],
    [
      `if (creator.status === 'deleted' && paidOutCents`,
      `if (paidOutCents`,
      ['app/features/commerce/earnings/payouts.test.ts'],
    ],
  ]),
  ...mutationsOf('app/features/commerce/earnings/balances.sql.server.ts', earned, [
    [`earned - frozen - paid as "availableCents"`, `earned - paid as "availableCents"`],
    [`earned - frozen - paid as "availableCents"`, `earned - frozen as "availableCents"`],
  ]),
  ...mutationsOf('app/features/commerce/earnings/earnings.server.ts', earned, [
    [`    .where('p.status', '=', 'paid')\n`, ``],
    [`    .where('e.creator_id', '=', viewer.id)\n`, ``],
  ]),
];
