import { beforeAll, describe, expect, test } from 'vitest';
import { form, picture } from '../support/media/upload-form.ts';
import { type Answer, sharedWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';

const world = sharedWorld();
let [owner, stranger, vip, buyer, admin] = ['', '', '', '', ''];
let item = 0;
/** The addresses of the paid image, as given to its owner and to another entitled member. */
let [ownAddress, vipAddress, teaser] = ['', '', ''];
let key = '';

const get = (path: string, as = '', headers: Record<string, string> = {}) => world.ask(path, { as, headers });
const pathOf = (address: string) => address.replace(world.site.address, '');
const imageOf = async (id: number, as: string) =>
  pathOf((await get(`/api/content/${id}`, as)).json().imageUrl as string);

beforeAll(async () => {
  const creator = await world.person({ plan: 'vip', username: 'the_seller' });
  const customer = await world.person();
  owner = await world.signIn(creator);
  stranger = await world.signIn(await world.person());
  vip = await world.signIn(await world.person({ plan: 'vip' }));
  buyer = await world.signIn(customer);
  admin = await world.signIn(await world.person({ isAdmin: true }));
  const words = { title: 'Paid sweep', category: 'training', tier: 'vip', price: '4.99', isForSale: 'true' };
  const { body } = form([
    ...Object.entries(words).map(([name, value]) => [name, value] as [string, string]),
    ['files', await picture(1400, 900), 'one.png'],
  ]);
  const made = await world.ask('/api/content', { method: 'POST', body: body as FormData, as: owner });
  item = made.json().id;
  await world.bought(customer, item);
  ownAddress = await imageOf(item, owner);
  vipAddress = await imageOf(item, vip);
  teaser = await imageOf(item, '');
  key = /[0-9a-f]{32}/.exec(ownAddress)?.[0] ?? '';
}, 60_000);

describe('paid bytes', () => {
  const isPaid = (answer: Answer) => answer.status < 400 && answer.bytes.length > 0;

  test('open to those who may have them', async () => {
    expect(isPaid(await get(ownAddress, owner))).toBe(true);
    expect(isPaid(await get(vipAddress, vip))).toBe(true);
    expect(isPaid(await get(await imageOf(item, buyer), buyer))).toBe(true);
    expect((await get(ownAddress, owner)).header('cache-control')).toBe('private, no-store');
  });

  test('a viewer who may not gets the address of the teaser only', async () => {
    expect(teaser).toMatch(/teaser\.webp/);
    expect(await imageOf(item, stranger)).toMatch(/teaser\.webp/);
    expect((await get(`/content/${item}`, stranger)).text).not.toMatch(/\/(320|640|1280)\.(avif|webp|jpg)/);
  });

  const addresses: [string, () => string][] = [
    ['the owner’s address', () => ownAddress],
    ['another viewer’s address', () => vipAddress],
    ['the bare address', () => `/media/${key}/1280.webp`],
    ['an address without its signature', () => ownAddress.split('?')[0] ?? ''],
    ['a signature of nothing', () => `${ownAddress.split('?')[0]}?s=&e=&sig=`],
    ['another size under the same signature', () => ownAddress.replace(/\/\d+\.\w+\?/, '/640.jpg?')],
    [
      'a signature with a letter changed',
      () => ownAddress.replace(/(.)$/, (last) => (last === 'A' ? 'B' : 'A')),
    ],
    ['parameters twice', () => `${ownAddress}&${ownAddress.split('?')[1]}`],
    ['a guessed key', () => `/media/${'0'.repeat(32)}/1280.webp`],
    ['the video of a picture', () => `/media/${key}/video.mp4`],
    ['an upper-case key', () => `/media/${key.toUpperCase()}/1280.webp`],
    ['the file itself', () => `/media/${key}/`],
    ['the folder', () => '/media/'],
  ];
  const ways: [string, Record<string, string>][] = [
    ['plainly', {}],
    ['by range', { range: 'bytes=0-99' }],
    ['by many ranges', { range: 'bytes=0-9,20-29,40-' }],
    ['on condition of any tag', { 'if-none-match': '*' }],
    ['if changed since long ago', { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
    ['by If-Range', { 'if-range': '"x"', range: 'bytes=0-' }],
  ];
  const who: [string, () => string][] = [
    ['a visitor', () => ''],
    ['a stranger', () => stranger],
  ];
  test.each(who.flatMap(([name, as]) => ways.map(([way, headers]) => [name, way, as, headers] as const)))(
    'are closed to %s who asks %s, by any address',
    async (_name, _way, as, headers) => {
      const open: string[] = [];
      for (const [name, address] of addresses) {
        const answer = await get(address(), as(), headers);
        const tells = ['etag', 'last-modified', 'content-range', 'accept-ranges'].some(
          (header) => header in answer.headers,
        );
        if (
          ![400, 404].includes(answer.status) ||
          (answer.bytes.length > 0 &&
            answer.status !== 400 &&
            !/Not Found|not found|<h1/.test(answer.text)) ||
          tells
        ) {
          open.push(`${name}: ${answer.status}`);
        }
      }
      expect(open).toEqual([]);
    },
  );

  test('an address made for one viewer is refused to another who may see the same', async () => {
    expect((await get(ownAddress, vip)).status).toBe(404);
    expect((await get(vipAddress, owner)).status).toBe(404);
  });

  test('HEAD reveals no size', async () => {
    const answer = await world.ask(`/media/${key}/1280.webp`, { method: 'HEAD', as: stranger });
    expect([answer.status, answer.header('content-length')]).toEqual([404, '0']);
  });

  test('a refund closes them again, also by an address given before', async () => {
    const address = await imageOf(item, buyer);
    expect(isPaid(await get(address, buyer))).toBe(true);
    await row(world.em())`update purchases set status = 'refunded' where content_id = ${item}`;
    expect((await get(address, buyer)).status).toBe(404);
  });

  test('a withdrawn item opens to its owner and admins only', async () => {
    await row(world.em())`update content set status = 'draft' where id = ${item}`;
    expect((await get(vipAddress, vip)).status).toBe(404);
    expect((await get(teaser)).status).toBe(404);
    expect(isPaid(await get(ownAddress, owner))).toBe(true);
    await row(world.em())`update content set status = 'published' where id = ${item}`;
  });

  test.each([
    '/discover',
    '/',
    '/creators/the_seller',
    '/feed.xml',
    '/sitemap.xml',
    '/creators/the_seller/feed.xml',
  ])('%s gives visitors and other members no paid address', async (path) => {
    for (const as of ['', stranger]) {
      expect((await get(path, as)).text).not.toMatch(new RegExp(`${key}/(?!teaser)`));
    }
  });

  test('an admin may view everything, and gets personal addresses like other viewers', async () => {
    expect(isPaid(await get(await imageOf(item, admin), admin))).toBe(true);
    expect((await get(ownAddress, admin)).status).toBe(404);
  });
});
