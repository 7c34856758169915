import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { Members } from './app/db/migrations/0001-members.ts';
import { Library } from './app/db/migrations/0002-library.ts';
import { Community } from './app/db/migrations/0003-community.ts';
import { MediaFiles } from './app/db/migrations/0004-media.ts';
import { Money } from './app/db/migrations/0005-money.ts';
import { Requests } from './app/db/migrations/0006-requests.ts';
import { Operations } from './app/db/migrations/0007-operations.ts';
import { Counters } from './app/db/migrations/0008-counters.ts';
import { Welcome } from './app/db/migrations/0009-welcome.ts';
import { NotificationBundles } from './app/db/migrations/0010-notification-bundles.ts';
import { Watched as WatchedMigration } from './app/db/migrations/0011-watched.ts';
import { TimeZone } from './app/db/migrations/0012-time-zone.ts';
import { Growth } from './app/db/migrations/0013-growth.ts';
import { WideNumbers } from './app/db/migrations/0014-wide-numbers.ts';
import { TechniqueMap } from './app/db/migrations/0015-map.ts';
import { MapLinks } from './app/db/migrations/0016-map-links.ts';
import { MapSearch } from './app/db/migrations/0017-map-search.ts';
import { TellChanges } from './app/db/migrations/0018-tell-changes.ts';
import { MapProposals } from './app/db/migrations/0019-map-proposals.ts';
import { History } from './app/db/migrations/0020-history.ts';
import { Notes } from './app/db/migrations/0021-notes.ts';
import { Lists } from './app/db/migrations/0022-lists.ts';
import { Clips } from './app/db/migrations/0023-clips.ts';
import { Comments } from './app/db/migrations/0024-comments.ts';
import { QuestionsAndFoundLists } from './app/db/migrations/0025-questions-and-found-lists.ts';
import { Covers } from './app/db/migrations/0026-covers.ts';
import { ListAttempts } from './app/db/migrations/0027-list-attempts.ts';
import { TellKeys } from './app/db/migrations/0028-tell-keys.ts';
import { Places } from './app/db/migrations/0029-places.ts';
import { JoinWhatChanged } from './app/db/migrations/0030-join-what-changed.ts';
import { CountedEvents } from './app/db/migrations/0031-counted-events.ts';
import { ClipAskers } from './app/db/migrations/0032-clip-askers.ts';
import { WordsOfSuspended } from './app/db/migrations/0033-words-of-suspended.ts';
import {
  CustomRequest,
  RequestOffer,
  RequestStep,
} from './app/features/commerce/custom-requests/request.entity.ts';
import {
  LedgerCheckpoint,
  LedgerDay,
  LedgerHorizon,
} from './app/features/commerce/earnings/ledger-checkpoint.entity.ts';
import { Payout } from './app/features/commerce/earnings/payout.entity.ts';
import { Charge } from './app/features/commerce/ledger/charge.entity.ts';
import { Customer } from './app/features/commerce/ledger/customer.entity.ts';
import { Dispute } from './app/features/commerce/ledger/dispute.entity.ts';
import { LedgerEntry } from './app/features/commerce/ledger/ledger-entry.entity.ts';
import { Refund } from './app/features/commerce/ledger/refund.entity.ts';
import { Subscription } from './app/features/commerce/plans/subscription.entity.ts';
import { EventRead, StoredEvent } from './app/features/commerce/provider-events/provider-event.entity.ts';
import { Purchase } from './app/features/commerce/purchases/purchase.entity.ts';
import { Comment } from './app/features/community/comments/comment.entity.ts';
import { Follow } from './app/features/community/follows/follow.entity.ts';
import { Like } from './app/features/community/likes/like.entity.ts';
import {
  Block,
  Conversation,
  ConversationSide,
} from './app/features/community/messages/conversation.entity.ts';
import { Message } from './app/features/community/messages/message.entity.ts';
import { PositionFollow } from './app/features/community/position-follows/position-follow.entity.ts';
import { PositionFollowCount } from './app/features/community/position-follows/position-follow-count.entity.ts';
import { Rating } from './app/features/community/ratings/rating.entity.ts';
import { AuditEntry } from './app/features/core/audit-log/audit-entry.entity.ts';
import { Clip } from './app/features/core/media/clip.entity.ts';
import { Media, MediaSuspect } from './app/features/core/media/media.entity.ts';
import { Notification } from './app/features/core/notifications/notification.entity.ts';
import { RateLimit } from './app/features/core/rate-limits/rate-limit.entity.ts';
import { UploadSession } from './app/features/core/uploads/upload-session.entity.ts';
import { User } from './app/features/identity/accounts/user.entity.ts';
import { AccountLink } from './app/features/identity/email-links/account-link.entity.ts';
import {
  PendingSignIn,
  RecoveryCode,
  SecondFactor,
} from './app/features/identity/second-factor/second-factor.entity.ts';
import { Session } from './app/features/identity/sessions/session.entity.ts';
import { Captions } from './app/features/library/authoring/captions.entity.ts';
import { SearchWord } from './app/features/library/catalog/search-word.entity.ts';
import { CreatorTotals } from './app/features/library/creators/creator-totals.entity.ts';
import { FollowerCount } from './app/features/library/creators/follower-count.entity.ts';
import { PlatformFigures } from './app/features/library/creators/platform-figures.entity.ts';
import { Featured } from './app/features/library/featured/featured.entity.ts';
import { Content, ContentStats } from './app/features/library/items/content.entity.ts';
import { ContentDownload, ContentView } from './app/features/library/items/daily-viewer.entity.ts';
import { TakeDown } from './app/features/library/items/take-down.entity.ts';
import { Watched } from './app/features/library/items/watched.entity.ts';
import { ContentMapLink } from './app/features/library/map-links/map-link.entity.ts';
import { CreatorDay } from './app/features/library/studio/creator-day.entity.ts';
import { MapPosition, MapTransition, MapVersion } from './app/features/map/graph/map.entity.ts';
import { MapName, MapTerm, MapTermLink } from './app/features/map/names/name.entity.ts';
import { MapCorrection } from './app/features/map/proposals/correction.entity.ts';
import { Report, ReportCase } from './app/features/operations/reports/report.entity.ts';
import { SupportQuestion, SupportReply } from './app/features/operations/support/support.entity.ts';
import { ListEntry, ListFollow, ListSection, StudyList } from './app/features/study/lists/list.entity.ts';
import { Note } from './app/features/study/notes/note.entity.ts';

