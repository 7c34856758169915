import { mutationsOf } from './mutation.ts';

const canView = ['app/domain/can-view.test.ts'];
const leaks = [
  'app/features/library/items/leaks.test.tsx',
  'app/features/library/items/early-leaks.test.tsx',
];
const clips = ['app/features/study/clips/clips.test.ts'];
const downloads = ['app/features/library/items/downloads.test.ts'];
const lists = ['app/features/study/lists/list-leaks.test.ts'];
const packs = ['app/features/library/sheets/packs.test.ts'];
const picture = ['app/features/identity/profile/profile-picture.test.ts'];
const messageEdges = [
  'app/features/community/messages/message-edges.test.ts',
  'app/features/community/messages/message-pictures.test.ts',
];
const messages = ['app/features/community/messages/messages.test.ts'];

/** Who may see, open, change and write. */
export const access = [
  ...mutationsOf(
    'app/features/library/map-links/items-teaching.server.ts',
    ['app/features/map/screens/map-screens.test.ts', 'app/features/map/screens/ways/way.test.ts'],
    [
      [`locked: card.mediaAccess === 'locked',`, `locked: false,`],
      [`\n          .where('is_published', '=', true)`, ``],
    ],
  ),
  ...mutationsOf('app/features/study/lists/may-read.ts', lists, [
    [`if (viewer?.id === list.ownerId) return true;\n`, ``],
    [`if (!list.isOwnerActive) return false;\n`, ``],
    [`if (list.visibility === 'public') return true;`, `if (list.visibility !== 'private') return true;`],
    [`list.linkKey !== null && list.linkKey === key;`, `list.linkKey !== null;`],
    [`list.visibility === 'link' && list.linkKey`, `list.linkKey`],
  ]),
  ...mutationsOf('app/features/study/lists/access.server.ts', lists, [
    [`    .where('member_id', '=', scope.viewer.id)\n`, ``],
    [`if (!list.isOwn) throw new NotFound();\n`, ``],
  ]),
  ...mutationsOf('app/features/study/lists/entry-list.server.ts', lists, [
    [`(list.isOwn ? titleThen : null)`, `titleThen`],
  ]),
  ...mutationsOf('app/features/library/sheets/pack-items.server.ts', packs, [
    [`refusal: isAllowed ? null : downloadRefusals[downloads]`, `refusal: null`],
  ]),
  ...mutationsOf('app/features/library/sheets/pack.server.ts', packs, [
    [`once.filter(({ mediaAccess }) => mediaAccess !== 'locked')`, `once.filter(() => true)`],
    [`chosen.length >= packLimits.files || each.bytes > left`, `false`],
  ]),
  ...mutationsOf('app/features/library/sheets/pack-zip.server.ts', packs, [
    [`  await enforceRateLimit(scope, 'study pack');\n`, ``],
    [`        await countDownload(scope, itemId);\n`, ``],
  ]),
  ...mutationsOf('app/domain/can-view.ts', canView, [
    [`if (viewer?.isAdmin) return true;\n  if (item.status`, `if (item.status`],
    [`item.status === 'withdrawn' || item.status === 'suspended'`, `item.status === 'withdrawn'`],
    [`item.status === 'withdrawn' || item.status === 'suspended'`, `item.status === 'suspended'`],
    [
      `=== 'suspended') return viewer !== null && item.bought;`,
      `=== 'suspended') return viewer !== null || item.bought;`,
    ],
    [`if (viewer?.id === item.creatorId) return true;\n`, ``],
    [`if (item.status === 'draft') return false;\n`, ``],
    [
      `if (item.status === 'private') return viewer !== null && item.bought;`,
      `if (item.status === 'private') return viewer !== null;`,
    ],
    [`(viewer !== null && (item.bought || includesTier`, `(viewer !== null && (includesTier`],
    [
      `(item.bought || includesTier(viewer.plan, item, now))`,
      `(item.bought || !includesTier(viewer.plan, item, now))`,
    ],
    [`includesPlan(plan, tierNow(item, now));`, `includesPlan(plan, item.tier);`],
    [
      `item.status === 'published' && tierNow(item, now) === 'free';`,
      `tierNow(item, now) === 'free';`,
      leaks,
    ],
    [
      `item.status === 'published' && tierNow(item, now) === 'free';`,
      `item.status === 'published' && item.tier === 'free';`,
    ],
    [`viewer === null || !canView(viewer, item, now)`, `viewer === null`],
    [`if (item.downloads === 'nobody') return false;\n`, ``],
    [`item.bought || (item.downloads === 'members' && `, `item.bought || (`],
    [`includesPlan(viewer.plan, 'premium'));`, `includesPlan(viewer.plan, 'vip'));`],
  ]),
  ...mutationsOf('app/domain/early.ts', canView, [
    [`new Date(earlyUntil) > now;`, `new Date(earlyUntil) >= now;`],
    [`(isEarly(item, now) ? 'vip' : item.tier)`, `(isEarly(item, now) ? 'premium' : item.tier)`],
    [`if (until <= now) return`, `if (until < now) return`],
    [`until.getTime() > begins.getTime() + earlyDays`, `until.getTime() >= begins.getTime() + earlyDays`],
  ]),
  ...mutationsOf('app/domain/plans.ts', canView, [
    [`rank[plan] >= rank[other]`, `rank[plan] > rank[other]`],
    [`{ free: 0, premium: 1, vip: 2 }`, `{ free: 0, premium: 2, vip: 2 }`],
  ]),
  ...mutationsOf('app/features/core/media/media-gate.server.ts', leaks, [
    [`if ((isFull || isClip(variant)) && !item) return null;\n`, ``, picture],
    [`isPublic: isPublic && !isClip(variant)`, `isPublic`, ['app/features/core/media/move-media.test.ts']],
    [`const isAllowed = isSigned && mayDownload(`, `const isAllowed = mayDownload(`, downloads],
    [`const isAllowed = isPublic || (isSigned && mayOpen(`, `const isAllowed = isPublic || (mayOpen(`],
    [`isPublic || (isSigned && mayOpen(`, `isPublic || isClip(variant) || (isSigned && mayOpen(`],
    [`item.status === 'published'));\n`, `true));\n`],
    [`variant === 'teaser.webp' && item`, `item`],
    [`variant === 'teaser.webp' && item`, `(variant === 'teaser.webp' || variant === 'loop.avif') && item`],
    [
      `return found.is_in_conversation || (found.is_reported`,
      `return true || (found.is_reported`,
      messageEdges,
    ],
    [`(found.is_reported && viewer?.isAdmin === true)`, `viewer?.isAdmin === true`, messageEdges],
    [`if (item) return canView(viewer, item, now);`, `if (item) return viewer !== null;`],
    [
      `return viewer !== null && (viewer.isAdmin || viewer.id === found.owner_id);`,
      `return viewer !== null;`,
      ['app/features/core/uploads/pending.test.ts', ...picture],
    ],
  ]),
  ...mutationsOf('app/features/study/clips/clips.server.ts', clips, [
    [
      `  if (item.mediaAccess === 'locked') throw new NotAllowed('Unlock this technique to loop its video.');\n`,
      ``,
    ],
    [`each.kind === 'video' && each.id === mediaId`, `each.kind === 'video'`],
    [`  await enforceRateLimit(scope, 'clip');\n`, ``],
    [`if (waiting.all >= mostWaiting)`, `if (waiting.all < 0)`],
    [`waiting.own >= mostClipsOfMember`, `waiting.own < 0 * mostClipsOfMember`],
    [`    await lockMembers(inside, [viewer.id]);\n`, ``],
  ]),
  ...mutationsOf('app/features/study/clips/loop.server.ts', clips, [
    [`  if (item.mediaAccess === 'locked') return null;\n`, ``],
  ]),
  ...mutationsOf('app/features/core/media/find-file.sql.server.ts', leaks, [
    [`where k.key = \${key} and k.state = 'ready'`, `where k.state = 'ready'`],
    [`p.user_id = \${viewerId} and p.status = 'paid') as bought`, `p.status = 'paid') as bought`],
    [
      `p.user_id = \${viewerId} and p.status = 'paid') as bought`,
      `p.user_id = \${viewerId}) as bought`,
      [
        'app/features/commerce/purchases/purchases.test.ts',
        'app/features/commerce/purchases/refunds.test.ts',
        ...leaks,
      ],
    ],
    [`u.profile_image_key = m.key and u.status = 'active'`, `u.profile_image_key = m.key`, picture],
    [`u.id = m.owner_id and u.profile_image_key = m.key`, `u.profile_image_key = m.key`, picture],
    [
      `where \${mediumOf(named)} and m.status = 'ready'`,
      `where \${mediumOf(named)}`,
      [
        ...leaks,
        'app/features/core/media/video.test.ts',
        'app/features/core/media/convert-videos.test.ts',
        'app/features/core/uploads/pending.test.ts',
        'app/features/core/uploads/sweep.test.ts',
      ],
    ],
  ]),
  ...mutationsOf('app/features/library/catalog/card-item.server.ts', leaks, [
    [`mediaAccess === 'locked' || scope`, `scope`],
  ]),
  ...mutationsOf('app/features/library/catalog/cards.server.ts', leaks, [
    [`if (isPublic(card, scope.now())) return 'everybody';\n`, ``],
    [`? 'viewer' : 'locked'`, `? 'viewer' : 'viewer'`],
    [
      `status === 'published' || mediaAccess !== 'locked'`,
      `status !== 'published' || mediaAccess !== 'locked'`,
    ],
    [
      `const marks = marksOf.get(viewerId);`,
      `const marks = [...marksOf.values()][0];`,
      ['app/boot/recent-leaks.test.ts'],
    ],
    [`new Map(cards.filter(isVisible).map(`, `new Map(cards.map(`, lists],
    [
      `\n        .where('status', '=', 'paid')`,
      ``,
      [
        'app/features/commerce/purchases/refunds.test.ts',
        'app/features/commerce/purchases/purchases.test.ts',
      ],
    ],
  ]),
  ...mutationsOf(
    'app/features/library/items/views.server.ts',
    ['app/features/library/items/views.test.ts'],
    [[`item.mediaAccess === 'locked' ? null : `, ``]],
  ),
  ...mutationsOf('app/features/library/items/item.sql.server.ts', leaks, [
    [
      `case when not \${isLocked} then steps when cardinality(steps) > 1 then steps[1:1] else '{}' end as steps`,
      `steps`,
    ],
    [`and status = 'ready' and not \${isLocked}`, `and status = 'ready'`],
  ]),
  ...mutationsOf(
    'app/features/library/authoring/own-item.server.ts',
    ['app/features/library/authoring/edit.test.ts'],
    [
      [`const isOwn = item?.creatorId === viewerId;`, `const isOwn = true;`],
      [`item.status === 'withdrawn' || (!isOwn`, `(!isOwn`],
      [
        `(!isOwn && item.status !== 'published')`,
        `false`,
        [
          'app/features/library/authoring/edit.test.ts',
          'app/features/library/catalog/content-edges.test.ts',
          'app/features/library/authoring/drafts.test.ts',
        ],
      ],
    ],
  ),
  ...mutationsOf(
    'app/http/security/guards.server.ts',
    ['app/routes.test.ts'],
    [
      [`if (!scope.viewer) throw new SignInRequired();\n`, ``],
      [`if (!member.viewer.isAdmin) throw`, `if (member.viewer === null) throw`],
      [`if (member.viewer.owesSecondFactor) throw new SecondFactorRequired();\n`, ``, ['app/routes.test.ts']],
    ],
  ),
  ...mutationsOf(
    'app/media/addresses.server.ts',
    [
      'app/media/addresses.test.ts',
      'app/media/stores.test.ts',
      'app/media/serve.test.ts',
      'app/media/disk.test.ts',
      ...leaks,
    ],
    [
      [`if (!viewerId) throw new Error`, `if (viewerId === '') throw new Error`],
      [`!viewerId || query.get('v') !== viewerId || `, `!viewerId || `],
      [`return isOurs && Number(expires) * 1000 > now.getTime();`, `return isOurs;`],
      [`Number(expires) * 1000 > now.getTime()`, `Number(expires) * 1000 < now.getTime()`],
      [
        `given.length === expected.length && timingSafeEqual(given, expected)`,
        `given.length === expected.length`,
      ],
      [`\\n\${viewerId}\\n\${expires}`, `\\n\${expires}`],
      [`GET\\n\${key}/\${name}`, `GET\\n\${key}`],
      [`last.key === key &&`, ``],
      [`last.name === name &&`, ``],
      [`last.viewerId === viewerId &&`, ``],
      [`last.expires === expires &&`, ``],
      [`last.secret === secret;`, `true;`],
      [`^\\d+\\.(avif|webp|jpg)`, `^\\w+\\.(avif|webp|jpg)`],
      [`GET\\n\${key}/`, `GET\\n/`],
    ],
  ),
  ...mutationsOf('app/features/community/messages/may-write.ts', messages, [
    [`if (blocksThem) return 'blocked';\n`, ``],
    [`!isActive || blocksMe`, `!isActive`],
    [`!isActive || blocksMe`, `blocksMe`, ['app/features/community/messages/aftermath.test.ts', ...messages]],
    [`(!conversation.isOwn || conversation.isAnswered)`, `(conversation.isOwn || conversation.isAnswered)`],
    [`plan !== 'free' ? 'yes'`, `plan === 'vip' ? 'yes'`],
  ]),
  ...mutationsOf(
    'app/http/security/gates.server.ts',
    ['app/http/security/gates.test.ts'],
    [
      [`site === 'same-origin' || site === 'none'`, `site !== 'cross-site'`],
      [`request.method === 'POST' && (webhookPaths`, `(webhookPaths`],
      [`if (asksForData(query)) return refuse`, `if (false) return refuse`],
      [`if (env.hasFixedOrigin) return origin === env.origin;\n`, ``],
      [`emailsOff = /^\\/emails\\/off\\/[\\w-]+$/`, `emailsOff = /^\\/emails/`],
    ],
  ),
  ...mutationsOf(
    'app/features/community/messages/off-token.server.ts',
    ['app/features/community/messages/emails-off.test.ts'],
    [[`listKinds.find((each) => each === kind)`, `listKinds[0]`]],
  ),
  ...mutationsOf(
    'app/features/map/drawing/drawing.server.ts',
    ['app/features/map/drawing/drawings.test.tsx'],
    [[`createHmac('sha256', key)`, `createHmac('sha256', '')`]],
  ),
  ...mutationsOf(
    'app/http/pages/own-path.ts',
    ['app/http/pages/own-path.test.ts'],
    [[` && !url.pathname.startsWith('//')`, ``]],
  ),
];
