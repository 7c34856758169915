import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { db } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import { factsRow } from '../features/core/media/facts-row.ts';
import { hashPassword } from '../features/identity/accounts/password-hash.server.ts';
import { importFile } from '../features/map/import/import-file.server.ts';
import type { MediaFacts, MediaStore } from '../media/media.ts';
import { hoursAgo } from './ago.server.ts';
import { deliveredPictures, requestEvents } from './asked-techniques.server.ts';
import { caseEvents } from './cases.server.ts';
import { spreadDays } from './days.server.ts';
import { extraMembers } from './extra-members.ts';
import { insertFeatured } from './featured.server.ts';
import { type DemoTrade, later, relive } from './history.server.ts';
import { forgetOldNews, forgetSandboxEvents } from './history.sql.server.ts';
import { daysBefore, type Ids, insertLife } from './life.server.ts';
import { linkDemo } from './map/link-items.server.ts';
import { moneyEvents } from './money.server.ts';
import { seedNotifications } from './news.server.ts';
import { people } from './people.ts';
import { storeDemoMedia } from './pictures.server.ts';
import { type Popularity, popularity, publishedDays } from './popularity.ts';
import { portraits } from './portraits/sitters.ts';
import { insertQuestions } from './questions.server.ts';
import { requestForDemo } from './requests.server.ts';
import type { DemoTechnique } from './shapes.ts';
import { studyEvents } from './study/study-events.server.ts';
import { talkEvents } from './talks.server.ts';
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
  const { em, now } = systemContext();
  if (await db(em).selectFrom('users').select('id').limit(1).executeTakeFirst()) return;
  await importFile({ em, now });
  const media = await makeMedia(making);
  const life = popularity([...people, ...extraMembers], techniques);
  const content = { media, life, now: now() };
  const ids = await insertDemo(em, content);
  await linkDemo(em, ids.items, content.now);
  if (sandbox) await reliveYear({ systemContext, member, sandbox }, { ...content, ids });
  await spreadDays(em, content.life, ids, content.now);
  await seedNotifications(em);
}

/** The files of each item, of each portrait, and of what was made on request. */
export interface DemoMedia {
  items: MediaFacts[][];
  portraits: Map<string, MediaFacts>;
  requests: MediaFacts[];
}

async function makeMedia({
  media,
  tempDir,
  say,
}: Pick<Making, 'media' | 'tempDir' | 'say'>): Promise<DemoMedia> {
  await mkdir(tempDir, { recursive: true });
  const folder = await mkdtemp(join(tempDir, 'demo-'));
  try {
    const sitters = Object.keys(portraits);
    // A request is answered with a picture that is drawn already.
    const requests = techniques.slice(0, deliveredPictures).map(({ drawings }) => drawings[0]!);
    const lists = [...techniques.map(mediaNames), sitters.map((name) => `portrait:${name}`), requests];
    const made = await storeDemoMedia(lists, media, folder, (done, all) =>
      say(`Drawing the demo pictures, once: ${done} of ${all}`),
    );
    const [drawn = [], answers = []] = made.slice(techniques.length);
    return {
      items: made.slice(0, techniques.length),
      portraits: new Map(sitters.map((name, index) => [name, drawn[index]!])),
      requests: answers,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Content {
  media: DemoMedia;
  life: Popularity;
  now: Date;
}

/** All rows in one transaction, so that an interrupted start begins again from nothing. */
export function insertDemo(em: Em, { media, life, now }: Content): Promise<Ids> {
  return em.transactional(async (inside) => {
    const ids: Ids = { people: await insertPeople(inside, now), items: new Map() };
    await insertPortraits(inside, media.portraits, ids);
    for (const [index, technique] of techniques.entries()) {
      const published = daysBefore(now, publishedDays(index, techniques.length));
      const made = media.items[index] ?? [];
      ids.items.set(technique.key, await insertTechnique(inside, technique, { published, ids, made }));
    }
    await insertLife(inside, life, ids, now);
    await insertFeatured(inside);
    await insertQuestions(inside, ids.people);
    return ids;
  });
}

/** Notifications and emails about what is older were read long ago. */
const newsDays = 12;

/** The year of the demo people: what they paid, asked for, wrote and reported, by the usual rules. */
export async function reliveYear(
  trade: DemoTrade,
  { media, ids, now }: Pick<Content, 'media' | 'now'> & { ids: Ids },
) {
  const { em } = trade.systemContext();
  const events = [
    ...(await moneyEvents(em, now)),
    ...requestEvents(ids.people, media.requests, now),
    ...talkEvents(ids.people, now),
    ...caseEvents(ids, now),
    ...studyEvents(ids, now),
    { at: later(now, -2.2), act: requestForDemo },
  ];
  const recent = later(now, -newsDays);
  await relive(
    trade,
    events.filter(({ at }) => at < recent),
  );
  await forgetOldNews(em);
  await relive(
    trade,
    events.filter(({ at }) => at >= recent),
  );
  await forgetSandboxEvents(em);
}

async function insertPeople(em: Em, now: Date): Promise<Map<string, number>> {
  const hash = await hashPassword(password);
  const made = await db(em)
    .insertInto('users')
    .values(
      [...people, ...extraMembers].map((person) => ({
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
        payout_email: person.payoutEmail ?? null,
        created_at: daysBefore(now, person.joined),
      })),
    )
    .returning(['id', 'username'])
    .execute();
  return new Map(made.map(({ id, username }) => [username, id]));
}

/** Sets each portrait as an uploaded profile picture is set. */
async function insertPortraits(em: Em, made: Map<string, MediaFacts>, { people }: Ids) {
  for (const [name, facts] of made) {
    const id = people.get(name)!;
    await db(em)
      .insertInto('media')
      .values({ ...factsRow(facts), owner_id: id, status: 'ready' })
      .execute();
    await db(em).updateTable('users').set({ profile_image_key: facts.key }).where('id', '=', id).execute();
  }
}

async function insertTechnique(
  em: Em,
  technique: DemoTechnique,
  { published, ids, made }: { published: string; ids: Ids; made: MediaFacts[] },
): Promise<number> {
  const creator = ids.people.get(technique.creator);
  if (!creator) throw new Error(`The demo technique ${technique.key} has no creator`);
  const kinds = new Set(made.map(({ kind }) => kind));
  const contentType = kinds.size > 1 ? 'mixed' : kinds.has('video') ? 'video' : 'image';
  const price = technique.priceCents ?? null;
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
  if (media.length > 0) await db(em).insertInto('media').values(media).execute();
  return id;
}
