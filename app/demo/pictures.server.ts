import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeMedia, newMediaKey, storeMedia } from '../media/make.server.ts';
import type { Made, MediaFacts, MediaStore } from '../media/media.ts';
import { avatars, pictures } from '../media/pictures.server.ts';
import { drawScene } from './draw.ts';
import { drawPortrait } from './portraits/portrait.ts';

/** Read from the source folder, because the build does not copy data files. */
const clips = 'app/demo/clips';
/** Drawings are cached per checkout. Change the number when a drawing changes. */
const drawnOnce = 'node_modules/.cache/summa-demo-6';
const sideBySide = 8;

/** Stores the media of the demo techniques by scene or file name; `progress` counts them. */
export async function storeDemoMedia(
  lists: readonly (readonly string[])[],
  store: MediaStore,
  folder: string,
  progress: (done: number, all: number) => void,
): Promise<MediaFacts[][]> {
  const names = [...new Set(lists.flat())];
  const missing = names.filter((name) => !existsSync(join(drawnOnce, fileName(name), 'facts.json')));
  for (let at = 0; at < missing.length; at += sideBySide) {
    progress(at, missing.length);
    await makeSome(missing.slice(at, at + sideBySide), folder);
  }
  return Promise.all(lists.map((list) => Promise.all(list.map((name) => copyOf(name, store, folder)))));
}

async function makeSome(names: readonly string[], folder: string) {
  const scenes = names.filter((name) => !isClip(name));
  const { drawPictures } = await pictures();
  const pngs = await drawPictures(scenes.map(drawn));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, `${randomBytes(8).toString('hex')}-${fileName(name)}`);
      const png = pngs[scenes.indexOf(name)];
      if (png) await writeFile(path, png);
      else await copyFile(join(clips, name), path);
      const { size } = await stat(path);
      // Who starts the site for the first time waits for all of them.
      const plain = await makeMedia({ path, name, bytes: size }, folder, { isQuick: true });
      const made = isPortrait(name) ? await (await avatars()).withAvatars(plain, folder) : plain;
      if (isClip(name)) {
        const loop = `${path}.avif`;
        await copyFile(join(clips, `${name}.avif`), loop);
        made.files.push({ variant: 'loop.avif', path: loop });
      }
      await remember(name, made, folder);
    }),
  );
}

/** Moves what was made into the cache; the facts are written last and mark it as complete. */
async function remember(name: string, { facts, files }: Made, folder: string) {
  const home = join(drawnOnce, fileName(name));
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  for (const { variant, path } of files) await copyFile(path, join(home, variant));
  const draft = join(folder, `${fileName(name)}.json`);
  await writeFile(draft, JSON.stringify({ facts, variants: files.map(({ variant }) => variant) }));
  await copyFile(draft, join(home, 'facts.json.new'));
  await rename(join(home, 'facts.json.new'), join(home, 'facts.json'));
}

/** Every item gets its own files under its own key, so that deleting one leaves the others. */
async function copyOf(name: string, store: MediaStore, folder: string): Promise<MediaFacts> {
  const home = join(drawnOnce, fileName(name));
  const kept = JSON.parse(await readFile(join(home, 'facts.json'), 'utf8')) as {
    facts: MediaFacts;
    variants: Made['files'][number]['variant'][];
  };
  const key = newMediaKey();
  const files = await Promise.all(
    kept.variants.map(async (variant) => {
      const path = join(folder, `${key}-${variant}`);
      // A hard link costs nothing; a folder on another file system needs a copy.
      await link(join(home, variant), path).catch(() => copyFile(join(home, variant), path));
      return { variant, path };
    }),
  );
  return storeMedia(store, { facts: { ...kept.facts, key }, files });
}

const portrait = 'portrait:';
const isPortrait = (name: string) => name.startsWith(portrait);
const drawn = (name: string) =>
  isPortrait(name) ? drawPortrait(name.slice(portrait.length)) : drawScene(name);

const isClip = (name: string) => /\.(mp4|webm)$/.test(name);
const fileName = (name: string) => name.replaceAll(/[^\w.-]/g, '_');
