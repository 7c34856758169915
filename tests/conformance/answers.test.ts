import { describe, expect, test } from 'vitest';
import { form, type Part, picture } from '../support/media/upload-form.ts';
import { wholeSite } from '../support/site/site-harness.ts';
import { row } from '../support/sql.ts';
import { jsonCall, testWorld } from '../support/world.ts';

const world = testWorld();
const open = wholeSite(world);
type Viewer = Parameters<typeof open>[0];

/** A call by its address, as a program makes it. */
async function call(viewer: Viewer, path: string, init?: RequestInit) {
  const { status, html } = await open(viewer, path, init);
  return { status, body: html === '' ? null : JSON.parse(html) };
}
const publish = (viewer: Viewer, parts: Part[], headers = {}) =>
  call(viewer, '/api/content', { ...form(parts), headers });

describe('who calls', () => {
  test.each([
    ['/api/user', 'GET'],
    ['/api/auth/user', 'GET'],
    ['/api/my-content', 'GET'],
    ['/api/creator-stats', 'GET'],
    ['/api/creator/stats', 'GET'],
    ['/api/my-sales', 'GET'],
    ['/api/my-subscription', 'GET'],
    ['/api/content/1', 'DELETE'],
    ['/api/create-subscription', 'POST'],
    ['/api/content/1/purchase', 'POST'],
    ['/api/content/1/confirm-purchase', 'POST'],
    ['/api/profile', 'PATCH'],
  ])('[C7.1] %s %s is 401 without a session, in the words of the specification', async (path, method) => {
    const answer = await call(null, path, method === 'GET' ? {} : jsonCall(method, {}));
    expect(answer).toEqual({ status: 401, body: { message: 'You are logged out. Logging in again...' } });
  });

  test('[C7.2] [C7.4] [C3.17] both addresses of the current user answer the same person', async () => {
    const viewer = await world.person({ plan: 'premium' });
    const user = await call(viewer, '/api/user');
    expect(user).toMatchObject({ status: 200, body: { id: viewer.id, subscriptionTier: 'premium' } });
    expect(await call(viewer, '/api/auth/user')).toEqual(user);
  });

  test('[C7.12] [C7.13] both addresses of the stats answer the same figures', async () => {
    const viewer = await world.person();
    const id = await world.item({ creator: viewer.id });
    await row(world.em())`update content_stats set views = 9, likes = 4 where content_id = ${id}`;
    const figures = { totalViews: 9, totalLikes: 4, totalContent: 1, subscribers: 0, totalEarnings: 0 };
    for (const path of ['/api/creator-stats', '/api/creator/stats']) {
      expect(await call(viewer, path)).toEqual({ status: 200, body: figures });
    }
  });

  test.each([
    ['/api/creators', []],
    ['/api/platform-stats', { totalContent: expect.any(Number) }],
    ['/api/content', []],
    ['/api/featured-content', []],
  ])('[C7.10] [C7.18] [C7.19] [C7.29] %s is public', async (path, body) => {
    const answer = await call(null, path);
    expect(answer.status).toBe(200);
    if (Array.isArray(body)) expect(answer.body).toBeInstanceOf(Array);
    else expect(answer.body).toMatchObject(body);
  });
});

test('[C7.42] the calls of the member area are there as well', async () => {
  const [email, password] = ['nova@example.com', 'open guard 22'];
  const nova = { firstName: 'Nova', lastName: 'Silva', username: 'nova_calls', email };
  const joining = jsonCall('POST', { ...nova, password, confirmPassword: password });
  expect(await call(null, '/api/register', joining)).toMatchObject({ status: 201, body: { email } });
  const login = await call(null, '/api/login', jsonCall('POST', { email, password }));
  expect(login).toMatchObject({ status: 200, body: { email } });

  const [viewer, id] = [await world.person(), await world.item()];
  const like = await call(viewer, `/api/content/${id}/like`, jsonCall('POST', { liked: true }));
  expect(like).toEqual({ status: 200, body: { liked: true, likes: 1 } });
  expect(await call(viewer, '/api/my-likes')).toEqual({ status: 200, body: [id] });
  const rating = await call(viewer, `/api/content/${id}/rating`, jsonCall('POST', { rating: 4 }));
  expect(rating).toMatchObject({ status: 200, body: { averageRating: 4, totalRatings: 1 } });
});

