import { askRequest } from '../../../app/features/commerce/custom-requests/offers/ask.server.ts';
import { saveOffer } from '../../../app/features/commerce/custom-requests/offers/offer.server.ts';
import { expireOverdueRequests } from '../../../app/features/commerce/custom-requests/steps/expire-overdue.server.ts';
import { transitionRequest } from '../../../app/features/commerce/custom-requests/steps/transition.server.ts';
import { startPurchase } from '../../../app/features/commerce/purchases/buy.server.ts';
import { fulfil, fulfilCheckout } from '../../../app/features/commerce/purchases/fulfil.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { row, rows } from '../sql.ts';
import { paymentIn, testShop } from './shop.ts';

export const details = 'Please show how you keep the elbow when the other one stacks.';

/** A shop whose creators take requests, with functions for the steps. */
export function testRequests() {
  const shop = testShop();
  const { world } = shop;

  return {
    ...shop,

    /** Lets a member take requests. */
    offer: (
      creator: Viewer,
      facts: { price?: number; days?: number; atOnce?: number; isOpen?: boolean } = {},
    ) =>
      saveOffer(world.member(creator), {
        price: 2_501,
        days: 10,
        atOnce: 2,
        note: null,
        isOpen: true,
        ...facts,
      }),

    /** A creator who takes requests and a VIP who may ask. */
    async pair(facts: Parameters<typeof this.offer>[1] = {}) {
      const creator = await world.person({ plan: 'premium' });
      const vip = await world.person({ plan: 'vip' });
      await this.offer(creator, facts);
      return { creator, vip };
    },

    async ask(vip: Viewer, creator: Viewer, title = 'Armbar from the stack') {
      return (await askRequest(world.member(vip), creator.username, { title, details })).id;
    },

    takeStep: (viewer: Viewer, id: number, act: Parameters<typeof transitionRequest>[2], note?: string) =>
      transitionRequest(world.member(viewer), id, act, note ?? null),

    async itemOf(id: number): Promise<number> {
      const found = await row<{ item: number }>(
        world.em(),
      )`select content_id as item from requests where id = ${id}`;
      return found?.item ?? 0;
    },

    /** Pays at the provider, and processes the event. */
    async pay(vip: Viewer, id: number, { hosted = false } = {}) {
      const { clientSecret, url } = await startPurchase(world.member(vip), await this.itemOf(id), { hosted });
      await world.payments.answer(clientSecret ?? url);
      if (clientSecret) return fulfil(world.systemContext(), paymentIn(clientSecret));
      return fulfilCheckout(world.systemContext(), url?.split('/').at(-1) ?? '');
    },

    /** Puts an image into the draft. */
    async fill(id: number) {
      const item = await this.itemOf(id);
      await row(world.em())`
        insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths)
        select md5(random()::text), creator_id, id, 'image', 'ready', 'image/png', 640, 480, 1000, '#aabbcc', '{320,640}'
        from content where id = ${item}`;
      return item;
    },

    /** A request that is paid. */
    async paid(facts: Parameters<typeof this.offer>[1] = {}) {
      const pair = await this.pair(facts);
      const id = await this.ask(pair.vip, pair.creator);
      await this.takeStep(pair.creator, id, 'accept');
      await this.pay(pair.vip, id);
      return { ...pair, id, item: await this.itemOf(id) };
    },

    /** One that is delivered. */
    async delivered() {
      const made = await this.paid();
      await this.fill(made.id);
      await this.takeStep(made.creator, made.id, 'deliver');
      return made;
    },

    async stateOf(id: number) {
      const found = await row<{ state: string }>(world.em())`select state from requests where id = ${id}`;
      return found?.state;
    },

    historyOf: async (id: number) =>
      (
        await rows<{ state: string }>(world.em())`
          select state from request_steps where request_id = ${id} order by id`
      ).map(({ state }) => state),

    /** The job of every minute. */
    turn: () => expireOverdueRequests(world.systemContext()),

    days(days: number) {
      shop.later(days * 24 * 60);
    },
  };
}
