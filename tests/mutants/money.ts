import { mutationsOf } from './mutation.ts';

const purchases = ['app/features/commerce/purchases/purchases.test.ts'];
const fulfilled = ['app/features/commerce/purchases/fulfil.test.ts'];
const refunds = ['app/features/commerce/purchases/refunds.test.ts'];
const surplus = ['app/features/commerce/purchases/surplus.test.ts'];
const mismatches = ['app/features/commerce/purchases/mismatches.test.ts'];
const badDays = ['app/features/commerce/purchases/bad-days.test.ts'];

/** Prices, payments, refunds, disputes and plans. */
export const money = [
  ...mutationsOf(
    'app/domain/plans.ts',
    ['app/features/library/authoring/sale-rights.test.ts'],
    [
      [`{ free: 0, premium: 2, vip: Number`, `{ free: 0, premium: 3, vip: Number`],
      [`count < saleLimits[plan]`, `count <= saleLimits[plan]`],
      [
        `export const graceDays = 7;`,
        `export const graceDays = 8;`,
        ['app/features/commerce/plans/failing-plans.test.ts'],
      ],
    ],
  ),
  ...mutationsOf(
    'app/features/commerce/ledger/charges.server.ts',
    [...purchases, ...refunds],
    [
      [
        `creatorShareCents(afterCents) - creatorShareCents(beforeCents)`,
        `creatorShareCents(afterCents - beforeCents)`,
        [...refunds, 'app/features/commerce/purchases/bad-days.test.ts'],
      ],
      [
        `const platformCents = afterCents - beforeCents - creatorCents;`,
        `const platformCents = afterCents - beforeCents;`,
      ],
      [
        `creatorId === null ? 0 : `,
        `creatorId === null ? 1 : `,
        ['app/features/commerce/plans/plans.test.ts'],
      ],
    ],
  ),
  ...mutationsOf('app/features/commerce/purchases/refuse-payment.server.ts', mismatches, [
    [`payment.amountCents !== purchase.amountCents || payment`, `payment`],
    [`payment.receivedCents !== purchase.amountCents\n`, `false\n`],
    [`payment.currency !== 'usd' ?`, `payment.currency === '' ?`],
    [`marks?.contentId !== String(purchase.contentId) ?`, `marks?.contentId === '' ?`],
    [`marks?.memberId !== String(purchase.userId) ?`, `marks?.memberId === '' ?`],
    [`customerId === null || payment.customerId !== customerId ?`, `customerId === '' ?`],
    [`payment.livemode !== livemode ?`, `payment.livemode !== payment.livemode ?`],
    [`if (mismatch || hasOtherPayment || isOver) {`, `if (mismatch || isOver) {`],
    [`if (mismatch || hasOtherPayment || isOver) {`, `if (mismatch || hasOtherPayment) {`, surplus],
    [`const status = isTakenBack ? 'disputed' : refundedCents`, `const status = refundedCents`],
  ]),
  ...mutationsOf('app/features/commerce/purchases/fulfil.server.ts', mismatches, [
    [
      `if (payment.status !== 'succeeded') return { ...(await notPaid`,
      `if (payment.status === 'canceled') return { ...(await notPaid`,
      badDays,
    ],
    [
      `if (id !== purchase.id) await setPurchaseStatus(`,
      `if (id === purchase.id) await setPurchaseStatus(`,
      fulfilled,
    ],
    [
      `if (payment.status === 'canceled') await endUnpaid(em, { paymentId: payment.paymentId });\n`,
      ``,
      fulfilled,
    ],
    [
      `if (session.status === 'expired') await endUnpaid(scope.em, { checkoutId: sessionId });\n`,
      ``,
      fulfilled,
    ],
    [`if (payment.refundedCents > 0 || payment.disputed) {`, `if (payment.disputed) {`, fulfilled],
    [`/^[1-9]\\d{0,15}$/.test(mark) && Number(mark) <= most ? Number(mark) : 0`, `Number(mark)`, fulfilled],
  ]),
  ...mutationsOf('app/features/commerce/ledger/charges.server.ts', refunds, [
    [`if (look.done.isSurplus) await refundSurplus(scope, look.payment);\n`, ``, surplus],
    [
      `await postEntries(em, { chargeId: made.id, kind, creatorId, beforeCents: 0, afterCents: amountCents, at });\n`,
      ``,
      purchases,
    ],
    [
      `const refundedCents = Math.min(payment.refundedCents, amountCents);`,
      `const refundedCents = payment.refundedCents;`,
    ],
    [`await postEntries(em, { ...entry, kind: 'refund', beforeCents: before, afterCents: between });\n`, ``],
    [`await postEntries(em, { ...entry, kind: 'dispute', beforeCents: between, afterCents: after });\n`, ``],
  ]),
  ...mutationsOf('app/features/commerce/purchases/settle-sale.server.ts', refunds, [
    [`await addToSales(em, purchase.id, 1);\n`, ``, purchases],
    [
      `lostCents > 0 ? 'disputed' : leftCents === 0 ? 'refunded' : 'paid'`,
      `leftCents === 0 ? 'refunded' : 'paid'`,
    ],
    [
      `lostCents > 0 ? 'disputed' : leftCents === 0 ? 'refunded' : 'paid'`,
      `lostCents > 0 ? 'disputed' : leftCents <= 1 ? 'refunded' : 'refunded'`,
    ],
    [`if (was?.status !== 'paid') return;\n`, ``],
    [`await addToSales(em, id, -1);\n`, ``],
    [
      `if (bought) await recordRefund(em, bought, at);\n`,
      ``,
      ['app/features/commerce/custom-requests/requests.test.ts'],
    ],
  ]),
  ...mutationsOf('app/features/commerce/purchases/refund-purchase.server.ts', refunds, [
    [`(purchase.status !== 'paid' && purchase.status !== 'review')`, `purchase.status === 'cancelled'`],
    [`if (await bankDecides(`, `if (!em && await bankDecides(`],
    [`charge.amount_cents - charge.refunded_cents - charge.lost_cents`, `charge.amount_cents`],
  ]),
  ...mutationsOf('app/features/commerce/ledger/refund-surplus.server.ts', surplus, [
    [`payment.receivedCents - payment.refundedCents - (await`, `payment.receivedCents - (await`],
    [`amountCents <= 0 || refused.isRecent`, `amountCents <= 0`],
    [`|| refused.count >= tries) return;`, `) return;`],
    [`if (refused.isUndecided && payment.purchase) return;\n`, ``],
    [`if (payment?.status !== 'succeeded') return false;\n`, ``, refunds],
  ]),
  ...mutationsOf('app/features/commerce/ledger/refunds.server.ts', refunds, [
    [
      `if (!made) return earlierRefund(em, paymentId);\n  await request.afterInsert?.(em);`,
      `await request.afterInsert?.(em);\n  if (!made) return earlierRefund(em, paymentId);`,
    ],
  ]),
  ...mutationsOf(
    'app/features/commerce/ledger/disputes.server.ts',
    ['app/features/commerce/ledger/disputes.test.ts'],
    [
      [`sql\`'inquiry', 'open', 'unknown'\``, `sql\`'inquiry', 'open'\``],
      [`sql\`'inquiry', 'open', 'unknown'\``, `sql\`'open', 'unknown'\``],
      [`'in', ['lost', 'under_appeal']`, `'in', ['lost']`],
      [`'in', ['lost', 'under_appeal']`, `'in', ['lost', 'under_appeal', 'open']`],
    ],
  ),
  ...mutationsOf(
    'app/features/commerce/attempts/ignoring-provider-errors.ts',
    [...fulfilled, 'app/features/commerce/plans/sync.test.ts'],
    [[`if (!isProviderError(error)) throw error;`, ``]],
  ),
  ...mutationsOf(
    'app/features/commerce/attempts/run-all.ts',
    ['app/features/commerce/attempts/run-all.test.ts'],
    [[`if (callsProvider && failures.some(isProviderDown)) return;\n`, ``]],
  ),
  ...mutationsOf(
    'app/features/commerce/purchases/attempts.server.ts',
    ['app/features/commerce/purchases/attempts.test.ts'],
    [[`if (idempotencyKey === null) throw`, `if (purchase === null) throw`]],
  ),
  ...mutationsOf(
    'app/features/commerce/plans/change-plan.server.ts',
    ['app/features/commerce/plans/plan-changes.test.ts'],
    [[`if (!saved) throw`, `if (!id) throw`]],
  ),
  ...mutationsOf(
    'app/features/commerce/attempts/attempt.server.ts',
    ['app/features/commerce/purchases/attempts.test.ts'],
    [[`await enforceRateLimit(scope, 'purchase');\n`, ``]],
  ),
  ...mutationsOf(
    'app/features/commerce/purchases/buy.server.ts',
    ['app/features/commerce/purchases/attempts.test.ts'],
    [
      [`if (paymentId && payment?.status === 'succeeded') await fulfil(scope, paymentId);\n`, ``],
      [
        `      .where('idempotency_key', '=', idempotencyKey)\n`,
        ``,
        ['app/features/commerce/purchases/two-ways.test.ts'],
      ],
    ],
  ),
  ...mutationsOf(
    'app/features/commerce/purchases/save-opened-payment.sql.server.ts',
    ['app/features/commerce/purchases/attempts.test.ts'],
    [[`and status = 'pending' and idempotency_key = \${idempotencyKey}\n`, `and status = 'pending'\n`]],
  ),
  ...mutationsOf(
    'app/features/commerce/provider-events/store-events.sql.server.ts',
    ['app/features/commerce/provider-events/webhook.test.ts'],
    [
      [
        `on conflict (id) do nothing returning id`,
        `on conflict (id) do update set type = excluded.type returning id`,
      ],
    ],
  ),
  ...mutationsOf(
    'app/features/commerce/provider-events/events.server.ts',
    ['app/features/commerce/purchases/attempts.test.ts'],
    [[`event.live === payments.livemode`, `event.live !== undefined`]],
  ),
  ...mutationsOf(
    'app/features/library/authoring/sale-rights.server.ts',
    ['app/features/library/authoring/sale-rights.test.ts'],
    [
      [`\n    .forNoKeyUpdate()`, ``],
      [`\n    .where('status', '<>', 'withdrawn')`, ``],
    ],
  ),
  ...mutationsOf(
    'app/features/library/authoring/surplus-sales.sql.server.ts',
    ['app/features/library/authoring/sale-rights.test.ts'],
    [
      [`order by c.created_at, c.id) as place`, `order by c.created_at desc, c.id desc) as place`],
      [`where plan <> 'vip'\n    and place`, `where place`],
    ],
  ),
  ...mutationsOf(
    'app/features/identity/accounts/plan-in-force.server.ts',
    ['app/features/commerce/plans/entitlement.test.ts'],
    [
      [`u.plan_ends_at <= \${now}`, `u.plan_ends_at < \${now}`],
      [`u.gift_ends_at > \${now}`, `u.gift_ends_at >= \${now}`],
      [`greatest(`, `least(`],
    ],
  ),
  ...mutationsOf(
    'app/features/commerce/plans/entitlement.server.ts',
    ['app/features/commerce/plans/entitlement.test.ts'],
    [
      [`cancelAtPeriodEnd ? new Date(periodEnd) : graceUntil(periodEnd)`, `graceUntil(periodEnd)`],
      [`if (status === 'past_due' && pastDueSince !== null)`, `if (pastDueSince !== null)`],
      [`(status === 'active' || status === 'trialing') && periodEnd`, `status === 'active' && periodEnd`],
      [
        `['trialing', 'active', 'past_due'])`,
        `['trialing', 'active'])`,
        ['app/features/commerce/plans/failing-plans.test.ts'],
      ],
      [
        `  await dropSurplusSales(em, now, userId);\n`,
        ``,
        ['app/features/commerce/plans/plan-changes.test.ts'],
      ],
    ],
  ),
  ...mutationsOf(
    'app/features/commerce/plans/sync.server.ts',
    ['app/features/commerce/plans/sync.test.ts'],
    [
      [`if (state.livemode !== livemode) return`, `if (state.livemode === undefined) return`],
      [`state.memberId !== null && state.memberId !== String(userId)`, `state.memberId === ''`],
      [`state.plan === null ? 'unknown' : state.status`, `state.status`],
      [
        `if (isCurrent(status) && rival && !isAttempt(rival.status))`,
        `if (isCurrent(status) && rival && isAttempt(rival.status))`,
      ],
      [`if (outcome === 'surplus') return endSurplus(scope, provider);\n`, ``],
      [`    .where('h.lost_cents', '>', 0)\n`, ``, ['app/features/commerce/plans/failing-plans.test.ts']],
      [`await writeEntitlement(em, owner.id, now());\n`, ``],
    ],
  ),
  ...mutationsOf(
    'app/features/commerce/plans/invoices.server.ts',
    ['app/features/commerce/plans/invoices.test.ts'],
    [
      [`invoice.status !== 'paid' || amountCents === 0`, `amountCents === 0`],
      [`|| invoice.currency !== 'usd') return;`, `) return;`],
      [`if (invoice.livemode !== payments.livemode) return;\n`, ``],
      [`if (made && paymentId) await settleInvoice(scope, paymentId);\n`, ``],
    ],
  ),
];
