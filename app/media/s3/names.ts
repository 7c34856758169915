import { isMediaKey, isVariant, type Variant } from '../media.ts';

/** All our objects begin with this, so that a bucket may hold other things too. */
const root = 'summa';

/** The name of a variant's object. @throws Error for what is no key or no variant */
export function objectOf(key: string, variant: Variant): string {
  if (!isVariant(variant)) throw new Error('Not a media variant');
  return `${folderOf(key)}${variant}`;
}

/** What the names of one medium's objects begin with, or those of all media. @throws Error for what is no key */
export function folderOf(key?: string): string {
  if (key === undefined) return `${root}/`;
  if (!isMediaKey(key)) throw new Error('Not a media key');
  return `${root}/${key}/`;
}

/** The medium of an object. Null for an object that is not ours. */
export function readObject(name: string): { key: string; variant: Variant } | null {
  const [first, key, variant, ...rest] = name.split('/');
  return first === root && isMediaKey(key) && isVariant(variant) && rest.length === 0
    ? { key, variant }
    : null;
}
