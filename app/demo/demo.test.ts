import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentLimits } from '../domain/content-limits.ts';
import { categories, difficultyLevels, suggestedBelts, techniqueTypes } from '../domain/content-terms.ts';
import { tiers } from '../domain/tiers.ts';
import { mostLoopBytes } from '../media/loop.server.ts';
import { videos as clips } from './clips/videos.ts';
import { drawScene, sceneNames } from './draw.ts';
import { chapterTimes, poseOn } from './drawing/motion.ts';
import { people } from './people.ts';
import { techniques } from './techniques.ts';

const forSale = techniques.filter((technique) => technique.priceCents !== undefined);
const repeated = (words: string[]) => words.filter((word, i) => words.indexOf(word) !== i);
const countOf = <T>(words: T[], word: T) => words.filter((each) => each === word).length;

test('the five accounts of the contract exist, with the plans that their names say', () => {
  const plans = Object.fromEntries(people.map(({ email, plan }) => [email, plan]));
  expect(plans).toMatchObject({
    'free@example.com': 'free',
    'premium@example.com': 'premium',
    'vip@example.com': 'vip',
    'creator@example.com': 'vip',
  });
  expect(people.filter((person) => person.isAdmin).map((person) => person.email)).toEqual([
    'admin@example.com',
  ]);
});

test('the names of demo members pass the rules of the sign-up form', () => {
  expect(repeated(people.map(({ key }) => key))).toEqual([]);
  expect(repeated(people.map(({ email }) => email))).toEqual([]);
  expect(people.filter(({ key }) => !/^[a-z0-9_]{3,30}$/.test(key))).toEqual([]);
  const teachers = new Set(techniques.map(({ creator }) => creator));
  expect(teachers.size).toBeGreaterThanOrEqual(10);
  expect(people.map(({ key }) => key)).toEqual(expect.arrayContaining([...teachers]));
});

test('every tier, category, type, difficulty and belt has a demo item', () => {
  const words = (of: (technique: (typeof techniques)[number]) => string | null) =>
    expect([...new Set(techniques.map(of))].filter((word) => word !== null).sort());
  words(({ tier }) => tier).toEqual([...tiers].sort());
  words(({ category }) => category).toEqual([...categories].sort());
  words(({ techniqueType }) => techniqueType).toEqual([...techniqueTypes].sort());
  words(({ difficultyLevel }) => difficultyLevel).toEqual([...difficultyLevels].sort());
  words(({ beltLevelRequired }) => beltLevelRequired).toEqual([...suggestedBelts].sort());
  const shown = techniques.map(({ tier }) => tier);
  expect(shown.length).toBeGreaterThanOrEqual(64);
  expect(countOf(shown, 'free')).toBeGreaterThanOrEqual(30);
  expect(countOf(shown, 'premium')).toBeGreaterThanOrEqual(20);
  expect(countOf(shown, 'vip')).toBeGreaterThanOrEqual(14);
});

test.each(techniques.map((technique) => [technique.key, technique] as const))(
  '%s keeps the limits of the form, and each of its steps has a text',
  (_, { title, description, steps, tags, drawings, priceCents, tier }) => {
    expect(title.length).toBeLessThanOrEqual(contentLimits.titleLength);
    expect(description.length).toBeLessThanOrEqual(contentLimits.descriptionLength);
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(steps.length).toBeLessThanOrEqual(7);
    expect(steps.filter((step) => step.length < 20 || step.length > contentLimits.stepLength)).toEqual([]);
    expect(tags.length).toBeLessThanOrEqual(contentLimits.tags);
    expect(tags.filter((tag) => tag !== tag.toLowerCase() || tag.length > contentLimits.tagLength)).toEqual(
      [],
    );
    expect(repeated(tags)).toEqual([]);
    expect(drawings.length).toBeGreaterThanOrEqual(1);
    expect(drawings.length).toBeLessThanOrEqual(4);
    if (priceCents === undefined) return;
    expect(tier).not.toBe('free');
    expect(priceCents).toBeGreaterThanOrEqual(contentLimits.minPriceCents);
    expect(priceCents).toBeLessThanOrEqual(2499);
  },
);

