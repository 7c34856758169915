import { askRequest } from '../../../app/features/commerce/custom-requests/offers/ask.server.ts';
import { saveOffer } from '../../../app/features/commerce/custom-requests/offers/offer.server.ts';
import type { RequestTransition } from '../../../app/features/commerce/custom-requests/steps/may-transition.ts';
import { transitionRequest } from '../../../app/features/commerce/custom-requests/steps/transition.server.ts';
import { startPurchase } from '../../../app/features/commerce/purchases/buy.server.ts';
import { fulfil } from '../../../app/features/commerce/purchases/fulfil.server.ts';
import { fileReport } from '../../../app/features/operations/reports/report.server.ts';
import { askQuestion } from '../../../app/features/operations/support/ask.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { row } from '../sql.ts';
import { filesForm, image } from './making.ts';
import { fresh, type LiveWorld, type SampleRequest, type SampleRequests } from './sample-request.ts';

const details = 'Please show how you keep the elbow when the other one stacks.';
const offer = { price: 2_500, days: 10, atOnce: 5, note: null, isOpen: true };
export const question = { topic: 'technical', subject: 'Video', text: 'It stands still.' } as const;

export async function asked(world: LiveWorld) {
  const creator = await world.person({ plan: 'premium' });
  const vip = await world.person({ plan: 'vip' });
  await saveOffer(world.member(creator), offer);
  const { id } = await askRequest(world.member(vip), creator.username, { title: 'Armbar', details });
  return { creator, vip, id };
}

/** A request after the last of these steps. */
export async function requestAt(
  world: LiveWorld,
  state: 'asked' | 'paid' | 'delivered' | 'done' | 'disputed',
) {
  const made = await asked(world);
  const { creator, vip, id } = made;
  const step = (who: Viewer, name: RequestTransition, note: string | null = null) =>
    transitionRequest(world.member(who), id, name, note);
  if (state === 'asked') return made;
  await step(creator, 'accept');
  const item =
    (await row<{ id: number }>(world.em())`select content_id as id from requests where id = ${id}`)?.id ?? 0;
  const { clientSecret } = await startPurchase(world.member(vip), item);
  await world.payments.answer(clientSecret);
  await fulfil(world.systemContext(), clientSecret?.split('_secret_')[0] ?? '');
  await row(world.em())`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths)
    values (md5(random()::text), ${creator.id}, ${item}, 'image', 'ready', 'image/png', 640, 480, 1000, '#aabbcc', '{320}')`;
  if (state === 'paid') return made;
  await step(creator, 'deliver');
  if (state === 'disputed') await step(vip, 'dispute', 'Not what I asked for');
  if (state === 'done') await step(vip, 'confirm');
  return made;
}

/** Each step, by the side that may take it, from the state where it is allowed. */
const transitions: [RequestTransition, Parameters<typeof requestAt>[1], 'creator' | 'vip'][] = [
  ['accept', 'asked', 'creator'],
  ['decline', 'asked', 'creator'],
  ['withdraw', 'asked', 'vip'],
  ['cancel', 'paid', 'creator'],
  ['deliver', 'paid', 'creator'],
  ['confirm', 'delivered', 'vip'],
  ['dispute', 'delivered', 'vip'],
  ['publish', 'done', 'creator'],
];
const stepsOf = (id: number) => `select count(*) from request_steps where request_id = ${id}`;

function takesStep([step, from, side]: (typeof transitions)[number], isCall: boolean) {
  return async (world: LiveWorld): Promise<SampleRequest> => {
    const made = await requestAt(world, from);
    const sent = isCall ? { json: { note: 'So be it' } } : { fields: { note: 'So be it' } };
    const by = step === 'publish' ? 0 : 1;
    const path = `${isCall ? '/api' : ''}/requests/${made.id}/${step}`;
    return { path, as: made[side], ...sent, effect: [stepsOf(made.id), by] };
  };
}

