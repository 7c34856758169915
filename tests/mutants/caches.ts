import { mutationsOf } from './mutation.ts';

const cache = ['app/http/cache/page-cache.test.ts', 'app/http/cache/page-cache-drops.test.ts'];
const shared = ['app/http/cache/shared-pages.test.ts', 'app/http/cache/page-keys.test.ts'];
const serve = ['app/media/serve.test.ts'];
const drawings = ['app/features/map/drawing/drawings.test.tsx'];

/** What is cached for others, for how long, and what distinguishes two answers. */
export const caches = [
  ...mutationsOf(
    'app/db/replicas/replicas.server.ts',
    ['app/db/replicas/replicas.test.ts'],
    [
      [`if (needed === null) return null;`, `if (needed === null) needed = 0n;`],
      [`written !== null && written > needed ? written : needed`, `needed`],
      [`      if (!isNear(replica)) continue;\n`, ``],
      [`replica.replayed !== null && replica.replayed >= wanted`, `replica.replayed !== null`],
    ],
  ),
  ...mutationsOf(
    'app/features/library/items/item.server.ts',
    ['app/boot/recent-leaks.test.ts'],
    [[`, \${isLocked ? 'locked' : 'open'}\``, '`']],
  ),
  ...mutationsOf(
    'app/db/prepared-statements.server.ts',
    ['app/db/prepared-statements.test.ts'],
    [
      [
        `if (!query || !columns) return askColumns(portal);`,
        `if (query || !columns) return askColumns(portal);`,
      ],
      [`['rowDescription', 'noData']`, `['rowDescription']`],
      [`Object.assign(query._result, columns);`, ``],
      [`if (isStalePlan(error)) generation += 1;\n`, ``],
      [`known || names.size >= mostNames`, `known`],
      [`code === '26000' || `, ``],
    ],
  ),
  ...mutationsOf(
    'app/db/batches/batches.server.ts',
    ['app/db/batches/batches.test.ts'],
    [
      [`taken.has(key) || taken.size`, `taken.size`],
      [` || taken.size >= mostTogether`, ``],
      [`setTimeout(goOn, longestWaitMs)`, `setTimeout(() => {}, longestWaitMs)`],
      [`if (isFirst) this.#goOn();`, `this.#goOn();`],
      [`this.#batching.isForPages ? turnBehindPages() : undefined`, `undefined`],
      [`this.#batching.isForPages ? turnBehindPages() : undefined`, `turnBehindPages()`],
      [`if (inTurns) await ownTurn();`, ``],
      [`batch.length > 1 && databaseRefusal(error) !== 'away'`, `batch.length > 1`],
      [`batch.length > 1 && databaseRefusal(error) !== 'away'`, `false`],
      [`queues.get(pool) ?? new`, `new`],
    ],
  ),
  ...mutationsOf(
    'app/db/recent-reads.server.ts',
    ['app/db/recent-reads.test.ts'],
    [
      [`now - known.at < this.#ageMs`, `known`],
      [`if (!this.#isOn()) return read();`, ``],
      [`owner === member || owner === undefined`, `owner === member`],
      [`if (fresh.owner === undefined) drop();`, ``],
      [`if (this.#reads.size >= this.#most)`, `if (this.#reads.size < 0)`],
    ],
  ),
  ...mutationsOf(
    'app/boot/recent.server.ts',
    ['app/boot/recent.test.ts'],
    [
      [`found && !found.viewer.isAdmin && !found`, `found && !found`],
      [`members.get(\`\${viewer.id} \${key}\``, `members.get(\`\${key}\``],
      [`method === 'GET' && looks.test`, `looks.test`],
      [`else for (const id of ids.split(',')) members.forgetOf(Number(id));`, ``],
      [`listener?.on('library', () => library.forgetAll());`, ``],
      [
        `beforeAnswer(response, () => (viewer.isAdmin ? members.forgetAll() : members.forgetOf(viewer.id)))`,
        `void response`,
      ],
      [`viewer.isAdmin ? members.forgetAll() : members`, `members`],
    ],
  ),
  ...mutationsOf('app/http/cache/page-keys.ts', shared, [
    [`shown.size > mostKeys ? [keyOfMany] : shown`, `shown`],
    [`name.toLowerCase()`, `name`],
    [`discover$|creators|map)`, `discover$|creators)`],
  ]),
  ...mutationsOf('app/http/cache/library-change.ts', shared, [
    [`if (words.length > 0) keys.push(keyOfMany);\n`, ``],
    [`words.filter((word) => word.startsWith('!'))`, `words.filter((word) => !word)`],
  ]),
  ...mutationsOf(
    'app/http/cache/purger.server.ts',
    ['app/http/cache/purger.test.ts'],
    [
      [`if (answer.status !== 200) throw`, `if (answer.status > 999) throw`],
      [`for (const key of hard) this.#hard.add(key);`, ``],
      [`from.size > mostKeys ? [keyOfAll]`, `from.size < 0 ? [keyOfAll]`],
      [`if (this.#soft.size + this.#hard.size > 0) await this.#send();`, ``],
    ],
  ),
  ...mutationsOf(
    'app/boot/library-changes.server.ts',
    ['app/boot/library-changes.test.ts'],
    [
      [`    invalidatePages(change);\n`, ``],
      [`listener?.onListening(() => take({ keys: [keyOfAll], gone: [] }));`, ``],
    ],
  ),
  ...mutationsOf(
    'app/features/library/items/views.server.ts',
    ['app/features/library/items/views.test.ts'],
    [
      [`  if (scope.viewer) return;\n`, ``],
      [`    .where('status', '=', 'published')\n`, ``],
    ],
  ),
  ...mutationsOf('app/http/cache/page-cache.server.ts', shared, [
    [`if (page.keys.some((key) => moved.includes(key))) drop(at);`, ``],
    [`for (const changed of changedDuring) for (const key of moved) changed.add(key);`, ``],
    [`if (hasSharedCaches && isCurrent)`, `if (hasSharedCaches)`],
    [`if (hasSharedCaches && isCurrent)`, `if (isCurrent)`],
    [`if (isCurrent && !changed.has(anything)) keep`, `if (!changed.has(anything)) keep`],
  ]),
  ...mutationsOf('app/http/cache/page-cache.server.ts', cache, [
    [` || !cacheablePaths.test(pathOf(request))`, ``],
    [`/(^|&)(search|_data)=/i.test(query) || query`, `query`],
    [`map(?!\\/way$)`, `map`],
    [`cached.size <= most && bytes`, `bytes`],
    [`cached.size <= most && bytes <= mostBytes`, `cached.size <= most`],
    [`bytes -= cached.get(key)`, `bytes -= 0 * cached.get(key)`],
    [`if (isCurrent && !changed.has(anything)) keep`, `if (isCurrent) keep`],
    [`response.statusCode !== 200 || !isHtml || !isForAll`, `!isHtml || !isForAll`],
    [`!isHtml || !isForAll`, `!isHtml`],
    [`if (isForBrowsers(page)) response`, `response`],
    [`found && mayBeSent(key, found) ? found`, `found ? found`],
    [`!mayBeSent(key, page) || !isAllowed`, `!isAllowed`],
    [`late < staleMs && rendering.has(key)`, `late < staleMs`],
    [`late < staleMs && rendering.has(key)`, `rendering.has(key)`],
    [`cookies.length === 1 && (cookies[0]`, `(cookies[0]`],
    [`onHit(request);\n          return answer`, `return answer`],
  ]),
  ...mutationsOf('app/features/map/drawing/drawing.server.ts', drawings, [
    [`if (!thing || hashOf(thing, name) !== hash) throw`, `if (!thing) throw`],
    [`if (frames.length === 0) throw new NotFound();`, ``],
    [`return hash(version, name, facts, bytesOf(thing) ?? '');`, `return hash(version, name, facts);`],
    [`JSON.stringify([speedOf(thing), cameraYaw, cameraPitch, drawOrder])`, `''`],
  ]),
  ...mutationsOf('app/features/map/drawing/name.ts', drawings, [
    [`yaw >= 360 || !pitches.includes(pitch)`, `yaw >= 360`],
    [`return frame === null || !isReversed;`, `return true;`],
    [`zoom < smallestScale || zoom > largestScale`, `zoom > largestScale`],
  ]),
  ...mutationsOf('app/http/cache/known-tag.ts', cache, [
    [`each.trim().replace(/^W\\//, '') === plain`, `each.trim() === plain`],
  ]),
  ...mutationsOf(
    'app/http/security/visitor.server.ts',
    ['app/http/security/visitor.test.ts'],
    [
      [`[cookies.session, cookies.begun, cookies.flash].some`, `[cookies.begun, cookies.flash].some`],
      [`[cookies.session, cookies.begun, cookies.flash].some`, `[cookies.session, cookies.flash].some`],
      [`[cookies.session, cookies.begun, cookies.flash].some`, `[cookies.session, cookies.begun].some`],
      [
        `\${onPhone} \${savesData(request)} \${isFirst} \${found.theme}`,
        `\${onPhone} \${isFirst} \${found.theme}`,
      ],
      [
        `\${onPhone} \${savesData(request)} \${isFirst} \${found.theme}`,
        `\${savesData(request)} \${isFirst} \${found.theme}`,
      ],
      [
        `\${onPhone} \${savesData(request)} \${isFirst} \${found.theme}`,
        `\${onPhone} \${savesData(request)} \${isFirst}`,
      ],
      [
        `\${onPhone} \${savesData(request)} \${isFirst} \${found.theme}`,
        `\${onPhone} \${savesData(request)} \${found.theme}`,
      ],
    ],
  ),
  ...mutationsOf(
    'app/http/cache/file-cache.server.ts',
    ['app/http/cache/file-cache.test.ts'],
    [
      [`          restore();\n          next(error);`, `          next(error);`],
      [`|| url.includes('?') || `, `|| `],
      [`!wire || !isWhole(request) || !isAllowed`, `!wire || !isAllowed`],
      [`|| !isAllowed(request)) return false;`, `) return false;`],
      [`length() <= largestBytes`, `length() > 0`],
      [`encodingOf(request)} `, `request.method} `],
    ],
  ),
  ...mutationsOf(
    'app/http/cache/whole-answer.server.ts',
    ['app/http/cache/whole-answer.test.ts'],
    [
      [`if (response.headersSent || response.destroyed) return;`, `if (response.destroyed) return;`],
      [`isText && body.length >= leastBytes && `, `isText && `],
      [`if (passes()) return write.apply(response, args);\n`, ``],
      [`isBusy || underWay > fewUnderWay`, `underWay > fewUnderWay`],
      [`isBusy || underWay > fewUnderWay`, `isBusy`],
      [`if (at - sample.at < sampleMs) return;\n`, ``],
    ],
  ),
  ...mutationsOf(
    'app/features/map/graph/technique-map.server.ts',
    ['app/features/map/graph/technique-map.test.ts'],
    [
      [`em.isInTransaction() ? em.fork() : em`, `em`],
      [`if (kept.map?.version !== version && !isBehind) kept.map`, `if (!kept.map) kept.map`],
      [`at - kept.checkedAt < checkEveryMs && `, ``],
    ],
  ),
  ...mutationsOf('app/media/serve.server.ts', serve, [
    [`isPublic ? publicCaching :`, `!isPublic ? publicCaching :`],
    [`s-maxage=\${5 * minute}`, `s-maxage=\${5 * day}`],
    [`!isMediaKey(key) || !isVariant(variant) || rest.length > 0`, `!isMediaKey(key) || !isVariant(variant)`],
    [
      `else if (file.isPublic && !file.downloadName && file.from.lasting)`,
      `else if (!file.downloadName && file.from.lasting)`,
    ],
    [`if (!file) answerEmpty(response, 404);`, `if (!file) answerEmpty(response, 403);`],
    [`response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");\n`, ``],
  ]),
];
