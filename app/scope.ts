import type { Em } from './db/orm.server.ts';
import type { SecretBox } from './features/accounts/secret-box.server.ts';
import type { ViewCounter } from './features/content/views.server.ts';
import type { Tier } from './features/content/words.ts';
import type { Mailer, Outbox } from './mail/mail.ts';
import type { MediaStore } from './media/media.ts';
import type { PaymentProvider } from './payments/payments.ts';
import type { Sandbox } from './payments/sandbox.server.ts';

/** Whoever asks, when signed in; `plan` is what they are entitled to at this moment. */
export interface Viewer {
  id: number;
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  /** May act as an admin at this moment. */
  isAdmin: boolean;
  /** An admin who may not act as one before they have set up a second factor. */
  owesSecondFactor: boolean;
  plan: Tier;
  profileImageKey: string | null;
  sessionId: number;
}

/** What one request carries to the rules; a rule never sees the request itself. */
export interface Scope {
  em: Em;
  viewer: Viewer | null;
  media: MediaStore;
  payments: PaymentProvider;
  /** Present when the embedded provider is the one: every page then says that no money moves. */
  sandbox: Sandbox | null;
  mail: Mailer;
  /** Present where mail is kept to be read at `/outbox` instead of being sent. */
  outbox: Outbox | null;
  /** The public address of the site, without a slash at the end. */
  origin: string;
  now: () => Date;
  visitor: Visitor;
  views: ViewCounter;
  /** Multiplies every rate limit (RATE_LIMIT_SCALE). */
  rateScale: number;
  /** How many bytes of files one member may keep (MEDIA_QUOTA_GB); null without a limit. */
  quotaBytes: number | null;
  /** For what the database must not be able to read. */
  box: SecretBox;
  /** Where files wait while they arrive. */
  tempDir: string;
}

export interface Visitor {
  /** One per person and day: the account, or a hash that changes every day. */
  dayKey: string;
  address: string;
  isBot: boolean;
  /** Asked for as few bytes as will do (`Save-Data: on`). */
  savesData: boolean;
}

/** What work carries that nobody asked for in person: webhooks and jobs. */
export type HouseScope = Pick<Scope, 'em' | 'payments' | 'mail' | 'origin' | 'now'>;

export interface MemberScope extends Scope {
  viewer: Viewer;
}

export type AdminScope = MemberScope;
