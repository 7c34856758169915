import type { Em } from './db/orm.server.ts';
import type { Recent } from './db/recent-reads.server.ts';
import type { Tier } from './domain/tiers.ts';
import type { SecretBox } from './features/identity/second-factor/secret-box.server.ts';
import type { ViewCounter } from './features/library/items/views.server.ts';
import type { ProgressKeeper } from './features/study/progress/progress-keeper.server.ts';
import type { Mailer, Outbox } from './mail/mail.ts';
import type { MediaStore } from './media/media.ts';
import type { PaymentProvider } from './payments/payments.ts';
import type { Sandbox } from './payments/sandbox.server.ts';

/** The member who asks; `plan` is the plan they have now. */
export interface Viewer {
  id: number;
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  /** Decides on proposals for the map. */
  isCurator: boolean;
  /** An admin who must set up a second factor first. */
  owesSecondFactor: boolean;
  plan: Tier;
  profileImageKey: string | null;
  /** Has published items. */
  hasContent: boolean;
  /** A new member who has neither finished nor closed the welcome. */
  seesWelcome: boolean;
  /** The chosen IANA zone, or the one of the first sign-in; null when neither is known. */
  timeZone: string | null;
  sessionId: number;
}

/** What a request carries to the rules; a rule never sees the request itself. */
export interface Scope {
  em: Em;
  viewer: Viewer | null;
  media: MediaStore;
  payments: PaymentProvider;
  /** Present with the sandbox: pages then say that no money moves. */
  sandbox: Sandbox | null;
  mail: Mailer;
  /** Present where emails are kept at `/outbox` instead of being sent. */
  outbox: Outbox | null;
  origin: string;
  now: () => Date;
  visitor: Visitor;
  views: ViewCounter;
  progress: ProgressKeeper;
  rateScale: number;
  /** Bytes that one member may store (MEDIA_QUOTA_GB); null without a limit. */
  quotaBytes: number | null;
  /** Encrypts what the database must not be able to read. */
  box: SecretBox;
  tempDir: string;
  /** Reads that may be two seconds old (ADR-061); null where the request may change something. */
  recent: Recent | null;
}

export interface Visitor {
  /** One per person and day: the account, or a hash that changes every day. */
  dayKey: string;
  address: string;
  isBot: boolean;
  /** Asked for fewer bytes (`Save-Data: on`). */
  savesData: boolean;
  /** The browser's zone, as its script says at sign-in, and later while the member has none. */
  timeZone: string | null;
  /** The browser sent the cookie of a session that is over. */
  hasEndedSession: boolean;
  /** Says which accounts signed in on this browser before; unproved (`knownDevice`). */
  deviceTokens: readonly string[];
}

/** The context of webhooks and jobs, which have no viewer. */
export type SystemContext = Pick<Scope, 'em' | 'payments' | 'mail' | 'origin' | 'now' | 'box'>;

export interface MemberScope extends Scope {
  viewer: Viewer;
}

export type AdminScope = MemberScope;
export type CuratorScope = MemberScope;
