import { viewerById } from '../../../app/features/identity/sessions/sessions.server.ts';
import { row } from '../sql.ts';
import { bodyOf, call, creatorOf, idIn, memberNamed, page, type Readings, senderOf } from './reading.ts';

type World = Parameters<Exclude<Readings[string], string>>[0];

async function sidesOf(world: World, id: number) {
  const found = await row<{ requester: number; creator: number }>(world.em())`
    select requester_id as requester, creator_id as creator from requests where id = ${id}`;
  const viewer = (who: number | undefined) => viewerById(world.em(), who ?? 0, new Date());
  return { requester: { as: await viewer(found?.requester) }, creator: { as: await viewer(found?.creator) } };
}

/** A request that is in a state afterwards, for both sides and for admins. */
const moved =
  (state: string): Readings[string] =>
  async (world, sample) => {
    const id = idIn(sample);
    const { requester, creator } = await sidesOf(world, id);
    const admin = { as: await world.person({ isAdmin: true }) };
    return [
      call(`/api/requests/${id}`, (request) => request.state, state, requester),
      call(`/api/requests/${id}`, (request) => request.state, state, creator),
      call('/api/requests', ([line]) => line.state, state, requester),
      call('/api/requests?side=creator', ([line]) => line.state, state, creator),
      call(`/api/admin/requests/${id}`, (request) => request.state, state, admin),
    ];
  };

/** Purchases, plans and custom requests. */
export const moneyReadings: Readings = {
  'POST /api/content/:id/purchase': 'nothing is bought before the payment is confirmed',
  'POST /api/create-subscription': 'no plan begins before the payment is confirmed',
  'POST /api/content/:id/confirm-purchase': async (world, sample) => {
    const item = idIn(sample);
    const creator = { as: await creatorOf(world, item) };
    return [
      call(`/api/content/${item}`, ({ locked }) => locked, false),
      page('/library', `/content/${item}`),
      call('/api/my-sales', ([sale]) => sale?.contentId, item, creator),
      call('/api/creator-stats', ({ totalEarnings }) => totalEarnings > 0, true, creator),
      call('/api/my-content', ([own]) => own.salesCount, 1, creator),
      page('/studio/earnings', '$4.99', true, creator),
    ];
  },
  'POST /api/requests': async (world, sample) => {
    const creator = { as: await memberNamed(world, bodyOf(sample).creator) };
    const { firstName, lastName } = senderOf(sample);
    return [
      call('/api/requests', ([line]) => line?.title, 'Triangle'),
      call(
        ({ id }) => `/api/requests/${id}`,
        ({ title }) => title,
        'Triangle',
      ),
      page('/requests', 'Triangle'),
      call('/api/requests?side=creator', ([line]) => line.title, 'Triangle', creator),
      page('/requests?side=creator', `${firstName} ${lastName}`, true, creator),
    ];
  },
  'PUT /api/requests/offer': async (world, sample) => {
    const { id, username } = senderOf(sample);
    await world.item({ creator: id });
    const vip = { as: await world.person({ plan: 'vip' }) };
    return [
      call('/api/requests/offer', ({ price }) => price, 25),
      call(`/api/creators/${username}/offer`, ({ isOpen }) => isOpen, true, vip),
      page('/requests/offer', 'value="25.00"'),
      page(`/creators/${username}`, `/creators/${username}/request`, true, vip),
    ];
  },
  'POST /api/requests/:id/:transition': moved('accepted'),
  'POST /api/requests/:id/:transition (decline)': moved('declined'),
  'POST /api/requests/:id/:transition (withdraw)': moved('withdrawn'),
  'POST /api/requests/:id/:transition (cancel)': moved('cancelled'),
  'POST /api/requests/:id/:transition (deliver)': moved('delivered'),
  'POST /api/requests/:id/:transition (confirm)': moved('done'),
  'POST /api/requests/:id/:transition (dispute)': moved('disputed'),
  'POST /api/requests/:id/:transition (publish)': (_world, sample) => {
    const id = idIn(sample);
    // The item is published when the other side agrees, too.
    return [
      call(`/api/requests/${id}`, ({ transitions }) => transitions.includes('keep-private'), true),
      page(`/requests/${id}`, `/requests/${id}/keep-private`),
    ];
  },
  'POST /api/admin/requests/:id': moved('done'),
  'POST /api/cloudinary/notification': 'it asks for a signature of Cloudinary, which this site does not use',
  'POST /api/stripe/webhook':
    'the payment provider sends it; what it opens is in the test of the confirmation',
};
