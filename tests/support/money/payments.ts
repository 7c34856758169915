import { afterAll, beforeAll } from 'vitest';
import {
  purchaseReturnPath,
  sandboxPagePath,
  subscriptionReturnPath,
} from '../../../app/domain/checkout-paths.ts';
import {
  processEvent,
  storeWebhook,
  waitingEvents,
} from '../../../app/features/commerce/provider-events/events.server.ts';
import type { HostedOutcome } from '../../../app/payments/hosted-outcomes.ts';
import { openSandboxDatabase } from '../../../app/payments/sandbox/database.server.ts';
import { createSandbox, type Sandbox } from '../../../app/payments/sandbox.server.ts';
import type { SystemContext } from '../../../app/scope.ts';
import { exampleInspector } from '../stripe/examples.ts';

const origin = 'http://localhost:3000';

interface Surroundings {
  now: () => Date;
  systemContext: () => SystemContext;
}

/** The embedded payment provider on the test's database. Events wait until a test delivers them, so that each test
 *  decides what arrives, when, and how often. */
export function testPayments(database: { readonly url: string }, { now, systemContext }: Surroundings) {
  const held: { sandbox?: Sandbox; courier?: Sandbox; close?: () => Promise<void> } = {};
  beforeAll(() => {
    const bank = openSandboxDatabase(database.url);
    const options = {
      database: bank,
      signingSecret: 'whsec_for_tests',
      now,
      // A failure reaches the caller at once, because the client does not repeat the call by itself.
      retries: 0,
      inspector: exampleInspector,
      pageUrl: (id: string) => `${origin}${sandboxPagePath(id)}`,
      purchaseReturnUrl: `${origin}${purchaseReturnPath}`,
      subscriptionReturnUrl: `${origin}${subscriptionReturnPath}`,
    };
    held.sandbox = createSandbox(options);
    held.courier = createSandbox({
      ...options,
      deliver: async ({ body, headers }) => {
        await storeWebhook(systemContext(), body, headers);
        return true;
      },
    });
    held.close = () => bank.close();
  });
  afterAll(() => held.close?.());

  /** Does what the worker would do with the events that have arrived. */
  async function work(scope = systemContext()) {
    const arrived = await waitingEvents(scope, new Date('9999-01-01'));
    for (const id of arrived) await processEvent(scope, id);
    return arrived.length;
  }

  return {
    get sandbox() {
      return held.sandbox!;
    },
    /** The person's action on the provider's page, by its address, a client secret or an id. */
    async answer(page: string | null, outcome: HostedOutcome = 'pay') {
      const id = page?.split('/').at(-1)?.split('_secret_')[0] ?? '';
      return held.sandbox!.submitHostedPage(id, outcome);
    },
    /** Delivers the events of the webhook without processing them. */
    arrive: () => held.courier!.deliverEvents({ all: true }),
    work,
    /** Delivers the events of the webhook and processes them. */
    async deliver() {
      await held.courier!.deliverEvents({ all: true });
      await work();
    },
  };
}
