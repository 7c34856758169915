import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { db, sql } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import type { Tier } from '../domain/tiers.ts';
import { factsRow } from '../features/core/media/facts-row.ts';
import { hashPassword } from '../features/identity/accounts/password-hash.server.ts';
import type { FeaturedTier } from '../features/library/featured/featured-tiers.ts';
import type { MediaFacts, MediaStore } from '../media/media.ts';
import { hoursAgo } from './ago.server.ts';
import { insertFollowersAndDays } from './days.server.ts';
import { countLife, insertLikes, insertRatings } from './life.sql.server.ts';
import { type DemoTrade, payForDemo } from './money.server.ts';
import { seedNotifications } from './news.server.ts';
import { people } from './people.ts';
import { storeDemoMedia } from './pictures.server.ts';
import { insertQuestions } from './questions.server.ts';
import { requestForDemo } from './requests.server.ts';
import type { DemoTechnique } from './shapes.ts';
import { techniques } from './techniques.ts';

const password = 'jiujitsu';

export const demoAccounts = ['free', 'premium', 'vip', 'creator', 'admin'].map(
  (name) => `${name}@example.com`,
);

/** This many items show all their images, the others one, to keep the first start short. */
const fullyDrawn = 30;

const mediaNames = ({ drawings, clip }: DemoTechnique, index: number) => [
  ...(index < fullyDrawn ? drawings : drawings.slice(0, 1)),
  ...(clip ? [clip] : []),
];

interface Making {
  systemContext: DemoTrade['systemContext'];
  member: DemoTrade['member'];
  /** Null with a real payment provider: then no demo person pays. */
  sandbox: DemoTrade['sandbox'] | null;
  media: MediaStore;
  tempDir: string;
  say: (line: string) => void;
}

/** Fills an empty database with the demo; a database with people stays as it is. */
export async function seedDemo({ systemContext, member, sandbox, ...making }: Making): Promise<void> {
  const isNew = await insertDemo({ em: systemContext().em, ...making });
  if (!isNew || !sandbox) return;
  await payForDemo({ systemContext, member, sandbox });
  await requestForDemo({ systemContext, member, sandbox });
}

async function insertDemo({
  em,
  media,
  tempDir,
  say,
}: Pick<Making, 'media' | 'tempDir' | 'say'> & { em: Em }): Promise<boolean> {
  if (await db(em).selectFrom('users').select('id').limit(1).executeTakeFirst()) return false;
  await mkdir(tempDir, { recursive: true });
  const folder = await mkdtemp(join(tempDir, 'demo-'));
  try {
    const lists = techniques.map(mediaNames);
    const made = await storeDemoMedia(lists, media, folder, (done, all) =>
      say(`Drawing the demo pictures, once: ${done} of ${all}`),
    );
    // All rows in one transaction, so that an interrupted start begins again from nothing.
    await em.transactional(async (inside) => {
      const ids = await insertPeople(inside);
      for (const [index, technique] of techniques.entries()) {
        await insertTechnique(inside, technique, index, ids, made[index] ?? []);
      }
      await insertLife(inside);
      await insertFollowersAndDays(inside);
      await insertFeatured(inside);
      await seedNotifications(inside);
      await insertQuestions(inside, ids);
    });
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function insertPeople(em: Em): Promise<Map<string, number>> {
  const hash = await hashPassword(password);
  const made = await db(em)
    .insertInto('users')
    .values(
      people.map((person) => ({
        email: person.email,
        verified_email: person.email,
        username: person.key,
        first_name: person.firstName,
        last_name: person.lastName,
        password_hash: hash,
        is_admin: person.isAdmin ?? false,
        is_verified: person.isVerified ?? false,
        plan: person.plan,
        martial_art: person.martialArt,
        belt_level: person.beltLevel,
        bio: person.bio,
        contact_lines: person.contactLines ?? [],
        created_at: sql<string>`now() - interval '40 days'`,
      })),
    )
    .returning(['id', 'username'])
    .execute();
  return new Map(made.map(({ id, username }) => [username, id]));
}

async function insertTechnique(
  em: Em,
  technique: DemoTechnique,
  index: number,
  ids: Map<string, number>,
  made: MediaFacts[],
) {
  const creator = ids.get(technique.creator);
  if (!creator) throw new Error(`The demo technique ${technique.key} has no creator`);
  const kinds = new Set(made.map(({ kind }) => kind));
  const contentType = kinds.size > 1 ? 'mixed' : kinds.has('video') ? 'video' : 'image';
  const price = technique.priceCents ?? null;
  const published = hoursAgo(10 * index + 3);
  const { id } = await db(em)
    .insertInto('content')
    .values({
      creator_id: creator,
      title: technique.title,
      description: technique.description,
      steps: technique.steps,
      tags: technique.tags,
      category: technique.category,
      tier: technique.tier,
      content_type: contentType,
      technique_type: technique.techniqueType,
      difficulty_level: technique.difficultyLevel,
      belt_level_required: technique.beltLevelRequired,
      is_for_sale: price !== null,
      price_cents: price,
      early_until: technique.earlyDays === undefined ? null : hoursAgo(-24 * technique.earlyDays),
      created_at: published,
      published_at: published,
      updated_at: published,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const media = made.map((facts, position) => ({
    ...factsRow(facts),
    has_loop: facts.kind === 'video',
    owner_id: creator,
    content_id: id,
    position,
    status: 'ready' as const,
  }));
  await db(em).insertInto('media').values(media).execute();
}

/** Likes, ratings and views by a fixed rule, so that every start looks the same. */
async function insertLife(em: Em) {
  await insertLikes(em);
  await insertRatings(em);
  await countLife(em);
}

/** The four featured cards show real items, one of each tier first. */
async function insertFeatured(em: Em) {
  const colors: [Tier, string][] = [
    ['free', 'bg-green-500'],
    ['premium', 'bg-bjj-orange'],
    ['vip', 'bg-bjj-gold'],
    ['free', 'bg-green-500'],
  ];
  for (const [index, [tier, color]] of colors.entries()) {
    await db(em)
      .insertInto('featured')
      .columns(['title', 'creator', 'tier', 'tier_color', 'locked', 'display_order', 'content_id'])
      .expression(({ selectFrom }) =>
        selectFrom('content as c')
          .innerJoin('users as u', 'u.id', 'c.creator_id')
          .select([
            'c.title',
            sql<string>`u.first_name || ' ' || u.last_name`.as('creator'),
            sql<FeaturedTier>`upper(c.tier)`.as('tier'),
            sql<string>`${color}::text`.as('color'),
            sql<boolean>`c.tier <> 'free'`.as('locked'),
            sql<number>`${index}::int`.as('place'),
            'c.id',
          ])
          .where('c.tier', '=', tier)
          .where('c.category', 'in', ['training', 'technique', 'competition'])
          .where(({ selectFrom, exists, not }) =>
            not(exists(selectFrom('featured as f').whereRef('f.content_id', '=', 'c.id'))),
          )
          .orderBy('c.published_at', 'desc')
          .limit(1),
      )
      .execute();
  }
}
