import type Stripe from 'stripe';
import { clientOf } from '../../../app/payments/sandbox/client.server.ts';
import { openSandboxDatabase } from '../../../app/payments/sandbox/database.server.ts';
import type { Deliver, Delivery } from '../../../app/payments/sandbox/events.sql.server.ts';
import type { Kind, ObjectOf } from '../../../app/payments/sandbox/state.server.ts';
import { createSandbox, type SandboxOptions } from '../../../app/payments/sandbox.server.ts';
import { createStripe, type StripeOptions } from '../../../app/payments/stripe.server.ts';
import { row, rows } from '../sql.ts';
import { typeInspector } from './inspector.ts';
import { account } from './settings.ts';

/** The sandbox as Stripe, on a database that has its tables. Every call and object is checked against the types of
 *  Stripe's SDK. */
export function openTestStripe(
  url: string,
  options: Pick<SandboxOptions, 'now' | 'purchaseReturnUrl' | 'subscriptionReturnUrl'>,
) {
  const database = openSandboxDatabase(url);
  const { inspector, calls, faults } = typeInspector();
  let arrived: Delivery[] = [];
  const sandbox = createSandbox({
    ...options,
    database,
    signingSecret: account.webhookSecret,
    pageUrl: (id) => `https://checkout.stripe.com/c/pay/${id}`,
    inspector,
  });
  const delivering = (deliver: Deliver) =>
    createSandbox({
      ...options,
      database,
      signingSecret: account.webhookSecret,
      pageUrl: (id) => id,
      deliver,
    });
  const courier = delivering(async (delivery) => arrived.push(delivery) > 0);

  return {
    sandbox,
    controls: sandbox.controls,
    database,
    calls,
    faults,
    close: () => database.close(),
    /** The product's own Stripe implementation, in front of the sandbox. */
    provider: (more: Partial<StripeOptions> = {}) =>
      createStripe({
        ...account,
        httpClient: clientOf(sandbox.answer),
        timeoutMs: 2_000,
        ...(options.now && { now: options.now }),
        ...more,
      }),
    /** What arrived at the webhook since the last time. */
    async deliveries(): Promise<Delivery[]> {
      await courier.deliverEvents({ all: true });
      const taken = arrived;
      arrived = [];
      return taken;
    },
    /** The same sandbox before a site that takes no delivery. */
    refusing: () => delivering(async () => false),
    /** The payer's action on a page or a payment. */
    payer: sandbox.submitHostedPage,
    /** All objects of a kind, oldest first. */
    async all<K extends Kind>(kind: K): Promise<ObjectOf<K>[]> {
      const found = await rows<{ body: ObjectOf<K> }>(database)`
        select body from sandbox.object where kind = ${kind} order by position`;
      return found.map(({ body }) => body);
    },
    async find<K extends Kind>(kind: K, id: string): Promise<ObjectOf<K> | null> {
      return (await this.all(kind)).find((object) => object.id === id) ?? null;
    },
    /** Changes a price on sale. */
    setPrice(id: string, fields: Partial<Stripe.Price>) {
      const price = sandbox.prices.get(id);
      if (price) Object.assign(price, fields);
    },
    /** Changes an object as only Stripe could. */
    async patch(id: string, fields: object) {
      await row(database)`
        update sandbox.object set body = body || ${JSON.stringify(fields)}::jsonb where id = ${id}`;
    },
  };
}

export type TestStripe = ReturnType<typeof openTestStripe>;
