import { db } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import { askRequest } from '../features/commerce/custom-requests/offers/ask.server.ts';
import { saveOffer } from '../features/commerce/custom-requests/offers/offer.server.ts';
import { decideRequest } from '../features/commerce/custom-requests/steps/decide.server.ts';
import { expireOverdueRequests } from '../features/commerce/custom-requests/steps/expire-overdue.server.ts';
import { transitionRequest } from '../features/commerce/custom-requests/steps/transition.server.ts';
import { startPurchase } from '../features/commerce/purchases/buy.server.ts';
import { fulfil } from '../features/commerce/purchases/fulfil.server.ts';
import { factsRow } from '../features/core/media/facts-row.ts';
import type { MediaFacts } from '../media/media.ts';
import { requests } from './asked-techniques.ts';
import { extraMembers } from './extra-members.ts';
import { as, type DemoTrade, later, type PastEvent } from './history.server.ts';
import { paymentIn } from './money.server.ts';
import { offers } from './offers.ts';
import type { DemoRequest, DemoStep } from './shapes.ts';

const vips = extraMembers.filter(({ plan }) => plan === 'vip').sort((a, b) => b.joined - a.joined);

/** How many pictures the delivered requests need. */
export const deliveredPictures = requests.filter(({ steps }) =>
  steps.some(({ act }) => act === 'deliver'),
).length;

/** The custom requests of the demo, each brought to its state by the usual rules. */
export function requestEvents(people: Map<string, number>, pictures: MediaFacts[], now: Date): PastEvent[] {
  const offered = offers.map(
    ({ creator, ...offer }): PastEvent => ({
      at: later(now, -145),
      act: async (trade) => saveOffer(await as(trade, people.get(creator)!), { ...offer, isOpen: true }),
    }),
  );
  const left = [...pictures];
  return [...offered, ...requests.flatMap((request) => eventsOf(request, people, left, now))];
}

function eventsOf(
  request: DemoRequest,
  people: Map<string, number>,
  pictures: MediaFacts[],
  now: Date,
): PastEvent[] {
  const requester = people.get(typeof request.from === 'number' ? vips[request.from]!.key : request.from)!;
  const cast = { requester, creator: people.get(request.to)!, admin: people.get('summa_admin')! };
  let id = 0;
  let at = later(now, -request.days);
  const asked: PastEvent = {
    at,
    act: async (trade) => {
      const { title, details } = request;
      const made = await askRequest(await as(trade, requester), request.to, { title, details });
      id = made.id;
    },
  };
  const steps = request.steps.map((step): PastEvent => {
    at = later(at, step.days);
    const picture = step.act === 'deliver' ? pictures.shift() : undefined;
    return { at, act: (trade) => take(trade, { ...cast, id, step, picture }) };
  });
  return [asked, ...steps];
}

interface Taking {
  id: number;
  step: DemoStep;
  requester: number;
  creator: number;
  admin: number;
  picture: MediaFacts | undefined;
}

async function take(trade: DemoTrade, { id, step, requester, creator, admin, picture }: Taking) {
  const { act, note = null } = step;
  const { em } = trade.systemContext();
  switch (act) {
    case 'pay':
      return pay(trade, requester, (await draftOf(em, id)) ?? 0);
    case 'expire':
      return expireOverdueRequests(trade.systemContext());
    case 'refund':
    case 'release':
      await decideRequest(await as(trade, admin), id, { outcome: act, reason: note ?? '' });
      return expireOverdueRequests(trade.systemContext());
    case 'deliver': {
      const facts = { ...factsRow(picture!), status: 'ready' as const, position: 0 };
      await db(em)
        .insertInto('media')
        .values({ ...facts, owner_id: creator, content_id: await draftOf(em, id) })
        .execute();
      return transitionRequest(await as(trade, creator), id, act, note);
    }
    default: {
      const isRequesters = ['withdraw', 'confirm', 'dispute'].includes(act);
      await transitionRequest(await as(trade, isRequesters ? requester : creator), id, act, note);
      if (act === 'cancel') await expireOverdueRequests(trade.systemContext());
    }
  }
}

async function pay(trade: DemoTrade, buyer: number, contentId: number) {
  const { clientSecret } = await startPurchase(await as(trade, buyer), contentId);
  await trade.sandbox.submitHostedPage(paymentIn(clientSecret), 'pay');
  await fulfil(trade.systemContext(), paymentIn(clientSecret));
}

const draftOf = async (em: Em, id: number) =>
  (await db(em).selectFrom('requests').select('content_id as id').where('id', '=', id).executeTakeFirst())
    ?.id ?? null;
