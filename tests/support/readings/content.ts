import { bodyOf, call, creatorOf, idIn, page, type Readings, senderOf, status, titleOf } from './reading.ts';

const visitor = { as: null } as const;
const idsOf = (things: { id: number }[]) => things.map(({ id }) => id);

const stars =
  (from: number, to: number): Readings[string] =>
  async (world, sample) => {
    const item = idIn(sample);
    const creator = await creatorOf(world, item);
    return [
      call(`/api/content/${item}`, ({ averageRating }) => averageRating, to),
      call(`/api/content/${item}`, ({ averageRating }) => averageRating, to, visitor),
      call(
        `/api/content/${item}/ratings`,
        (all) => all.map(({ rating }: { rating: number }) => rating),
        to ? [to] : [],
      ),
      page(`/content/${item}`, `${from || to}.0 of 5`, to > 0),
      page(`/content/${item}`, `${from || to}.0 of 5`, to > 0, visitor),
      call('/api/my-content', ([own]) => own.averageRating, to, { as: creator }),
    ];
  };

const gone: Readings[string] = async (world, sample) => {
  const item = idIn(sample);
  const creator = await creatorOf(world, item);
  const title = await titleOf(world, item);
  return [
    status(`/api/content/${item}`, 404),
    status(`/api/content/${item}`, 404, visitor),
    status(`/content/${item}`, 404),
    status(`/content/${item}`, 404, visitor),
    call('/api/content', (all) => idsOf(all).includes(item), false),
    call('/api/content', (all) => idsOf(all).includes(item), false, visitor),
    page('/discover', `/content/${item}"`, false, visitor),
    page(`/creators/${creator.username}`, title, false, visitor),
    call('/api/my-content', idsOf, [], { as: creator }),
    call('/api/creator-stats', ({ totalContent }) => totalContent, 0, { as: creator }),
    page('/studio/content', title, false, { as: creator }),
  ];
};

/** Items and their files, likes and ratings. */
export const contentReadings: Readings = {
  'POST /api/content': (_world, sample) => {
    const { id, username } = senderOf(sample);
    return [
      call('/api/my-content', ([own]) => own?.title, 'Knee cut'),
      call('/api/creator-stats', ({ totalContent }) => totalContent, 1),
      call('/api/content', ([newest]) => newest?.userId, id),
      call('/api/content', ([newest]) => newest?.userId, id, visitor),
      call(
        (made) => `/api/content/${made.id}`,
        ({ title }) => title,
        'Knee cut',
        visitor,
      ),
      page((made) => `/content/${made.id}`, 'Knee cut', true, visitor),
      page('/studio/content', 'Knee cut'),
      page(`/creators/${username}`, 'Knee cut'),
      page(`/creators/${username}`, 'Knee cut', true, visitor),
      page('/discover', `@${username}`),
      page('/discover', `@${username}`, true, visitor),
    ];
  },
  'POST /api/content/:id/map': (_world, sample) => {
    const item = idIn(sample);
    return [
      call(`/api/content/${item}/map`, (map) => JSON.stringify(map).includes('a new sweep'), true),
      page(`/content/${item}/map`, 'a new sweep'),
    ];
  },
  'DELETE /api/content/:id': gone,
  'DELETE /api/admin/content/:id': gone,
  'POST /api/uploads': () => [
    call(
      ({ id }) => `/api/uploads/${id}`,
      ({ bytes }) => bytes,
      1_000,
    ),
  ],
  'PATCH /api/uploads/:id': (_world, sample) => [
    call(sample.path, ({ offset }) => offset, sample.bytes?.body.length),
  ],
  'DELETE /api/uploads/:id': (_world, sample) => [status(sample.path, 404)],
  'POST /api/uploads/:id/finish': (_world, sample) => [
    call(sample.path.replace('/finish', ''), ({ key }) => typeof key, 'string'),
  ],
  'POST /api/content/:id/like': async (world, sample) => {
    const item = idIn(sample);
    const creator = await creatorOf(world, item);
    return [
      call(`/api/content/${item}`, ({ likes }) => likes, 1),
      call(`/api/content/${item}`, ({ likes }) => likes, 1, visitor),
      call('/api/my-likes', (ids) => ids, [item]),
      call('/api/creator-stats', ({ totalLikes }) => totalLikes, 1, { as: creator }),
      call('/api/my-content', ([own]) => own.likes, 1, { as: creator }),
      page(`/content/${item}`, 'name="liked" value="0"'),
      page(`/content/${item}`, `data-of="/content/${item}/like" data-count="1"`, true, visitor),
      page('/library?show=liked', `/content/${item}`),
    ];
  },
  'POST /api/content/:id/rating': stars(0, 4),
  'DELETE /api/content/:id/rating': stars(3, 0),
};

/** Featured cards. */
export const featuredReadings: Readings = {
  'POST /api/admin/featured-content': (_world, sample) => {
    const { title } = bodyOf(sample);
    const has = (cards: { title: string }[]) => cards.some((card) => card.title === title);
    return [
      call('/api/admin/featured-content', has, true),
      call('/api/featured-content', has, true, visitor),
      page('/admin/featured', title),
      page('/', title, true, visitor),
    ];
  },
  'PATCH /api/admin/featured-content/:id': (_world, sample) => {
    const of = (cards: { id: number; title: string }[]) => cards.find(({ id }) => id === idIn(sample))?.title;
    return [
      call('/api/admin/featured-content', of, 'Patched'),
      call('/api/featured-content', of, 'Patched', visitor),
      page('/admin/featured', 'Patched'),
      page('/', 'Patched', true, visitor),
    ];
  },
  'DELETE /api/admin/featured-content/:id': async (_world, sample) => {
    const has = (cards: { id: number }[]) => cards.some(({ id }) => id === idIn(sample));
    return [
      call('/api/admin/featured-content', has, false),
      call('/api/featured-content', has, false, visitor),
      page('/admin/featured', `/admin/featured/${idIn(sample)}/`, false),
    ];
  },
};