async function pair(world: LiveWorld) {
  const [one, other] = [await world.person({ plan: 'vip' }), await world.person({ plan: 'vip' })];
  // Creators can receive messages.
  await world.item({ creator: other.id });
  return { one, other, sentBy: `select count(*) from messages where sender_id = ${one.id}` };
}

async function notified(world: LiveWorld) {
  const viewer = await world.person();
  const made = await row<{ id: number }>(world.em())`
    insert into notifications (user_id, kind, event, about_id, key, newest, at, moved)
    values (${viewer.id}, 'rating', 'rated', ${await world.item()}, 'rating', 1, now(), 1) returning id`;
  const unread = `select count(*) from notifications where user_id = ${viewer.id} and read_at is null`;
  return { viewer, id: made?.id ?? 0, unread };
}

export async function ownQuestion(world: LiveWorld) {
  const viewer = await world.person();
  const { id } = await askQuestion(world.member(viewer), question as never);
  return { viewer, id, replies: `select count(*) from support_replies where question_id = ${id}` };
}

export async function reported(world: LiveWorld) {
  const item = await world.item();
  const reporter = await world.person();
  await fileReport(world.member(reporter), { content: item }, { reason: 'spam', details: null });
  const found = await row<{ id: number }>(world.em())`
    select id from report_cases where kind = 'content' and subject_id = ${item}`;
  return { item, id: found?.id ?? 0 };
}