describe('publishing', () => {
  const technique: Part[] = [
    ['title', 'Collar drag'],
    ['description', 'From the knees.'],
    ['category', 'lifestyle'],
    ['tier', 'vip'],
    ['tags', 'gi, Grips , gi'],
    ['price', '0.99'],
    ['isForSale', 'true'],
    ['techniqueType', 'takedown'],
    ['difficultyLevel', 'expert'],
    ['beltLevelRequired', 'brown'],
  ];

  test('[C7.6] [C7.9] [C7.20] [C3.6] the technique upload keeps every field, and is in the lists at once', async () => {
    const viewer = await world.person({ plan: 'vip' });
    const files: Part[] = [
      ['files', await picture(), 'one.png'],
      ['files', await picture(800, 600), 'two.png'],
    ];
    const { status, body } = await publish(viewer, [...technique, ...files]);
    expect(status).toBe(201);
    const sent = {
      title: 'Collar drag',
      description: 'From the knees.',
      category: 'lifestyle',
      subscriptionTier: 'vip',
      tags: ['gi', 'grips'],
      price: 0.99,
      isForSale: true,
      techniqueType: 'takedown',
      difficultyLevel: 'expert',
      beltLevelRequired: 'brown',
    };
    expect(body).toMatchObject(sent);
    const kept = await row(
      world.em(),
    )`select count(*)::int as files from media where content_id = ${body.id}`;
    expect(kept).toEqual({ files: 2 });
    const item = await call(viewer, `/api/content/${body.id}`);
    expect(item.body).toMatchObject({ ...sent, imageUrl: expect.stringContaining('/media/') });
    const first = async (path: string) => (await call(viewer, path)).body[0]?.id;
    expect(await first('/api/content')).toBe(body.id);
    expect(await first('/api/my-content')).toBe(body.id);
  });

  test("[C7.7] the phone's upload sends images, and takes defaults for the fields it lacks", async () => {
    const viewer = await world.person();
    const { status, body } = await publish(viewer, [
      ['images', await picture(), 'one.png'],
      ['images', await picture(), 'two.png'],
      ...technique.slice(0, 3),
      ['tier', 'free'],
      ['tags', ''],
      ['isForSale', 'false'],
    ]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Collar drag', isForSale: false, price: null, contentType: 'image' });
    expect(body).toMatchObject({ difficultyLevel: 'beginner', beltLevelRequired: 'white' });
  });

  test('[C7.5] [C3.1] the single-image upload takes its five fields', async () => {
    const viewer = await world.person();
    for (const category of ['training', 'competition', 'recovery', 'equipment']) {
      const { status, body } = await publish(viewer, [
        ['image', await picture(), 'one.png'],
        ['title', 'Belt knot'],
        ['description', 'How it stays.'],
        ['category', category],
        ['subscriptionTier', 'premium'],
      ]);
      const fields = {
        title: 'Belt knot',
        description: 'How it stays.',
        category,
        subscriptionTier: 'premium',
      };
      expect([status, body]).toMatchObject([201, fields]);
    }
  });

  test('[C7.8] [C8.4] [C5.1] [C5.5] a refusal has a message', async () => {
    const viewer = await world.person();
    const refused = async (parts: Part[]) => {
      const { status, body } = await publish(viewer, [['title', 'x'], ['category', 'training'], ...parts]);
      return [status, body.message];
    };
    const noFile = 'No Files Selected: Please select at least one image or video of your technique.';
    expect(await refused([])).toEqual([422, noFile]);
    const [status, message] = await refused([['image', new Blob(['text']), 'a.txt']]);
    expect(status).toBe(422);
    expect(message).toMatch(/^Invalid File: Please select an image file/);
  });

  test('[C8.7] [C8.8] a signed-out member is asked to log in, on phones in other words', async () => {
    const message = async (headers = {}) => (await publish(null, technique, headers)).body.message;
    expect(await message()).toBe('Authentication Required: Please log in to share your techniques.');
    expect(await message({ 'sec-ch-ua-mobile': '?1' })).toBe('Please log in to upload content.');
  });

  const words = {
    techniqueType: 'guard sweep submission takedown escape pass position defense counter combination',
    difficultyLevel: 'beginner intermediate advanced expert',
    beltLevelRequired: 'white blue purple brown black',
    category: 'training competition recovery equipment technique lifestyle',
    tier: 'free premium vip',
  };
  test.each(Object.entries(words))(
    '[C3.4] [C3.7] [C3.8] [C3.10] %s is one of %s, and nothing else',
    async (field, list) => {
      const viewer = await world.person();
      const parts: Part[] = [
        ['title', 'x'],
        ['category', 'training'],
        ['files', await picture(), 'a.png'],
      ];
      const send = (value: string) =>
        publish(viewer, [...parts.filter(([name]) => name !== field), [field, value]]);
      const answered = field === 'tier' ? 'subscriptionTier' : field;
      for (const word of list.split(' ')) expect((await send(word)).body[answered]).toBe(word);
      expect(await send('else')).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.any(String)] } },
      });
    },
  );
});
