import { beforeAll, expect, test } from 'vitest';
import { liveWorld } from '../support/site/live.ts';
import { siteCosts } from '../support/site/site-costs.ts';

/** Processor time that an address or a header of any content may cost, in ms. */
const mostMs = 100;
/** Node takes heads of up to 16 kB. */
const longest = 15_000;

const world = liveWorld();
const { costOf } = siteCosts(world, mostMs);
let item = 0;
beforeAll(async () => {
  item = await world.item({ tier: 'vip', hasPicture: true });
  // Compiling is not part of the cost of a request.
  for (const path of paths()) for (const method of ['GET', 'POST']) await world.ask(path, { method });
});

const paths = () => [
  '/',
  '/discover',
  `/content/${item}`,
  '/api/content',
  '/auth',
  '/feed.xml',
  '/media/x',
  '/no-page',
];

const pieces = [
  ' ',
  ',',
  ', ',
  ';',
  '; ',
  '/',
  '=',
  '"',
  '\t',
  '.',
  '-',
  ':',
  '(',
  '%20',
  '%2',
  'a=b; ',
  'W/"",',
  '0-1,',
];
const runOf = (piece: string) => piece.repeat(Math.floor(longest / piece.length));

const headers = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'cookie',
    'if-none-match',
    'if-modified-since',
    'range',
  ],
  ...[
    'referer',
    'origin',
    'user-agent',
    'save-data',
    'x-forwarded-for',
    'sec-fetch-site',
    'content-type',
    'purpose',
  ],
];

test.each(headers)('a long %s costs a moment', async (name) => {
  const slow: string[] = [];
  for (const path of paths()) {
    for (const piece of pieces) {
      for (const method of name === 'content-type' ? ['GET', 'POST'] : ['GET']) {
        const value = `x${runOf(piece)}y`;
        const { answer, ms } = await costOf(path, { method, headers: { [name]: value } });
        if (ms > mostMs || answer.status >= 500)
          slow.push(`${method} ${path} ${piece}: ${answer.status}, ${ms} ms`);
      }
    }
  }
  expect(slow).toEqual([]);
});

test('a long address costs a moment', async () => {
  const slow: string[] = [];
  const written = [
    ...pieces,
    'a/',
    '../',
    './',
    '%2e',
    '%c3%a9',
    '//',
    '*',
    ':id/',
    '?',
    '&',
    'a=b&',
    'a[]=1&',
    '+',
  ];
  for (const piece of written.filter((each) => !/[\s"]/.test(each))) {
    const run = runOf(piece);
    for (const path of [
      `/${run}`,
      `/content/${run}y`,
      `/api/${run}y`,
      `/media/${run}y`,
      `/discover?search=x${run}y`,
      `/auth?next=/${run}y`,
    ]) {
      const { answer, ms } = await costOf(path, {});
      if (ms > mostMs || answer.status >= 500) slow.push(`${path.slice(0, 30)}: ${answer.status}, ${ms} ms`);
    }
  }
  expect(slow).toEqual([]);
});