/** What members do with each other, and what they set for themselves. */
export const communityRequests: SampleRequests = {
  'POST /creators/:username/follow': async (world) => {
    const [fan, creator] = [await world.person(), await world.person()];
    const effect = `select count(*) from follows where follower_id = ${fan.id}`;
    const path = `/creators/${creator.username}/follow`;
    return { path, as: fan, fields: { following: '1' }, effect: [effect, 1] };
  },
  'POST /map/p/:id/follow': async (world) => {
    const [fan, position] = [await world.person(), await aPosition(world)];
    const effect = `select count(*) from position_follows where member_id = ${fan.id}`;
    return { path: `/map/p/${position}/follow`, as: fan, fields: { following: '1' }, effect: [effect, 1] };
  },
  'POST /api/map/positions/:id/follow': async (world) => {
    const [fan, position] = [await world.person(), await aPosition(world)];
    const effect = `select coalesce(sum(followers), 0) from position_follow_counts where position_id = ${position}`;
    const path = `/api/map/positions/${position}/follow`;
    return { path, as: fan, json: { following: true }, effect: [effect, 1] };
  },
  'POST /api/creators/:username/follow': async (world) => {
    const [fan, creator] = [await world.person(), await world.person()];
    const effect = `select coalesce(sum(followers), 0) from follower_counts where creator_id = ${creator.id}`;
    return { path: `/api/creators/${creator.username}/follow`, as: fan, json: {}, effect: [effect, 0] };
  },
  'POST /profile': async (world) => {
    const viewer = await world.person();
    const effect = `select count(bio) from users where id = ${viewer.id}`;
    return { path: '/profile', as: viewer, fields: { bio: 'Half guard' }, effect: [effect, 1] };
  },
  'PATCH /api/profile': async (world) => {
    const viewer = await world.person();
    const username = fresh('renamed');
    const effect = `select count(*) from users where id = ${viewer.id} and username = '${username}'`;
    return { path: '/api/profile', as: viewer, json: { username }, effect: [effect, 1] };
  },
  'POST /profile/picture': async (world) => {
    const viewer = await world.person();
    const files = filesForm({}, { image: [await image(), 'me.png'] });
    const effect = `select count(profile_image_key) from users where id = ${viewer.id}`;
    return { path: '/profile/picture', as: viewer, files, effect: [effect, 1] };
  },
  'POST /profile/picture/remove': async (world) => {
    const viewer = await world.person();
    await row(world.em())`update users set profile_image_key = md5('a picture') where id = ${viewer.id}`;
    const effect = `select count(profile_image_key) from users where id = ${viewer.id}`;
    return { path: '/profile/picture/remove', as: viewer, fields: {}, effect: [effect, -1] };
  },
  'POST /messages/:username': async (world) => {
    const { one, other, sentBy } = await pair(world);
    const files = filesForm({ text: 'Hello', attempt: fresh('attempt') });
    return { path: `/messages/${other.username}`, as: one, files, effect: [sentBy, 1] };
  },
  'POST /api/messages/:username': async (world) => {
    const { one, other, sentBy } = await pair(world);
    const json = { text: 'Hello' };
    return { path: `/api/messages/${other.username}`, as: one, json, effect: [sentBy, 8] };
  },
  'POST /api/messages': async (world) => {
    const { one, other, sentBy } = await pair(world);
    const json = { to: other.username, text: 'Hello', attempt: fresh('attempt') };
    return { path: '/api/messages', as: one, json, effect: [sentBy, 1] };
  },
  'PATCH /api/messages/:username': async (world) => {
    const { one, other } = await pair(world);
    const effect = `select count(*) from blocks where member_id = ${one.id}`;
    const json = { blocked: true };
    return { path: `/api/messages/${other.username}`, as: one, json, effect: [effect, 1] };
  },
  'POST /messages/:username/block': async (world) => {
    const { one, other } = await pair(world);
    const effect = `select count(*) from blocks where member_id = ${one.id}`;
    const path = `/messages/${other.username}/block`;
    return { path, as: one, fields: { blocked: '1' }, effect: [effect, 1] };
  },
  'POST /account/message-mails': async (world) => ({
    path: '/account/message-mails',
    as: await world.person(),
    fields: { mails: '0' },
    effect: null,
  }),
  'POST /notifications': async (world) => {
    const viewer = await world.person();
    const effect = `select count(*) from users where id = ${viewer.id} and unwanted_kinds <> '{}'`;
    return { path: '/notifications', as: viewer, fields: { kinds: 'message' }, effect: [effect, 1] };
  },
  'PUT /api/notifications/kinds': async (world) => {
    const viewer = await world.person();
    const effect = `select count(*) from users where id = ${viewer.id} and unwanted_kinds <> '{}'`;
    return {
      path: '/api/notifications/kinds',
      as: viewer,
      json: { kinds: ['message'] },
      effect: [effect, 1],
    };
  },
  'POST /notifications/read': async (world) => {
    const { viewer, id, unread } = await notified(world);
    return { path: '/notifications/read', as: viewer, fields: { id: String(id) }, effect: [unread, -1] };
  },
  'POST /api/notifications/read': async (world) => {
    const { viewer, unread } = await notified(world);
    return { path: '/api/notifications/read', as: viewer, json: { all: true }, effect: [unread, -1] };
  },
  'GET /notifications/:id': async (world) => {
    const { viewer, id, unread } = await notified(world);
    return { path: `/notifications/${id}`, as: viewer, effect: [unread, -1] };
  },
  'POST /creators/:username/request': async (world) => {
    const { creator } = await asked(world);
    const vip = await world.person({ plan: 'vip' });
    const fields = { title: 'Triangle', details, attempt: fresh('attempt-of-') };
    const effect = `select count(*) from requests where requester_id = ${vip.id}`;
    return { path: `/creators/${creator.username}/request`, as: vip, fields, effect: [effect, 1] };
  },
  'POST /api/requests': async (world) => {
    const { creator } = await asked(world);
    const vip = await world.person({ plan: 'vip' });
    const json = { creator: creator.username, title: 'Triangle', details };
    // One place is taken; the offer holds five.
    const effect = `select count(*) from requests where requester_id = ${vip.id}`;
    return { path: '/api/requests', as: vip, json, effect: [effect, [1, 4]] };
  },
  'POST /requests/offer': async (world) => {
    const creator = await world.person({ plan: 'premium' });
    const fields = { price: '25.00', days: '10', atOnce: '5', isOpen: 'true' };
    const effect = `select count(*) from request_offers where creator_id = ${creator.id}`;
    return { path: '/requests/offer', as: creator, fields, effect: [effect, 1] };
  },
  'PUT /api/requests/offer': async (world) => {
    const creator = await world.person({ plan: 'premium' });
    const json = { price: 25, days: 10, atOnce: 5, isOpen: true };
    const effect = `select count(*) from request_offers where creator_id = ${creator.id}`;
    return { path: '/api/requests/offer', as: creator, json, effect: [effect, 1] };
  },
  ...Object.fromEntries(
    transitions.flatMap((step, n) => [
      [`POST /requests/:id/:transition${n === 0 ? '' : ` (${step[0]})`}`, takesStep(step, false)],
      [`POST /api/requests/:id/:transition${n === 0 ? '' : ` (${step[0]})`}`, takesStep(step, true)],
    ]),
  ),
  'POST /report': async (world) => {
    const [reporter, item] = [await world.person(), await world.item()];
    const effect = `select count(*) from reports where reporter_id = ${reporter.id}`;
    return { path: `/report?content=${item}`, as: reporter, fields: { reason: 'spam' }, effect: [effect, 1] };
  },
  'POST /api/reports': async (world) => {
    const [reporter, item] = [await world.person(), await world.item()];
    const effect = `select coalesce(sum(reports), 0) from report_cases where kind = 'content' and subject_id = ${item}`;
    return {
      path: '/api/reports',
      as: reporter,
      json: { content: item, reason: 'spam' },
      effect: [effect, 1],
    };
  },
  'POST /help-center/contact': async () => {
    const email = `${fresh('asks')}@example.org`;
    const fields = { ...question, name: 'Nova Silva', email, attempt: fresh('attempt') };
    const effect = `select count(*) from support_questions where email = '${email}'`;
    return { path: '/help-center/contact', as: null, fields, effect: [effect, 1] };
  },
  'POST /api/support': async (world) => {
    const viewer = await world.person();
    const effect = `select count(*) from support_questions where asker_id = ${viewer.id}`;
    const json = { ...question, attempt: fresh('attempt') };
    return { path: '/api/support', as: viewer, json, effect: [effect, 1] };
  },
  'POST /account/support/:id': async (world) => {
    const { viewer, id, replies } = await ownQuestion(world);
    const fields = { text: 'Still so', attempt: fresh('attempt') };
    return { path: `/account/support/${id}`, as: viewer, fields, effect: [replies, 1] };
  },
  'POST /api/support/:id': async (world) => {
    const { viewer, id, replies } = await ownQuestion(world);
    return { path: `/api/support/${id}`, as: viewer, json: { text: 'Still so' }, effect: [replies, 8] };
  },
  'POST /account/support/:id/close': async (world) => {
    const { viewer, id } = await ownQuestion(world);
    const effect = `select count(closed_at) from support_questions where id = ${id}`;
    return { path: `/account/support/${id}/close`, as: viewer, fields: {}, effect: [effect, 1] };
  },
  'PATCH /api/support/:id': async (world) => {
    const { viewer, id } = await ownQuestion(world);
    const effect = `select count(closed_at) from support_questions where id = ${id}`;
    return { path: `/api/support/${id}`, as: viewer, json: { closed: true }, effect: [effect, 1] };
  },
  'POST /theme': async () => ({ path: '/theme', as: null, fields: { theme: 'dark' }, effect: null }),
};

async function aPosition(world: LiveWorld): Promise<number> {
  const made = await row<{ id: number }>(world.em())`
    insert into map_positions (slug, name, family) values ('p', ${fresh('position')}, 'other') returning id`;
  return made?.id ?? 0;
}
