import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { copyFile, mkdir, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { publicAddress, signedAddress } from './addresses.server.ts';
import { isMediaKey, isVariant, type Listed, type MediaStore, type Variant } from './media.ts';
import { BadNotification, FolderError } from './store-error.ts';

/** Stores media in a local folder that no static file server serves. `secret` signs the addresses of private files. */
export function diskStore({ folder, secret }: { folder: string; secret: string }): MediaStore {
  const root = resolve(folder);
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
  } catch {
    // A missing or unusable folder fails at its first use, so that the rest of the site works without it.
  }
  /** A folder that has vanished is not made again: it may be a disk that returns with its files. */
  const mustStand = async () => {
    const found = await stat(root).catch((error: unknown) => Promise.reject(new FolderError(error)));
    if (!found.isDirectory()) throw new FolderError(new Error('It is no folder'));
  };
  const mustBeMissing = async (error: unknown) => {
    if (isCode(error, 'ENOENT')) return mustStand();
    throw isCode(error, 'ENOTDIR', 'EACCES', 'EIO') ? new FolderError(error) : error;
  };

  const folderOf = (key: string) => {
    if (!isMediaKey(key)) throw new Error('Not a media key');
    return join(root, key.slice(0, 2), key.slice(2, 4), key);
  };
  const pathOf = (key: string, variant: Variant) => {
    if (!isVariant(variant)) throw new Error('Not a media variant');
    return join(folderOf(key), variant);
  };

  const store: MediaStore = {
    keeps: (variants) => [...variants],
    async put(key, variant, sourcePath) {
      const path = pathOf(key, variant);
      await mustStand();
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await moveInto(path, sourcePath);
    },
    async localPath(key, variant) {
      return (await store.stat(key, variant)) && pathOf(key, variant);
    },
    elsewhere: () => null,
    async fetchTo(key, variant, path) {
      const found = await store.localPath(key, variant);
      if (found) await copyFile(found, path);
      return found !== null;
    },
    async stat(key, variant) {
      try {
        const found = await stat(pathOf(key, variant));
        return found.isFile() ? { bytes: found.size } : null;
      } catch (error) {
        await mustBeMissing(error);
        return null;
      }
    },
    async remove(key, only) {
      const gone = folderOf(key);
      const files = only?.map((variant) => pathOf(key, variant));
      // Otherwise files on a missing disk would count as removed.
      await mustStand();
      if (!files) return rm(gone, { recursive: true, force: true });
      for (const path of files) await rm(path, { force: true });
      // Stays while it has other files.
      await rmdir(gone).catch(() => {});
    },
    async *list(key) {
      // Otherwise the nightly sweep would treat every file as lost.
      await mustStand();
      yield* key === undefined ? listed(root) : listed(folderOf(key), 3);
    },
    address({ isPublic, ...request }) {
      return isPublic ? publicAddress(request.key, request.variant) : signedAddress(secret, request);
    },
    readNotification() {
      throw new BadNotification('No service keeps media of this site');
    },
  };
  return store;
}

/** Lists files one by one, so that the names do not fill the memory. Skips files that are not ours. */
async function* listed(folder: string, depth = 0): AsyncGenerator<Listed> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < 3) yield* listed(path, depth + 1);
    const key = basename(folder);
    if (depth < 3 || !entry.isFile() || !isMediaKey(key) || !isVariant(entry.name)) continue;
    const found = await stat(path).catch(() => null);
    if (found) yield { key, variant: entry.name, bytes: found.size, sha256: null };
  }
}

/** Readers see the old file or the new one, never a partial one. */
async function moveInto(path: string, sourcePath: string) {
  try {
    await rename(sourcePath, path);
  } catch (error) {
    if (!isCode(error, 'EXDEV')) throw error;
    const part = `${path}.${randomBytes(6).toString('hex')}.part`;
    try {
      await copyFile(sourcePath, part);
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
  }
}

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
