import { tiers } from '../domain/tiers.ts';
import { isMediaKey, isVariant, mimeOf, shareCardOf, type Variant, variants } from './media.ts';

export interface CloudinarySettings {
  cloudName: string;
  apiKey: string;
  apiSecret: string;
  /** Another address of the API. Plain http only for a fake on this machine. */
  api: string | undefined;
}

/** Where Cloudinary serves files, for the pages' content security policy. */
export const deliveryOrigin = ({ api }: CloudinarySettings) =>
  isFakeService(api) ? new URL(api).origin : 'https://res.cloudinary.com';

export const isFakeService = (api: string | undefined): api is string => api?.startsWith('http:') ?? false;

export type ResourceType = 'image' | 'video' | 'raw';

export interface Place {
  id: string;
  type: ResourceType;
  format: string | undefined;
  transformation: object[];
}

const root = 'summa';
const teaserThrough = { width: 40, height: 120, crop: 'limit' };

/** All sizes of an image come from its widest file. Other files are kept as they are.
 *  @throws Error for a key or variant that is not ours, before any address is built */
export function placeOf(key: string, variant: Variant): Place {
  if (!isMediaKey(key)) throw new Error('Not a media key');
  if (!isVariant(variant)) throw new Error('Not a media variant');
  const [name = '', format = ''] = variant.split('.');
  if (variant === 'teaser.webp') {
    // First reduced to 40 pixels, like our own teaser: a mere blur could be sharpened again.
    const teaser = [
      teaserThrough,
      { width: 320, height: 960, crop: 'fit' },
      { effect: 'blur:250', quality: 20, fetch_format: 'auto' },
    ];
    return { ...master(key), transformation: teaser };
  }
  if (isPicture(variant)) {
    const step = Number(name);
    return {
      ...master(key),
      transformation: [
        { width: step, height: 3 * step, crop: 'limit' },
        // The last format is for clients without a preference. There Cloudinary chooses.
        { fetch_format: format === 'jpg' ? 'auto' : format, quality: step <= 320 ? 'auto:eco' : 'auto' },
      ],
    };
  }
  const folder = `${root}/${key}`;
  if (mimeOf(variant).startsWith('video/'))
    return { id: `${folder}/${name}-${format}`, type: 'video', format, transformation: [] };
  return { id: `${folder}/${variant}`, type: 'raw', format: undefined, transformation: [] };
}

const master = (key: string) => ({ id: `${root}/${key}/picture`, type: 'image' as const, format: undefined });

const filesOfTheirOwn: ReadonlySet<Variant> = new Set(['full.jpg', 'loop.avif', ...tiers.map(shareCardOf)]);

/** The sizes that come from one source image. A loop, a full-size image and a share card are files of their own. */
export const isPicture = (variant: Variant) =>
  !filesOfTheirOwn.has(variant) && mimeOf(variant).startsWith('image/');

/** The places of all variants of a medium, or of the given ones, each once. */
export function placesOf(key: string, only: readonly Variant[] = variants): Place[] {
  const all = only.filter((variant) => variant !== 'stream.m3u8').map((variant) => placeOf(key, variant));
  return all.filter((place, index) => all.findIndex(({ id }) => id === place.id) === index);
}

/** All our folders begin with this. Ids are accepted only in exactly our form. */
export const prefix = `${root}/`;

/** The medium of an id. `variant` is null for the source image. Null for an id that is not ours. */
export function readId(id: string, type: ResourceType): { key: string; variant: Variant | null } | null {
  const [folder, key, name, ...rest] = id.split('/');
  if (folder !== root || !isMediaKey(key) || !name || rest.length > 0) return null;
  if (type === 'image') return name === 'picture' ? { key, variant: null } : null;
  const variant = variants.find((each) => {
    const place = placeOf(key, each);
    return place.type === type && place.id === id;
  });
  return variant ? { key, variant } : null;
}