test('titles, keys and pictures are used once', () => {
  expect(repeated(techniques.map(({ key }) => key))).toEqual([]);
  expect(repeated(techniques.map(({ title }) => title))).toEqual([]);
  expect(repeated(techniques.flatMap(({ drawings }) => drawings))).toEqual([]);
});

test('no demo member sells more than the plan allows, and the demo creator sells in both paid tiers', () => {
  const sellers = forSale.map(({ creator }) => creator);
  const allowed = { free: 0, premium: 2, vip: Number.POSITIVE_INFINITY };
  expect(people.filter(({ key, plan }) => countOf(sellers, key) > allowed[plan])).toEqual([]);
  expect(forSale.length).toBeGreaterThanOrEqual(12);
  const creator = people.find(({ email }) => email === 'creator@example.com')!;
  const sold = forSale.filter((technique) => technique.creator === creator.key).map(({ tier }) => tier);
  expect(sold).toEqual(expect.arrayContaining(['premium', 'vip']));
});

test('every scene can be drawn, and is used', () => {
  const used = new Set(techniques.flatMap(({ drawings }) => drawings.map((name) => name.split(':')[0]!)));
  expect(sceneNames.filter((scene) => !used.has(scene))).toEqual([]);
  // How one looks is chosen by words; all together are drawn when a site begins with demo content.
  const names = new Map(
    techniques.flatMap(({ drawings }) => drawings.map((name) => [name.split(':')[0], name])),
  );
  for (const name of names.values()) {
    const drawing = drawScene(name);
    expect(drawing, name).toMatch(/^<svg [^>]*width="1280" height="960"[^>]*>.*<\/svg>$/s);
    expect(drawing, name).not.toMatch(/NaN|undefined|Infinity/);
  }
});

test('a scene or word that does not exist is refused by name', () => {
  expect(() => drawScene('flying-armbar')).toThrow('No such scene: flying-armbar');
  expect(() => drawScene('mount:green')).toThrow('green');
});

test('every video exists, is small, and belongs to one technique', () => {
  const folder = join(import.meta.dirname, 'clips');
  const videos = readdirSync(folder).filter((name) => /\.(mp4|webm)$/.test(name));
  expect(techniques.flatMap(({ clip }) => clip ?? []).sort()).toEqual(videos.sort());
  expect(videos.filter((name) => statSync(join(folder, name)).size > 150_000)).toEqual([]);
  expect(videos.filter((name) => statSync(join(folder, `${name}.avif`)).size > mostLoopBytes)).toEqual([]);
});

const withChapters = techniques.flatMap(({ clip, steps }) => (clip ? [[clip, steps] as const] : []));

test.each(withChapters)('%s shows every step, and each step says when it begins', (clip, steps) => {
  const video = clips[clip];
  if (!video) throw new Error(`No script for ${clip}`);
  const said = steps.map((step) => /^(\d+):(\d\d) /.exec(step)?.slice(1).map(Number) ?? []);
  expect(said.map(([minutes = -1, seconds = -1]) => 60 * minutes + seconds)).toEqual(chapterTimes(video));
  const length = video.chapters.reduce((sum, { seconds }) => sum + seconds, 0);
  expect(length).toBeGreaterThanOrEqual(12);
  expect(length).toBeLessThanOrEqual(20);
  expect(video.chapters.filter(({ moving, seconds }) => moving > seconds)).toEqual([]);
});

test('a video passes each position of its script and stops at the last one', () => {
  const [stand, , low] = [0, 1, 2].map((height) => ({ ...standing(), hips: [0, 10 * height, 0] as const }));
  expect(poseOn([stand!, low!], 0).hips[1]).toBeCloseTo(0);
  expect(poseOn([stand!, low!, stand!], 0.5).hips[1]).toBeCloseTo(20);
  expect(poseOn([stand!, low!, stand!], 1).hips[1]).toBeCloseTo(0);
});

const standing = () => clips['double-leg.webm']!.start[0]!;
