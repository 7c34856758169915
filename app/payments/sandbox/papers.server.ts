import { randomBytes } from 'node:crypto';
import type { PaidPlan } from '../../domain/plan-prices.ts';
import type { InvoiceReason, PurchaseMarks } from '../payment-states.ts';
import type { Row, SandboxDatabase } from './database.server.ts';

/** The sandbox's records, one document per row. Times are milliseconds, so that JSON can store them. */
interface Paper {
  id: string;
  customerId: string;
  createdAt: number;
}

interface CustomerPaper extends Paper {
  kind: 'customer';
  memberId: string;
  email: string;
  name: string;
  card: 'none' | 'good' | 'failing';
}

export interface PaymentPaper extends Paper {
  kind: 'payment';
  status: 'needs_payment' | 'needs_action' | 'succeeded' | 'canceled';
  amountCents: number;
  clientSecret: string;
  title: string;
  purchase: PurchaseMarks | null;
  invoiceId: string | null;
  refundedCents: number;
  disputed: boolean;
  lastError: string | null;
}

export interface CheckoutPaper extends Paper {
  kind: 'checkout';
  mode: 'purchase' | 'subscription' | 'portal';
  status: 'open' | 'complete' | 'expired';
  title: string;
  amountCents: number;
  plan: PaidPlan | null;
  purchase: PurchaseMarks | null;
  memberId: string;
  paymentId: string | null;
  subscriptionId: string | null;
  needsConfirmation: boolean;
  lastError: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAt: number;
}

export interface SubscriptionPaper extends Paper {
  kind: 'subscription';
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled';
  memberId: string;
  plan: PaidPlan;
  scheduledPlan: PaidPlan | null;
  pendingPlan: PaidPlan | null;
  anchorDay: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  latestInvoiceId: string | null;
}

export interface InvoicePaper extends Paper {
  kind: 'invoice';
  number: string;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  reason: InvoiceReason;
  subscriptionId: string;
  memberId: string;
  amountCents: number;
  paymentId: string;
  attempts: number;
  nextAttemptAt: number | null;
  expiresAt: number | null;
  periodStart: number;
  periodEnd: number;
  paidAt: number | null;
}

export interface RefundPaper extends Paper {
  kind: 'refund';
  status: 'succeeded' | 'failed';
  paymentId: string;
  amountCents: number;
}

export interface DisputePaper extends Paper {
  kind: 'dispute';
  status: 'open' | 'won' | 'lost';
  paymentId: string;
  amountCents: number;
}

interface Papers {
  customer: CustomerPaper;
  payment: PaymentPaper;
  checkout: CheckoutPaper;
  subscription: SubscriptionPaper;
  invoice: InvoicePaper;
  refund: RefundPaper;
  dispute: DisputePaper;
}
type PaperKind = keyof Papers;
export type AnyPaper = Papers[PaperKind];

/** How long an unpaid first invoice or a waiting upgrade lives, as at Stripe. */
export const unpaidLifeMs = 23 * 3_600_000;

const prefixes: Record<PaperKind, string> = {
  customer: 'cus',
  payment: 'pi',
  checkout: 'cs_test',
  subscription: 'sub',
  invoice: 'in',
  refund: 're',
  dispute: 'du',
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const randomWord = (length: number) =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');

export const newId = (kind: PaperKind | 'event') =>
  `${kind === 'event' ? 'evt' : prefixes[kind]}_${randomWord(24)}`;
export const newSecret = (paymentId: string) => `${paymentId}_secret_${randomWord(25)}`;

/** When a record next changes with time. */
function dueAt(paper: AnyPaper): number | null {
  switch (paper.kind) {
    case 'checkout':
      return paper.status === 'open' ? paper.expiresAt : null;
    case 'subscription':
      if (paper.status === 'incomplete') return paper.createdAt + unpaidLifeMs;
      return paper.status === 'active' || paper.status === 'past_due' ? paper.periodEnd : null;
    case 'invoice':
      return paper.status === 'open' ? (paper.nextAttemptAt ?? paper.expiresAt) : null;
    default:
      return null;
  }
}

export async function file<P extends AnyPaper>(db: SandboxDatabase, paper: P): Promise<P> {
  await db.execute(
    `insert into sandbox.paper (id, kind, customer_id, due_at, body, created_at)
     values ($1, $2, $3, $4, $5::jsonb, $6)
     on conflict (id) do update set due_at = excluded.due_at, body = excluded.body`,
    [paper.id, paper.kind, paper.customerId, dueAt(paper), JSON.stringify(paper), paper.createdAt],
  );
  return paper;
}

const bodyOf = <P>(row: Row): P => (typeof row.body === 'string' ? JSON.parse(row.body) : row.body) as P;

export async function find<K extends PaperKind>(
  db: SandboxDatabase,
  kind: K,
  id: string,
): Promise<Papers[K] | null> {
  const rows = await db.execute(`select body from sandbox.paper where id = $1 and kind = $2`, [id, kind]);
  return rows[0] ? bodyOf<Papers[K]>(rows[0]) : null;
}

export async function findAll<K extends PaperKind>(
  db: SandboxDatabase,
  kind: K,
  customerId: string,
): Promise<Papers[K][]> {
  const rows = await db.execute(
    `select body from sandbox.paper where customer_id = $1 and kind = $2 order by position desc`,
    [customerId, kind],
  );
  return rows.map((row) => bodyOf<Papers[K]>(row));
}

export async function findCustomerOf(db: SandboxDatabase, memberId: string): Promise<CustomerPaper | null> {
  const rows = await db.execute(
    `select body from sandbox.paper where kind = 'customer' and body->>'memberId' = $1 order by position`,
    [memberId],
  );
  return rows[0] ? bodyOf<CustomerPaper>(rows[0]) : null;
}

/** The record that changes next, if it is due by `until`. */
export async function findDue(
  db: SandboxDatabase,
  until: number,
): Promise<{ paper: AnyPaper; dueAt: number } | null> {
  const rows = await db.execute(
    `select body, due_at from sandbox.paper where due_at <= $1 order by due_at, id limit 1`,
    [until],
  );
  return rows[0] ? { paper: bodyOf<AnyPaper>(rows[0]), dueAt: Number(rows[0].due_at) } : null;
}
