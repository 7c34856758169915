import { afterAll, beforeAll } from 'vitest';
import {
  purchaseReturnPath,
  sandboxPagePath,
  subscriptionReturnPath,
} from '../../app/features/purchases/addresses.ts';
import { processEvent, takeDelivery, waitingEvents } from '../../app/features/purchases/events.server.ts';
import type { HostedOutcome } from '../../app/payments/hosted-outcomes.ts';
import { openSandboxDatabase } from '../../app/payments/sandbox/database.server.ts';
import { createSandbox, type Sandbox } from '../../app/payments/sandbox.server.ts';
import type { HouseScope } from '../../app/scope.ts';

const origin = 'http://localhost:3000';

interface Surroundings {
  now: () => Date;
  house: () => HouseScope;
}

/**
 * The embedded payment provider on the test's database. Events wait until a test delivers them, so that every
 * test says itself what arrives, when, and how often.
 */
export function testTill(database: { readonly url: string }, { now, house }: Surroundings) {
  const held: { sandbox?: Sandbox; courier?: Sandbox; close?: () => Promise<void> } = {};
  beforeAll(() => {
    const bank = openSandboxDatabase(database.url);
    const options = {
      database: bank,
      signingSecret: 'whsec_for_tests',
      now,
      pageUrl: (id: string) => `${origin}${sandboxPagePath(id)}`,
      purchaseReturnUrl: `${origin}${purchaseReturnPath}`,
      subscriptionReturnUrl: `${origin}${subscriptionReturnPath}`,
    };
    held.sandbox = createSandbox(options);
    held.courier = createSandbox({
      ...options,
      deliver: async ({ body, headers }) => {
        await takeDelivery(house(), body, headers);
        return true;
      },
    });
    held.close = () => bank.close();
  });
  afterAll(() => held.close?.());

  /** Does what the worker would do with the events that have arrived. */
  async function work(scope = house()) {
    const arrived = await waitingEvents(scope, new Date('9999-01-01'));
    for (const id of arrived) await processEvent(scope, id);
    return arrived.length;
  }

  return {
    get sandbox() {
      return held.sandbox!;
    },
    /** The person's act on the provider's page, by its address, a client secret or an id. */
    async answer(page: string | null, outcome: HostedOutcome = 'pay') {
      const id = page?.split('/').at(-1)?.split('_secret_')[0] ?? '';
      return held.sandbox!.submitHostedPage(id, outcome);
    },
    /** The webhook's deliveries arrive, without anything being done about them yet. */
    arrive: () => held.courier!.deliverEvents({ all: true }),
    work,
    /** The webhook's deliveries arrive and are worked off. */
    async deliver() {
      await held.courier!.deliverEvents({ all: true });
      await work();
    },
  };
}
