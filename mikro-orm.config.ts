import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { AHouseThatRuns } from './app/db/migrations/0001-a-house-that-runs.ts';
import { Session } from './app/features/accounts/session.entity.ts';
import { User } from './app/features/accounts/user.entity.ts';
import { Content, ContentStats } from './app/features/content/content.entity.ts';
import { Featured } from './app/features/featured/featured.entity.ts';
import { Like } from './app/features/likes/like.entity.ts';
import { Purchase } from './app/features/purchases/purchase.entity.ts';
import { Rating } from './app/features/ratings/rating.entity.ts';
import { Media } from './app/features/uploads/media.entity.ts';

/** Every table of the product and every step of the schema, listed by hand: nothing is discovered. */
export default defineConfig({
  clientUrl: process.env.DATABASE_URL ?? 'postgres://summa@127.0.0.1:5432/summa',
  entities: [User, Session, Content, ContentStats, Media, Like, Rating, Purchase, Featured],
  extensions: [Migrator],
  migrations: {
    tableName: 'migrations',
    snapshot: false,
    migrationsList: [{ name: '0001-a-house-that-runs', class: AHouseThatRuns }],
  },
  pool: { min: 0, max: 10 },
  driverOptions: {
    connectionTimeoutMillis: 3_000,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'summa',
    // Trigram search forgives one wrong letter in a word of six.
    options: '-c pg_trgm.word_similarity_threshold=0.45',
  },
});
