import { isMediaKey, isVariant, mimeOf, type Variant, variants } from './media.ts';

export interface CloudinarySettings {
  cloudName: string;
  apiKey: string;
  apiSecret: string;
  /** Another API address than the usual one; plain http only for a stand-in on this machine. */
  api: string | undefined;
}

/** Where Cloudinary delivers from, for the policy of pages. */
export const deliveryOrigin = ({ api }: CloudinarySettings) =>
  isStandIn(api) ? new URL(api).origin : 'https://res.cloudinary.com';

export const isStandIn = (api: string | undefined): api is string => api?.startsWith('http:') ?? false;

export type ResourceType = 'image' | 'video' | 'raw';

/** How one variant lies at Cloudinary: the file it is taken from, and what is done to it on the way out. */
export interface Place {
  id: string;
  type: ResourceType;
  /** The ending of an address; raw files have theirs in the id. */
  format: string | undefined;
  transformation: object[];
}

const root = 'summa';
const teaserThrough = { width: 32, height: 96, crop: 'limit' };

/** Every size of a picture is made from one file, the widest that we made; all else is kept as it is.
 *  @throws Error for what is no key or variant of ours, before any address is built */
export function placeOf(key: string, variant: Variant): Place {
  if (!isMediaKey(key)) throw new Error('Not a media key');
  if (!isVariant(variant)) throw new Error('Not a media variant');
  const [name = '', format = ''] = variant.split('.');
  if (variant === 'teaser.webp') {
    // Through 32 pixels, like our own teaser: what a blur alone leaves can be sharpened again.
    const teaser = [
      teaserThrough,
      { width: 320, height: 960, crop: 'fit' },
      { effect: 'blur:400', quality: 20, fetch_format: 'auto' },
    ];
    return { ...master(key), transformation: teaser };
  }
  if (isPicture(variant)) {
    const step = Number(name);
    return {
      ...master(key),
      transformation: [
        { width: step, height: 3 * step, crop: 'limit' },
        // The last format of a page's choice is for whoever asks without one: there Cloudinary chooses.
        { fetch_format: format === 'jpg' ? 'auto' : format, quality: step === 320 ? 'auto:eco' : 'auto' },
      ],
    };
  }
  const folder = `${root}/${key}`;
  if (mimeOf(variant).startsWith('video/'))
    return { id: `${folder}/${name}-${format}`, type: 'video', format, transformation: [] };
  return { id: `${folder}/${variant}`, type: 'raw', format: undefined, transformation: [] };
}

const master = (key: string) => ({ id: `${root}/${key}/picture`, type: 'image' as const, format: undefined });

/** What pages show; the full size is a file to be saved, and stays as we made it. */
export const isPicture = (variant: Variant) => variant !== 'full.jpg' && mimeOf(variant).startsWith('image/');

/** The files one medium may have at Cloudinary, each once. */
export function placesOf(key: string): Place[] {
  const all = variants.filter((variant) => variant !== 'stream.m3u8').map((variant) => placeOf(key, variant));
  return all.filter((place, index) => all.findIndex(({ id }) => id === place.id) === index);
}

/** Every folder of ours begins so; ids are read back only when they are written exactly as we write them. */
export const prefix = `${root}/`;

/** Whose file an id is, `variant` null for the picture others are made from; null for an id that is not ours. */
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
