import { mutationsOf } from './mutation.ts';

const own = ['app/features/core/rate-limits/limits.test.ts'];
const ways = ['app/features/map/screens/ways/way.test.ts'];
const shared = ['app/features/core/rate-limits/shared.test.ts'];
const work = ['app/http/security/work-limit.test.ts'];
const arriving = ['app/http/uploads/arriving-bodies.test.ts'];
const admitted = ['app/http/security/admission.test.ts'];

/** How often something may be done. */
export const limitations = [
  ...mutationsOf('app/features/map/screens/ways/way.page.tsx', ways, [
    [`  await enforceSearchLimit(scope, question.from + question.to);\n`, ``],
  ]),
  ...mutationsOf('app/features/map/screens/ways/ways.api.ts', ways, [
    [`    await enforceSearchLimit(scope, question.from + question.to);\n`, ``],
  ]),
  ...mutationsOf('app/http/security/work-limit.server.ts', work, [
    [`this.#waiting.size < mostWaiting ||`, `true ||`],
    [`if (now - held.since >= (held.isChange ? mostChangeWaitMs : mostWaitMs)) this`, `if (now < 0) this`],
    [`>= counted && held.isElsewhere()`, `>= counted`],
    [`held.waitsForClient() || `, ``],
    [`delayMs > busyMs ? mostCountedMs : countedMs`, `countedMs`],
    [`if (delayMs > busyMs)`, `if (delayMs < 0)`],
    [`delayMs < calmMs && this.#hasWaited`, `delayMs < calmMs`],
    [`if (held.isShared) return held;`, ``],
    [`isShared ? moreShared : 0`, `0`],
    [`* 2 < this.#limit`, `< this.#limit`],
    [`?? 0) + 1];`, `?? 0)];`],
    [`      this.#waiting.delete(held);\n      if`, `      if`],
    [`if (isChange && this.#holdsChanges()) return false;`, ``],
    [`if (holdsChanges && held.isChange) continue;`, ``],
    [`this.#waiting.size === 0 || !this.#next()`, `this.#waiting.size === 0`],
  ]),
  ...mutationsOf(
    'app/db/waiting-changes.server.ts',
    ['app/db/unconfirmed.test.ts'],
    [
      [`.slice(mostWaiting)`, ``],
      [`connection?.stream.destroy();`, ``],
    ],
  ),
  ...mutationsOf('app/http/security/admission.server.ts', admitted, [
    [`if (alwaysPass.has(pathOf(request))) return next();`, ``],
    [` || alwaysPass.has(pathOf(request)) || isShared(request))`, `)`],
    [`!isPlainGet(request) || `, ``],
    [`start: () => inRequest(id, next)`, `start: next`],
    [`response.once('close', leave);`, ``],
  ]),
  ...mutationsOf('app/http/uploads/arriving-bodies.server.ts', arriving, [
    [`?? 0) >= mostOfAddress)`, `?? 0) >= mostOfAddress * 9)`],
    [`if (this.size >= mostInAll)`, `if (this.size >= mostInAll * 9)`],
    [`> graceMs + (`, `> graceMs * 1_000 + (`],
    [`(body.bytes / bytesASecond) * 1_000`, `0`],
    [`request.unshift(Buffer.concat(chunks));`, ``],
    [`inRequest(id, next)`, `next()`],
  ]),
  ...mutationsOf('app/features/core/rate-limits/rate-limit.server.ts', own, [
    [`if (retryAfter !== null) throw tooOften(retryAfter);`, ``],
    [`return perSeconds / (most * Math.max(1, rateScale));`, `return perSeconds / most;`],
    [`until - make_interval`, `until + make_interval`],
    [`.trim().toLowerCase()`, ``],
    [`if (search) await enforceRateLimit`, `if (!search) await enforceRateLimit`],
    [`await enforceRateLimit(scope, 'search', addressKey(scope))`, `await enforceRateLimit(scope, 'search')`],
    [`key: \`\${limit} \${who}\`, at:`, `key: who, at:`],
    [`'until', '<', timestamptz(now)`, `'until', '>', timestamptz(now)`],
  ]),
  ...mutationsOf('app/features/core/rate-limits/take-allowance.sql.server.ts', own, [
    [
      `make_interval(secs => \${perSeconds}) + interval '1 millisecond'`,
      `make_interval(secs => \${perSeconds * 2})`,
    ],
  ]),
  ...mutationsOf('app/features/core/rate-limits/network.ts', own, [
    [`groups = 4`, `groups = 8`],
    [`.replace(/^::ffff:(?=\\d+\\.)/i, '')`, ``],
  ]),
  ...mutationsOf('app/features/core/rate-limits/request-limiter.server.ts', shared, [
    [`counted.requests + 1 >= step`, `counted.requests + 1 >= step * 1_000`],
    [`'everything', placeOf(address), step)`, `'everything', placeOf(address), 1)`],
    [`counted.refusedUntil = at + wait * 1_000;`, `counted.refusedUntil = at + wait * 1_000_000;`],
  ]),
  ...mutationsOf('app/features/core/rate-limits/upload-slot.server.ts', shared, [
    [`const most = uploadsAtOnce * Math.max(1, rateScale);`, `const most = 3 * Math.max(1, rateScale);`],
    [`round <= most && !held`, `round < 1 && !held`],
    [`.where('until', '=', slot.until)\n      .execute()`, `.execute()`],
  ]),
  ...mutationsOf('app/features/core/rate-limits/take-upload-slot.sql.server.ts', shared, [
    [`where kept.until <= \${now}\n`, `\n`],
  ]),
  ...mutationsOf(
    'app/http/security/address.server.ts',
    ['app/http/security/address.test.ts'],
    [[`chain.length - 1 - proxies`, `chain.length - proxies`]],
  ),
  ...mutationsOf('app/features/community/likes/likes.server.ts', own, [[`!state.isAllowed`, `!state`]]),
  ...mutationsOf('app/features/community/likes/set-like.sql.server.ts', own, [
    [` join allowed on allowed.key = asked.key`, ``],
    [
      `where moved.content_id = wanted.content_id`,
      `where moved.content_id = asked.content_id`,
      ['app/features/community/likes/likes.test.ts'],
    ],
    [`sum(by) as by`, `max(by) as by`, ['app/features/community/likes/likes.test.ts']],
  ]),
  ...mutationsOf('app/features/community/ratings/ratings.server.ts', own, [
    [`await enforceRateLimit(scope, 'rating');\n`, ``],
  ]),
  ...mutationsOf(
    'app/features/operations/support/ask.server.ts',
    ['app/features/identity/sessions/lock-out-codes.test.ts'],
    [
      [`accountKeyFrom(scope, visitor.email)`, `visitor.email`],
      [`enforceRateLimit(scope, 'question', accountKeyFrom(scope, visitor.email))`, `Promise.resolve()`],
    ],
  ),
  ...mutationsOf(
    'app/features/identity/accounts/account.schema.ts',
    ['tests/conformance/hostile-texts.test.ts'],
    [[`characters\`, abort: true })\n    .overwrite`, `characters\` })\n    .overwrite`]],
  ),
  ...mutationsOf(
    'app/http/cache/known-tag.ts',
    ['tests/conformance/hostile-texts.test.ts'],
    [[`split(',')`, `split(/\\s*,\\s*/)`]],
  ),
  ...mutationsOf(
    'app/http/security/gates.server.ts',
    ['app/http/security/gates.test.ts'],
    [[`path.includes('//')`, `path.startsWith('//')`]],
  ),
];
