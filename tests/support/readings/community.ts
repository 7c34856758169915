import { row } from '../sql.ts';
import {
  bodyOf,
  call,
  creatorOf,
  idIn,
  memberNamed,
  page,
  type Readings,
  senderOf,
  status,
  titleOf,
} from './reading.ts';

const visitor = { as: null } as const;
type World = Parameters<Exclude<Readings[string], string>>[0];

async function itemOf(world: World, commentId: number): Promise<number> {
  const found = await row<{ item: number }>(world.em())`
    select content_id as item from comments where id = ${commentId}`;
  return found?.item ?? 0;
}

const first = (all: { text: string }[]) => all[0]?.text;

const pinned =
  (is: boolean): Readings[string] =>
  async (world, sample) => {
    const id = idIn(sample);
    const item = await itemOf(world, id);
    return [
      call(`/api/comments/${id}`, ({ isPinned }) => isPinned, is),
      call(`/api/content/${item}/comments`, ([comment]) => comment.isPinned, is, visitor),
      page(`/content/${item}/comments`, `name="pinned" value="${is ? 0 : 1}"`),
      page(`/content/${item}/comments`, 'Pinned', is, visitor),
    ];
  };

const sent: Readings[string] = async (world, sample) => {
  const { username } = senderOf(sample);
  const to = bodyOf(sample).to ?? sample.path.split('/').at(-1);
  const other = { as: await memberNamed(world, to) };
  return [
    call('/api/messages', ([line]) => line?.last?.text, 'Hello'),
    call(`/api/messages/${to}`, first, 'Hello'),
    page('/messages', 'Hello'),
    page(`/messages/${to}`, 'Hello'),
    call('/api/messages', ([line]) => line?.unread, 1, other),
    call(`/api/messages/${username}`, first, 'Hello', other),
    page('/messages', 'Hello', true, other),
    page('/dashboard', '1</span><span class="visually-hidden"> unread', true, other),
  ];
};

/** Comments, follows, messages, reports and questions to support. */
export const communityReadings: Readings = {
  'POST /api/content/:id/comments': async (world, sample) => {
    const item = idIn(sample);
    const creator = { as: await creatorOf(world, item) };
    return [
      call(`/api/content/${item}/comments`, first, 'And the knee?'),
      call(`/api/content/${item}/comments`, first, 'And the knee?', visitor),
      call('/api/comments/unanswered', (all) => all.length, 2, creator),
      page(`/content/${item}/comments`, 'And the knee?'),
      page(`/content/${item}/comments`, 'And the knee?', true, visitor),
      page('/comments/unanswered', 'And the knee?', true, creator),
    ];
  },
  'PATCH /api/comments/:id': async (world, sample) => {
    const id = idIn(sample);
    const item = await itemOf(world, id);
    return [
      call(`/api/comments/${id}`, ({ text }) => text, 'Which elbow?'),
      call(`/api/content/${item}/comments`, first, 'Which elbow?', visitor),
      page(`/content/${item}/comments`, 'Which elbow?'),
      page(`/content/${item}/comments`, 'Which elbow?', true, visitor),
      page('/comments/unanswered', 'Which elbow?', true, { as: await creatorOf(world, item) }),
    ];
  },
  'DELETE /api/comments/:id': async (world, sample) => {
    const id = idIn(sample);
    const item = await itemOf(world, id);
    const text = 'Where does the elbow go?';
    return [
      status(`/api/comments/${id}`, 404),
      call(`/api/content/${item}/comments`, first, undefined, visitor),
      page(`/content/${item}/comments`, text, false),
      page(`/content/${item}/comments`, text, false, visitor),
      page('/comments/unanswered', text, false),
    ];
  },
  'PUT /api/comments/:id/pin': pinned(true),
  'DELETE /api/comments/:id/pin': pinned(false),
  'POST /api/creators/:username/follow': async (world, sample) => {
    const [, username = ''] = /creators\/(\w+)/.exec(sample.path) ?? [];
    const creator = await memberNamed(world, username);
    await world.item({ creator: creator.id });
    return [
      page(`/creators/${username}`, 'name="following" value="0"'),
      page('/profile/following', username),
      call('/api/creator-stats', ({ subscribers }) => subscribers, 1, { as: creator }),
    ];
  },
  'POST /api/map/positions/:id/follow': async (world, sample) => {
    const short = `/map/p/${idIn(sample)}`;
    // The page has the position's name in its address.
    const location = String((await world.ask(short)).headers.location ?? short);
    return [page(location, 'name="following" value="0"'), page('/profile/following', short)];
  },
  'POST /api/messages': sent,
  'POST /api/messages/:username': sent,
  'PATCH /api/messages/:username': (_world, sample) => {
    const username = sample.path.split('/').at(-1) ?? '';
    return [
      call('/api/blocks', (all) => all.length, 1),
      page('/profile/blocked', username),
      page(`/messages/${username}`, 'name="blocked" value="0"'),
    ];
  },
  'POST /api/reports': async (world, sample) => [
    call('/api/reports', ([report]) => report?.reason, 'spam'),
    page('/account/reports', await titleOf(world, bodyOf(sample).content)),
  ],
  'POST /api/support': async (world) => {
    const boss = { as: await world.person({ isAdmin: true }) };
    return [
      call('/api/support', ([question]) => question?.subject, 'Video'),
      call(
        ({ id }) => `/api/support/${id}`,
        ({ subject }) => subject,
        'Video',
      ),
      page('/account/support', 'Video'),
      page(({ id }) => `/admin/support/${id}`, 'It stands still.', true, boss),
    ];
  },
  'POST /api/support/:id': async (world, sample) => [
    call(sample.path, ({ replies }) => replies[0]?.text, 'Still so'),
    page(`/account/support/${idIn(sample)}`, 'Still so'),
    page(`/admin/support/${idIn(sample)}`, 'Still so', true, { as: await world.person({ isAdmin: true }) }),
  ],
  'PATCH /api/support/:id': (_world, sample) => [
    call(sample.path, ({ state }) => state, 'closed'),
    call('/api/support', ([{ state }]) => state, 'closed'),
    page('/account/support', 'Closed'),
    page(`/account/support/${idIn(sample)}`, 'Closed'),
  ],
};
