import { afterAll, beforeAll } from 'vitest';
import type { PaymentProvider } from '../../../app/payments/payments.ts';
import { openSandboxDatabase } from '../../../app/payments/sandbox/database.server.ts';
import type { Delivery } from '../../../app/payments/sandbox/events.sql.server.ts';
import { createSandbox, type SandboxOptions } from '../../../app/payments/sandbox.server.ts';
import { testDatabase } from '../database/database.ts';
import { typeInspector } from '../stripe/inspector.ts';

/** The sandbox behind the product's Stripe implementation, with its people, its clock and its failures. */
export interface PaymentWorld {
  provider: PaymentProvider;
  now(): Date;
  advance(to: Date): Promise<unknown>;
  payer(id: string, outcome: 'pay' | 'decline' | 'needs_confirmation'): Promise<unknown>;
  failCard(customerId: string, failing?: boolean): Promise<unknown>;
  declineNext(): Promise<unknown>;
  openDispute(paymentId: string): Promise<string>;
  closeDispute(id: string, outcome: 'won' | 'lost'): Promise<unknown>;
  failRefund(id: string): Promise<unknown>;
  switchOff(off: boolean): Promise<unknown>;
  /** The provider's next answer is a failure, however often the client repeats. With `stored` it stays under its
   *  key. */
  fail(options: { stored: boolean }): Promise<unknown>;
  dropAnswer(): Promise<unknown>;
  /** What arrived at the webhook since the last time. */
  deliveries(): Promise<Delivery[]>;
}

/** The last day of a long month: shorter months must not change the billing day. */
export const worldStart = new Date('2026-01-31T10:00:00Z');

export const pages = {
  pageUrl: (id: string) => `http://localhost:3000/sandbox/${id}`,
  purchaseReturnUrl: 'http://localhost:3000/discover',
  subscriptionReturnUrl: 'http://localhost:3000/',
};

/** A sandbox on the test file's own database. */
export function sandboxDatabase() {
  const database = testDatabase();
  const held: { db?: ReturnType<typeof openSandboxDatabase> } = {};
  beforeAll(() => {
    held.db = openSandboxDatabase(database.url);
  });
  afterAll(() => held.db?.close());
  return () => held.db!;
}

/** A sandbox whose calls and objects are checked against the types of Stripe's SDK. */
export function paymentWorld(options: Partial<SandboxOptions> = {}) {
  const database = sandboxDatabase();
  const held: { world?: PaymentWorld } = {};
  beforeAll(() => {
    let now = worldStart;
    let arrived: Delivery[] = [];
    const sandbox = createSandbox({
      ...pages,
      database: database(),
      signingSecret: 'whsec_sandbox',
      now: () => now,
      deliver: async (delivery) => arrived.push(delivery) > 0,
      inspector: typeInspector().inspector,
      ...options,
    });
    const { controls } = sandbox;
    held.world = {
      provider: sandbox.provider,
      now: () => now,
      async advance(to) {
        now = to;
        await sandbox.advance();
      },
      payer: (id, outcome) => sandbox.submitHostedPage(id, outcome),
      failCard: controls.failCard,
      declineNext: () => controls.declineNext(),
      openDispute: controls.openDispute,
      closeDispute: controls.closeDispute,
      failRefund: controls.failRefund,
      switchOff: controls.switchOff,
      // The client repeats twice by itself, so a lasting failure must occur three times.
      fail: ({ stored }) => controls.failNext(stored ? 1 : 3, { stored }),
      dropAnswer: () => controls.dropNextAnswer(),
      async deliveries() {
        await sandbox.settled();
        await sandbox.deliverEvents({ all: true });
        const taken = arrived;
        arrived = [];
        return taken;
      },
    };
    // Reading the SDK's types takes long on a busy machine.
  }, 120_000);
  return () => held.world!;
}

let counter = 0;
/** A number no other test of this process uses. */
export const fresh = () => {
  counter += 1;
  return String(counter);
};

/** A member who is known to the provider. */
export async function newMember(world: Pick<PaymentWorld, 'provider'>) {
  const memberId = `m${fresh()}`;
  const member = { memberId, email: `${memberId}@example.com`, name: `Member ${memberId}` };
  return { ...member, ...(await world.provider.ensureCustomer(member)) };
}

type Member = Awaited<ReturnType<typeof newMember>>;

/** The order of one item by a member, with marks of its own. */
export function orderFor(member: Member, amountCents = 499) {
  const purchaseId = `p${fresh()}`;
  return {
    customerId: member.customerId,
    memberId: member.memberId,
    purchaseId,
    contentId: 'c1',
    title: 'Guarda: passagem à direita',
    amountCents,
    idempotencyKey: `purchase:${purchaseId}`,
  };
}

export const addresses = {
  successUrl: 'http://localhost:3000/checkout/1/return?from=page',
  cancelUrl: 'http://localhost:3000/checkout/1',
};

/** A member whose plan is paid and running. */
export async function subscriber(
  world: Pick<PaymentWorld, 'provider' | 'payer'>,
  plan: 'premium' | 'vip' = 'premium',
) {
  const member = await newMember(world);
  const { customerId, memberId } = member;
  const made = await world.provider.createSubscription({
    customerId,
    memberId,
    plan,
    idempotencyKey: `plan:${fresh()}`,
  });
  await world.payer(made.paymentId, 'pay');
  return { ...member, ...made };
}
