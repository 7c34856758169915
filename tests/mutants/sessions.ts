import { mutationsOf } from './mutation.ts';

const recovery = ['app/features/identity/email-links/recovery.test.ts'];
const sessionRules = ['app/features/identity/sessions/sessions.test.ts'];
const resetFactor = ['app/features/operations/members/reset-factor.test.ts'];
const factor = ['app/features/identity/second-factor/second-factor.test.ts'];
const twoSteps = ['app/features/identity/second-factor/two-steps.test.ts'];
const lockOut = [
  'app/features/identity/sessions/lock-out.test.ts',
  'app/features/identity/sessions/lock-out-codes.test.ts',
];
const links = ['app/features/identity/email-links/links.test.ts'];
const email = [
  'app/features/identity/email-links/verify.test.ts',
  'app/features/identity/email-links/email-change.test.ts',
  'app/features/identity/email-links/undo.test.ts',
];

/** Sessions, signing in, the second factor, links, and how often each may be tried. */
export const sessions = [
  ...mutationsOf('app/features/identity/sessions/sessions.server.ts', recovery, [
    [`const lifetimeMs = 30 *`, `const lifetimeMs = 31 *`],
    [`const idleMs = 14 *`, `const idleMs = 15 *`],
    [`    .where('s.last_seen_at', '>', timestamptz(idleSince))\n`, ``],
    [`    .where('s.expires_at', '>', timestamptz(now))\n`, ``],
    [`        .where('u.status', '=', 'active')`, ``, sessionRules],
    [`found.find((each) => each.token_hash === tokenHash)`, `found.at(-1)`, sessionRules],
    [`.set({ last_seen_at: now })`, `.set({ last_seen_at: found.last_seen_at })`],
    [`adminsNeedFactor && viewer.isAdmin && !found.has_second_factor`, `false`, resetFactor],
    [`isAdmin: viewer.isAdmin && !owesSecondFactor`, `isAdmin: viewer.isAdmin`, resetFactor],
    [
      `await db(em).deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();\n`,
      `\n`,
      twoSteps,
    ],
    [`await db(em).deleteFrom('sessions').where('user_id', '=', userId).execute();`, ``],
    [`    .where('expires_at', '>', timestamptz(now()))\n`, ``, sessionRules],
    [`.where('id', '=', sessionId).where('user_id', '=', viewer.id)`, `.where('id', '=', sessionId)`],
    [
      `await db(em).deleteFrom('sessions').where('id', '=', sessionId).execute();`,
      ``,
      ['app/features/identity/accounts/accounts.test.ts', ...recovery],
    ],
  ]),
  ...mutationsOf(
    'app/features/identity/accounts/accounts.server.ts',
    ['app/features/identity/accounts/accounts.test.ts'],
    [
      [`if (!user || !matches || user.status === 'deleted')`, `if (!user || user.status === 'deleted')`],
      [`if (!user || !matches || user.status === 'deleted')`, `if (!user || !matches)`, sessionRules],
      [
        `if (user.status === 'suspended') {`,
        `if (user.status === 'deleted') {`,
        ['app/features/operations/members/account-status.test.ts'],
      ],
      [`f.confirmed_at is not null`, `false`, twoSteps],
      [`f.confirmed_at is not null`, `f.user_id is not null`, sessionRules],
      [
        `found !== undefined && (await isPasswordOf(em, viewer.id, found.hash, password))`,
        `found !== undefined`,
        ['app/features/identity/email-links/email-change.test.ts'],
      ],
      [`knownDevice(scope, account)`, `null`, lockOut],
      [`  await forgive();\n  if (user.status`, `  if (user.status`, lockOut],
      [`if (isRight) await forgive();`, `await forgive();`, lockOut],
      [`if (isRight) await forgive();\n`, ``, lockOut],
    ],
  ),
  ...mutationsOf('app/features/identity/sessions/attempts.server.ts', lockOut, [
    [`device ? \`\${address} known\` : address`, `address`],
    [`['sign-in to an account from an address', \`\${who} \${address}\`],\n`, ``],
    [`['sign-in to an account', who],\n`, ``],
    [`\`\${who} \${address}\`]`, `who]`],
    [`if (viewer?.id === userId) return count(`, `if (viewer?.id === -userId) return count(`],
    [`if (device) return count(scope, [['code from a known device', device]]);\n`, ``],
    [`\`\${memberKey(viewer.id)} session:\${viewer.sessionId}\``, `memberKey(viewer.id)`],
    [`\`\${memberKey(userId)} \${addressKey(scope)}\``, `memberKey(userId)`],
    [`for (const [limit, who] of taken) await giveBack(scope, limit, who);`, ``],
    [`await forgive();\n    throw error;`, `throw error;`],
  ]),
  ...mutationsOf('app/features/identity/accounts/accounts.server.ts', lockOut, [
    [`user ? memberKey(user.userId) : accountKey(email)`, `accountKey(email)`],
    [`await enforceRateLimit(scope, 'passwords of a member');\n`, ``],
  ]),
  ...mutationsOf('app/features/identity/sessions/known-devices.server.ts', lockOut, [
    [`\`device of \${userId} \${passwordHash}\``, `\`device of \${userId}\``],
    [`\`device of \${userId} \${passwordHash}\``, `\`device of \${passwordHash === ''}\``],
    [`const id = knownDevice(scope, owner) ?? randomBytes`, `const id = randomBytes`],
    [`others].slice(0, mostTokens)`, `others]`],
    [`box.open(token, sealedFor(owner)) === null)`, `token !== '')`],
  ]),
  ...mutationsOf('app/features/identity/sessions/sign-in.server.ts', twoSteps, [
    [`export const codeWaitsMs = 10 *`, `export const codeWaitsMs = 11 *`],
    [`    .where('b.expires_at', '>', timestamptz(now))\n`, ``],
    [`    .where('u.status', '=', 'active')\n`, ``],
    [`return numDeletedRows > 0 ? { userId, codesLeft } : null;`, `return { userId, codesLeft };`],
    [`if (codesLeft !== null) await mailAboutFactor(scope, scope.em, userId, 'used');\n`, ``],
  ]),
  ...mutationsOf('app/features/identity/second-factor/second-factor.server.ts', factor, [
    [`    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))\n`, ``],
    [`eb('last_step', '<', step)`, `eb('last_step', '<=', step)`],
    [`    .where('sealed_secret', '=', sealed)\n`, ``],
    [`confirmed_at: now(), last_step: step`, `confirmed_at: now()`],
    [`.where('second_factors.confirmed_at', 'is', null)`, ``],
    [`if (!(await isOwnPassword(scope, currentPassword))) errors.currentPassword = [wrongPassword];\n`, ``],
    [`    await endSessions(em, viewer.id);\n`, ``],
    [`    await endSessions(em, scope.viewer.id);\n`, ``],
    [
      `if (asksCode && code) await acceptCode(`,
      `if (asksCode && !code) await acceptCode(`,
      ['app/features/identity/accounts/owner.test.ts'],
    ],
    [
      `if (isRight && asksCode && !code)`,
      `if (isRight && asksCode && false)`,
      ['app/features/identity/accounts/owner.test.ts'],
    ],
    [`if (!accepted) throw new Refused(wrongCode, { field: 'code' });\n`, ``],
    [
      `  if (!accepted) throw new Refused(wrongCode, { field: 'code' });\n  await forgive();\n`,
      `  if (!accepted) throw new Refused(wrongCode, { field: 'code' });\n`,
      lockOut,
    ],
  ]),
  ...mutationsOf('app/features/identity/second-factor/one-time-codes.server.ts', factor, [
    [`const steps = 1;`, `const steps = 3;`],
    [`timestamp }) + away;`, `timestamp });`],
  ]),
  ...mutationsOf('app/features/identity/second-factor/recovery-codes.server.ts', factor, [
    [`const howMany = 10;`, `const howMany = 9;`, twoSteps],
    [`await db(em).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();\n`, ``],
    [`    .where('code_hash', '=', hashFor(userId, code))\n`, ``],
  ]),
  ...mutationsOf('app/features/identity/email-links/recovery.server.ts', recovery, [
    [`if (!(await isOwnPassword(scope, currentPassword))) throw`, `if (currentPassword === '') throw`],
    [`  await endSessions(em, userId);\n`, ``],
    [
      `password_hash: hash, ...noPendingEmail`,
      `password_hash: hash, pending_email_until: null`,
      email.concat(recovery),
    ],
    [`await deleteLinks(em, userId, ['reset', 'change']);\n`, ``],
    [`accountKey(email))) !== null) return;`, `accountKey(email))) === null) return;`],
    [`  await resetLimit(em, 'reset of an account', accountKey(owner.email));\n`, ``, lockOut],
    [`await enforceRateLimit(scope, 'reset from an address', addressKey(scope));\n`, ``],
  ]),
  ...mutationsOf(
    'app/features/identity/email-links/links.sql.server.ts',
    [...recovery, ...email],
    [
      [
        `l.purpose = any(\${[...purposes]}) and l.expires_at > \${now}\n`,
        `l.purpose = any(\${[...purposes]})\n`,
      ],
      [`and l.purpose = any(\${[...purposes]}) and l.expires_at`, `and l.expires_at`],
      [`and u.id = l.user_id and u.status = 'active'`, `and u.id = l.user_id`, links],
      [`else u.email = l.email end`, `else true end`],
      [`then u.pending_email = l.email and u`, `then u`, links],
    ],
  ),
  ...mutationsOf('app/features/identity/email-links/email-change.server.ts', email, [
    [`await mustBeOwner(scope, proof, errors);`, ``],
    [
      `  if (was.isVerified) await orderLink(em, { purpose: 'undo'`,
      `  if (!was.isVerified) await orderLink(em, { purpose: 'undo'`,
    ],
    [`await deleteLinks(em, userId, ['verify', 'reset', 'change']);\n  if`, `if`, links],
    [`    await endSessions(inside, userId);\n`, ``],
    [`await enforceRateLimit(scope, 'link by email');\n  await em`, `await em`],
  ]),
];
