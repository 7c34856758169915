import { mutationsOf } from './mutation.ts';

const cache = ['app/http/cache/page-cache.test.ts'];
const serve = ['app/media/serve.test.ts'];

/** What is cached for others, for how long, and what distinguishes two answers. */
export const caches = [
  ...mutationsOf('app/http/cache/page-cache.server.ts', cache, [
    [
      `if (request.method !== 'GET' || url.length > longest || !pages.test(path)) return null;`,
      `if (request.method !== 'GET' || url.length > longest) return null;`,
    ],
    [`/(^|&)(search|_data)=/i.test(query) || query`, `query`],
    [`if (cached.size > most) cached.delete`, `if (cached.size < 0) cached.delete`],
    [`if (began === changes) keep(key, page);`, `keep(key, page);`],
    [`response.statusCode !== 200 || !isHtml || !isForAll`, `!isHtml || !isForAll`],
    [`!isHtml || !isForAll`, `!isHtml`],
    [`if (isForBrowsers(page)) response`, `response`],
    [`found && found.until > now().getTime() ? found`, `found ? found`],
    [`cookies.length === 1 && (cookies[0]`, `(cookies[0]`],
    [`onHit(request);\n          return answer`, `return answer`],
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
      [`[isPhone(headers), savesData(request), `, `[isPhone(headers), `],
      [`[isPhone(headers), savesData(request), `, `[savesData(request), `],
      [`isFirstOfVisit(request), themeOf(values)].join`, `isFirstOfVisit(request)].join`],
    ],
  ),
  ...mutationsOf('app/media/serve.server.ts', serve, [
    [`isPublic ? publicCaching :`, `!isPublic ? publicCaching :`],
    [`s-maxage=\${5 * minute}`, `s-maxage=\${5 * day}`],
    [`!isMediaKey(key) || !isVariant(variant) || rest.length > 0`, `!isMediaKey(key) || !isVariant(variant)`],
    [`else if (file.isPublic && !file.downloadName) redirect`, `else if (!file.downloadName) redirect`],
    [`if (!file) answerEmpty(response, 404);`, `if (!file) answerEmpty(response, 403);`],
    [`response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");\n`, ``],
  ]),
];