/** Every table of the product, listed by hand: nothing is discovered. */
export const entities = [
  AccountLink,
  AuditEntry,
  PendingSignIn,
  UploadSession,
  Block,
  Captions,
  Charge,
  Comment,
  Clip,
  Content,
  ContentDownload,
  ContentMapLink,
  ContentStats,
  ContentView,
  Conversation,
  ConversationSide,
  CreatorDay,
  CreatorTotals,
  CustomRequest,
  Customer,
  Dispute,
  EventRead,
  Featured,
  Follow,
  FollowerCount,
  LedgerCheckpoint,
  LedgerDay,
  LedgerEntry,
  LedgerHorizon,
  Like,
  ListEntry,
  ListFollow,
  ListSection,
  MapCorrection,
  MapName,
  MapPosition,
  MapTerm,
  MapTermLink,
  MapTransition,
  MapVersion,
  Media,
  MediaSuspect,
  Message,
  Note,
  Notification,
  Payout,
  PlatformFigures,
  PositionFollow,
  PositionFollowCount,
  Purchase,
  RateLimit,
  Rating,
  RecoveryCode,
  Refund,
  Report,
  ReportCase,
  RequestOffer,
  RequestStep,
  SearchWord,
  SecondFactor,
  Session,
  StoredEvent,
  StudyList,
  Subscription,
  SupportQuestion,
  SupportReply,
  TakeDown,
  User,
  Watched,
] as const;

/** The connection and every step of the schema. */
export default defineConfig({
  clientUrl: process.env.DATABASE_URL ?? 'postgres://summa@127.0.0.1:5432/summa',
  entities: [...entities],
  extensions: [Migrator],
  migrations: {
    tableName: 'migrations',
    snapshot: false,
    migrationsList: [
      { name: '0001-members', class: Members },
      { name: '0002-library', class: Library },
      { name: '0003-community', class: Community },
      { name: '0004-media', class: MediaFiles },
      { name: '0005-money', class: Money },
      { name: '0006-requests', class: Requests },
      { name: '0007-operations', class: Operations },
      { name: '0008-counters', class: Counters },
      { name: '0009-welcome', class: Welcome },
      { name: '0010-notification-bundles', class: NotificationBundles },
      { name: '0011-watched', class: WatchedMigration },
      { name: '0012-time-zone', class: TimeZone },
      { name: '0013-growth', class: Growth },
      { name: '0014-wide-numbers', class: WideNumbers },
      { name: '0015-map', class: TechniqueMap },
      { name: '0016-map-links', class: MapLinks },
      { name: '0017-map-search', class: MapSearch },
      { name: '0018-tell-changes', class: TellChanges },
      { name: '0019-map-proposals', class: MapProposals },
      { name: '0020-history', class: History },
      { name: '0021-notes', class: Notes },
      { name: '0022-lists', class: Lists },
      { name: '0023-clips', class: Clips },
      { name: '0024-comments', class: Comments },
      { name: '0025-questions-and-found-lists', class: QuestionsAndFoundLists },
      { name: '0026-covers', class: Covers },
      { name: '0027-list-attempts', class: ListAttempts },
      { name: '0028-tell-keys', class: TellKeys },
      { name: '0029-places', class: Places },
      { name: '0030-join-what-changed', class: JoinWhatChanged },
      { name: '0031-counted-events', class: CountedEvents },
      { name: '0032-clip-askers', class: ClipAskers },
      { name: '0033-words-of-suspended', class: WordsOfSuspended },
    ],
  },
  pool: { min: 0, max: 10 },
  driverOptions: {
    connectionTimeoutMillis: 3_000,
    // The statements that a connection prepared end with it.
    maxLifetimeSeconds: 600,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'summa',
    // Trigrams only gather what looks alike; search.server.ts decides what is near. Compiling a statement
    // (jit) takes longer than running it, and random reads come from memory or from a solid-state disk.
    options: '-c pg_trgm.word_similarity_threshold=0.35 -c jit=off -c random_page_cost=1.1',
  },
});
