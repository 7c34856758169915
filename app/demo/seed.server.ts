import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Em } from '../db/orm.server.ts';
import { row } from '../db/sql.server.ts';
import type { Tier } from '../domain/tiers.ts';
import { hashPassword } from '../features/identity/accounts/password-hash.server.ts';
import type { MediaFacts, MediaStore } from '../media/media.ts';
import { insertFollowersAndDays } from './days.server.ts';
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
  if (await row(em)`select 1 from users limit 1`) return false;
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
  const ids = new Map<string, number>();
  for (const person of people) {
    const found = await row<{ id: number }>(em)`
      insert into users (email, verified_email, username, first_name, last_name, password_hash, is_admin, is_verified, plan,
        martial_art, belt_level, bio, contact_lines, created_at)
      values (${person.email}, ${person.email}, ${person.key}, ${person.firstName}, ${person.lastName}, ${hash},
        ${person.isAdmin ?? false}, ${person.isVerified ?? false}, ${person.plan}, ${person.martialArt},
        ${person.beltLevel}, ${person.bio}, ${person.contactLines ?? []}::text[], now() - interval '40 days')
      returning id`;
    if (found) ids.set(person.key, found.id);
  }
  return ids;
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
  const item = await row<{ id: number }>(em)`
    insert into content (creator_id, title, description, steps, tags, category, tier, content_type, technique_type,
      difficulty_level, belt_level_required, is_for_sale, price_cents, early_until, created_at, published_at, updated_at)
    select ${creator}, ${technique.title}, ${technique.description}, ${technique.steps}::text[],
      ${technique.tags}::text[], ${technique.category}, ${technique.tier}, ${contentType},
      ${technique.techniqueType}, ${technique.difficultyLevel}, ${technique.beltLevelRequired},
      ${price !== null}, ${price}, now() + make_interval(days => ${technique.earlyDays ?? null}::int), at, at, at
    from (select now() - make_interval(hours => ${10 * index + 3}) as at) moment
    returning id`;
  for (const [position, facts] of made.entries()) {
    await row(em)`
      insert into media (key, owner_id, content_id, position, kind, status, mime, width, height, bytes, color,
        widths, duration_ms)
      values (${facts.key}, ${creator}, ${item?.id}, ${position}, ${facts.kind}, 'ready', ${facts.mime},
        ${facts.width}, ${facts.height}, ${facts.bytes}, ${facts.color}, ${facts.widths}::int[],
        ${facts.durationMs})`;
  }
}

/** Likes, ratings and views by a fixed rule, so that every start looks the same. */
async function insertLife(em: Em) {
  await row(em)`insert into likes (user_id, content_id)
    select u.id, c.id from users u cross join content c
    where u.id <> c.creator_id and (u.id * 7 + c.id * 13) % 5 < 2`;
  await row(em)`insert into ratings (user_id, content_id, stars)
    select u.id, c.id, 3 + (u.id * 5 + c.id * 3) % 3 from users u cross join content c
    where u.id <> c.creator_id and c.tier = 'free' and (u.id * 11 + c.id * 17) % 7 < 2`;
  await row(em)`update content_stats s set
    views = 40 + (s.content_id * 7919) % 900,
    likes = (select count(*) from likes l where l.content_id = s.content_id),
    rating_sum = (select coalesce(sum(stars), 0) from ratings r where r.content_id = s.content_id),
    rating_count = (select count(*) from ratings r where r.content_id = s.content_id)`;
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
    await row(em)`
      insert into featured (title, creator, tier, tier_color, locked, display_order, content_id)
      select c.title, u.first_name || ' ' || u.last_name, upper(c.tier), ${color}, c.tier <> 'free', ${index}, c.id
      from content c join users u on u.id = c.creator_id
      where c.tier = ${tier} and c.category in ('training', 'technique', 'competition')
        and not exists (select 1 from featured f where f.content_id = c.id)
      order by c.published_at desc limit 1`;
  }
}
