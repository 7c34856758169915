import { mutationsOf } from './mutation.ts';

/** How pages are found, rendered and sent, and what markup is kept. */
export const pages = [
  ...mutationsOf(
    'app/ui/kept-markup.ts',
    ['app/ui/kept-inside.test.tsx'],
    [[`kept(JSON.stringify(props), ()`, `kept('', ()`]],
  ),
  ...mutationsOf(
    'app/http/pages/json-value.ts',
    ['app/http/pages/json-value.test.ts'],
    [
      [`value + 0 : null`, `value : null`],
      [`if ((value as { toJSON?: unknown }).toJSON !== undefined) return ofJson(value);`, ``],
      [`prototype === Object.prototype || prototype === null`, `prototype !== undefined`],
      [`jsonValue(values[at]) ?? null`, `jsonValue(values[at])`],
      [`copy ??= values.slice();`, `copy ??= values;`],
      [` || value === undefined))`, `))`],
      [`.filter(([, value]) => value !== undefined)`, ``],
      [`=== null ? [] : null;`, `=== null ? null : null;`],
    ],
  ),
  ...mutationsOf(
    'app/db/batches/turns.server.ts',
    ['app/db/batches/turns.test.ts', 'app/db/batches/batches.test.ts'],
    [
      [`isTaken = begin !== undefined;`, `isTaken = false;`],
      [`  isTaken = true;\n`, ``],
      [`waiting.shift()`, `waiting.pop()`],
      [`waiting.length > 0 ?`, `waiting.length > 9 ?`],
    ],
  ),
  ...mutationsOf(
    'app/http/pages/utf8.ts',
    ['app/http/pages/utf8.test.ts'],
    [[`text.toWellFormed()`, `text`]],
  ),
  ...mutationsOf(
    'app/ui/element.ts',
    ['app/ui/element.test.tsx'],
    [
      [`props.key !== undefined || `, ``],
      [`props.ref !== undefined || `, ``],
      [` || type?.defaultProps !== undefined`, ``],
      [`{ key, ...props }`, `{ ...props, key }`],
      [`key === undefined ? null : `, ``],
    ],
  ),
  ...mutationsOf(
    'app/http/pages/direct-answer.server.ts',
    ['app/http/pages/direct-answer.test.ts'],
    [
      [`jsonValue(await loaded.get(id))`, `await loaded.get(id)`],
      [`path === whole && ofWhole.length > 0`, `ofWhole.length > 0`],
      [`context.loaded = loaded;`, ``],
      [`chain.every(({ module }) => !('headers' in module))`, `chain.length > 0`],
      [`each.status === 'fulfilled' && isPlain(each.value)`, `each.status === 'fulfilled'`],
    ],
  ),
  ...mutationsOf(
    'app/http/pages/static-page.tsx',
    ['app/http/pages/static-page.test.tsx'],
    [
      [`byId.get(match.route.id ?? '') ?? match.route`, `match.route`],
      [`id === 'root' && Layout ? <Layout>{element}</Layout> : element`, `element`],
      [`actionData,\n    errors,`, `errors,`],
      [`v7_relativeSplatPath: true`, `v7_relativeSplatPath: false`],
      [`...(index && { index }),`, ``],
    ],
  ),
  ...mutationsOf(
    'app/http/cache/brotli.server.ts',
    ['app/http/cache/brotli.test.ts'],
    [
      [`Buffer.from(output.subarray(0, outputBytes - room))`, `output.subarray(0, outputBytes - room)`],
      [`hasFailed || unread > 0 || room === 0`, `unread > 0 || room === 0`],
      [`hasFailed || unread > 0 || room === 0`, `hasFailed || room === 0`],
      [`hasFailed || unread > 0 || room === 0`, `hasFailed || unread > 0`],
    ],
  ),
  ...mutationsOf(
    'app/http/pages/leaf-dispatch.server.ts',
    ['app/http/pages/leaf-dispatch.test.ts'],
    [
      [`path.toLowerCase().split('/')`, `path.split('/')`],
      [`takesMore ? asked.length < words.length : asked`, `takesMore ? asked.length <= words.length : asked`],
      [`|| oddities.test(path)) return null;`, `) return null;`],
      [
        `words.every((word, at) => word === null || word === asked[at])`,
        `words.every((word) => word !== '')`,
      ],
    ],
  ),
  ...mutationsOf(
    'app/features/library/catalog/content-grid.tsx',
    ['app/features/library/catalog/content-grid.test.tsx'],
    [
      [`kept(JSON.stringify([card, zone]), `, `kept(String(card.item.id), `],
      [`kept(JSON.stringify([card, zone]), `, `kept(JSON.stringify(card.item), `],
    ],
  ),
  ...mutationsOf(
    'app/ui/kept-markup.ts',
    ['app/ui/kept-inside.test.tsx'],
    [
      [`letters > mostReferences || `, ``],
      [` || /<(script|style)\\b/.test(markup)`, ``],
      [`letter.codePointAt(0)`, `letter.charCodeAt(0)`],
    ],
  ),
];
