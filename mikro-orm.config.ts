import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { AHouseThatRuns } from './app/db/migrations/0001-a-house-that-runs.ts';
import { WordsAndCreators } from './app/db/migrations/0002-words-and-creators.ts';
import { Money } from './app/db/migrations/0003-money.ts';
import { CreatorsSide } from './app/db/migrations/0004-creators-side.ts';
import { Recovery } from './app/db/migrations/0005-recovery.ts';
import { FlatLists } from './app/db/migrations/0006-flat-lists.ts';
import { Acts } from './app/db/migrations/0007-acts.ts';
import { Members } from './app/db/migrations/0008-members.ts';
import { Reports } from './app/db/migrations/0009-reports.ts';
import { Overview } from './app/db/migrations/0010-overview.ts';
import { RateLimits } from './app/db/migrations/0011-rate-limits.ts';
import { SecondFactorStep } from './app/db/migrations/0012-second-factor.ts';
import { Streams } from './app/db/migrations/0014-streams.ts';
import { Films } from './app/db/migrations/0015-films.ts';
import { Pieces } from './app/db/migrations/0016-pieces.ts';
import { Messages } from './app/db/migrations/0017-messages.ts';
import { EarlyAccessAndContact } from './app/db/migrations/0018-early-access-and-contact.ts';
import { ActsAlwaysGrow } from './app/db/migrations/0022-acts-always-grow.ts';
import { Notifications } from './app/db/migrations/0023-notifications.ts';
import { Requests } from './app/db/migrations/0024-requests.ts';
import { Support } from './app/db/migrations/0025-support.ts';
import { Downloads } from './app/db/migrations/0026-downloads.ts';
import { EarlierPrices } from './app/db/migrations/0027-earlier-prices.ts';
import { AccountLink } from './app/features/accounts/account-link.entity.ts';
import { BegunSignIn, RecoveryCode, SecondFactor } from './app/features/accounts/second-factor.entity.ts';
import { Session } from './app/features/accounts/session.entity.ts';
import { User } from './app/features/accounts/user.entity.ts';
import { Act } from './app/features/acts/act.entity.ts';
import { Captions } from './app/features/content/captions.entity.ts';
import { Content, ContentStats } from './app/features/content/content.entity.ts';
import { TakeDown } from './app/features/content/take-down.entity.ts';
import { CreatorTotals } from './app/features/creators/creator-totals.entity.ts';
import { PlatformFigures } from './app/features/creators/platform-figures.entity.ts';
import { LedgerEntry } from './app/features/earnings/ledger-entry.entity.ts';
import { Payout } from './app/features/earnings/payout.entity.ts';
import { Featured } from './app/features/featured/featured.entity.ts';
import { Follow, FollowerCount } from './app/features/follows/follow.entity.ts';
import { Like } from './app/features/likes/like.entity.ts';
import { RateLimit } from './app/features/limits/rate-limit.entity.ts';
import { Block, Conversation, ConversationSide } from './app/features/messages/conversation.entity.ts';
import { Message } from './app/features/messages/message.entity.ts';
import { Notification } from './app/features/notifications/notification.entity.ts';
import { Customer } from './app/features/plans/customer.entity.ts';
import { Subscription } from './app/features/plans/subscription.entity.ts';
import { Charge } from './app/features/purchases/charge.entity.ts';
import { Dispute } from './app/features/purchases/dispute.entity.ts';
import { EventRead, StoredEvent } from './app/features/purchases/provider-event.entity.ts';
import { Purchase } from './app/features/purchases/purchase.entity.ts';
import { Refund } from './app/features/purchases/refund.entity.ts';
import { Rating } from './app/features/ratings/rating.entity.ts';
import { Report, ReportCase } from './app/features/reports/report.entity.ts';
import { CustomRequest, RequestOffer, RequestStep } from './app/features/requests/request.entity.ts';
import { CreatorDay } from './app/features/studio/creator-day.entity.ts';
import { SupportQuestion, SupportWords } from './app/features/support/support.entity.ts';
import { BegunUpload } from './app/features/uploads/begun-upload.entity.ts';
import { Media, MediaSuspect } from './app/features/uploads/media.entity.ts';

/** Every table of the product and every step of the schema, listed by hand: nothing is discovered. */
export default defineConfig({
  clientUrl: process.env.DATABASE_URL ?? 'postgres://summa@127.0.0.1:5432/summa',
  entities: [
    ...[SecondFactor, RecoveryCode, BegunSignIn],
    ...[User, Session, AccountLink, Content, ContentStats, Media, Captions, Like, Rating, Featured],
    ...[
      Customer,
      Subscription,
      Purchase,
      Charge,
      LedgerEntry,
      Refund,
      Dispute,
      Payout,
      StoredEvent,
      EventRead,
    ],
    ...[Follow, FollowerCount, CreatorDay, CreatorTotals, PlatformFigures, RateLimit, Act],
    ...[TakeDown, ReportCase, Report, BegunUpload, MediaSuspect],
    ...[RequestOffer, CustomRequest, RequestStep],
    ...[Conversation, ConversationSide, Message, Block, Notification],
    ...[SupportQuestion, SupportWords],
  ],
  extensions: [Migrator],
  migrations: {
    tableName: 'migrations',
    snapshot: false,
    migrationsList: [
      { name: '0001-a-house-that-runs', class: AHouseThatRuns },
      { name: '0002-words-and-creators', class: WordsAndCreators },
      { name: '0003-money', class: Money },
      { name: '0004-creators-side', class: CreatorsSide },
      { name: '0005-recovery', class: Recovery },
      { name: '0006-flat-lists', class: FlatLists },
      { name: '0007-acts', class: Acts },
      { name: '0008-members', class: Members },
      { name: '0009-reports', class: Reports },
      { name: '0010-overview', class: Overview },
      { name: '0011-rate-limits', class: RateLimits },
      { name: '0012-second-factor', class: SecondFactorStep },
      { name: '0014-streams', class: Streams },
      { name: '0015-films', class: Films },
      { name: '0016-pieces', class: Pieces },
      { name: '0017-messages', class: Messages },
      { name: '0018-early-access-and-contact', class: EarlyAccessAndContact },
      { name: '0022-acts-always-grow', class: ActsAlwaysGrow },
      { name: '0023-notifications', class: Notifications },
      { name: '0024-requests', class: Requests },
      { name: '0025-support', class: Support },
      { name: '0026-downloads', class: Downloads },
      { name: '0027-earlier-prices', class: EarlierPrices },
    ],
  },
  pool: { min: 0, max: 10 },
  driverOptions: {
    connectionTimeoutMillis: 3_000,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'summa',
    // Trigrams only gather what looks alike; search.server.ts decides what is near. Compiling a statement
    // (jit) takes longer than running it, and random reads come from memory or from a solid-state disk.
    options: '-c pg_trgm.word_similarity_threshold=0.35 -c jit=off -c random_page_cost=1.1',
  },
});
