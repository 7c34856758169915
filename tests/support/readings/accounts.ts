import { row } from '../sql.ts';
import { bodyOf, call, idIn, page, type Readings, senderOf, status } from './reading.ts';

const begun = { as: 'begun' } as const;
const visitor = { as: null } as const;

/** Signing in and out, what members set for themselves, and what admins change of them. */
export const accountReadings: Readings = {
  'POST /api/register': (_world, sample) => [
    call('/api/user', ({ username }) => username, bodyOf(sample).username, begun),
    page('/profile', `@${bodyOf(sample).username}`, true, begun),
    page('/dashboard', 'Nova', true, begun),
  ],
  'POST /api/login': (_world, sample) => [
    call('/api/user', ({ email }) => email, bodyOf(sample).email, begun),
    status('/account/security', 200, begun),
  ],
  'POST /api/logout': () => [
    status('/api/user', 401),
    status('/api/my-likes', 401),
    status('/dashboard', 303),
    status('/profile', 303),
  ],
  'PATCH /api/profile': async (world, sample) => {
    const { username } = bodyOf(sample);
    const item = await world.item({ creator: senderOf(sample).id });
    return [
      call('/api/user', (user) => user.username, username),
      call('/api/auth/user', (user) => user.username, username),
      page('/profile', `@${username}`),
      status(`/creators/${username}`, 200, visitor),
      page(`/content/${item}`, `@${username}`, true, visitor),
      page('/discover', `@${username}`),
      status(`/creators/${senderOf(sample).username}`, 404, visitor),
    ];
  },
  'PUT /api/comment-settings': () => [
    call('/api/comment-settings', ({ commentsFrom }) => commentsFrom, 'members'),
    page('/profile/comments', 'checked="" value="members"'),
  ],
  'PUT /api/notifications/kinds': () => [
    call('/api/notifications/kinds', ({ kinds }) => kinds, ['message']),
    {
      path: '/notifications',
      of: ({ text }) =>
        text.match(/<input[^>]*name="kinds"[^>]*>/g)?.filter((box) => box.includes('checked')).length,
      is: 1,
    },
  ],
  'POST /api/notifications/read': () => [
    call('/api/notifications', (all) => all.map(({ isRead }: { isRead: boolean }) => isRead), [true]),
    page('/notifications', 'unread', false),
    page('/dashboard', 'unread', false),
  ],
  'PUT /api/admin/creators/:id': async (world, sample) => {
    const id = idIn(sample);
    const member = await row<{ username: string }>(world.em())`select username from users where id = ${id}`;
    await world.item({ creator: id });
    return [
      call(`/api/admin/creators/${id}`, ({ bio }) => bio, 'Edited'),
      page(`/admin/creators/${id}`, 'Edited'),
      page(`/creators/${member?.username}`, 'Edited', true, visitor),
    ];
  },
  'DELETE /api/admin/creators/:id': async (world, sample) => {
    const id = idIn(sample);
    const member = await row<{ username: string }>(world.em())`select username from users where id = ${id}`;
    const item = await world.item({ creator: id });
    return [
      status(`/creators/${member?.username}`, 404, visitor),
      status(`/content/${item}`, 404, visitor),
      status(`/api/content/${item}`, 404),
      status(`/api/admin/creators/${id}`, 404),
    ];
  },
};
