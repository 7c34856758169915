import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { publicAddress, signedAddress } from './addresses.server.ts';
import { isMediaKey, isVariant, type Listed, type MediaStore, type Variant } from './media.ts';
import { BadNotification } from './store-trouble.ts';

/** Keeps media in a local folder that no static file server may ever see.
 *  `secret` signs the addresses of what is not public. */
export function diskStore({ folder, secret }: { folder: string; secret: string }): MediaStore {
  const root = resolve(folder);

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
        if (isCode(error, 'ENOENT')) return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(folderOf(key), { recursive: true, force: true });
    },
    list: (key) => (key === undefined ? listed(root) : listed(folderOf(key), 3)),
    address({ isPublic, ...request }) {
      return isPublic ? publicAddress(request.key, request.variant) : signedAddress(secret, request);
    },
    readNotification() {
      throw new BadNotification('No service keeps media of this site');
    },
  };
  return store;
}

/** Walks without holding all names; what is no medium of ours is passed by. */
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

/** Readers see the old file or the new one, never half of one. */
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

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;
