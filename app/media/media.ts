/** The types of images and videos, and the interface of all stores. */

import { type Tier, tiers } from '../domain/tiers.ts';

export type MediaKind = 'image' | 'video';

export const widthSteps = [320, 640, 1280] as const;
export type WidthStep = (typeof widthSteps)[number];

/** Further widths of profile pictures, for avatars: a list of them weighs less than its cards. */
export const avatarSteps = [48, 96] as const;
export type AvatarStep = (typeof avatarSteps)[number];
export type PictureStep = AvatarStep | WidthStep;

export const pictureFormats = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

const videoFormats = ['mp4', 'webm', 'mov', 'avi'] as const;
export type VideoFormat = (typeof videoFormats)[number];

export type PictureVariant = `${WidthStep}.${PictureFormat}`;
export type VideoVariant = `video.${VideoFormat}`;

export const videoSteps = [480, 1080] as const;
export type VideoStep = (typeof videoSteps)[number];

/** The picture of a shared link, by the tier of its item at that time. Increase the number when the drawing changes. */
export const shareCardOf = (tier: Tier) => `card3-${tier}.jpg` as const;

export const videoStates = ['waiting', 'converting', 'done', 'failed'] as const;
export type VideoState = (typeof videoStates)[number];
export type StepVariant = `${VideoStep}p.mp4`;

export type Variant =
  | PictureVariant
  | `${AvatarStep}.webp`
  | VideoVariant
  | StepVariant
  | 'teaser.webp'
  | 'loop.avif'
  | 'clip.mp4'
  | 'full.jpg'
  | ReturnType<typeof shareCardOf>
  | 'stream.m3u8';

const mimes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  m3u8: 'application/vnd.apple.mpegurl',
} as const;

export const variants: readonly Variant[] = [
  ...widthSteps.flatMap((step) => pictureFormats.map((format): Variant => `${step}.${format}`)),
  ...avatarSteps.map((step): Variant => `${step}.webp`),
  'teaser.webp',
  // A short silent animation of a video, for cards.
  'loop.avif',
  // A silent part of a video that repeats, under a key of its own (ADR-078).
  'clip.mp4',
  // The original size, if larger than the widest step. Only for downloads (ADR-030).
  'full.jpg',
  ...tiers.map(shareCardOf),
  ...videoFormats.map((format): Variant => `video.${format}`),
  ...videoSteps.map((step): Variant => `${step}p.mp4`),
  // Not a file: a video in several sizes, made by a service.
  'stream.m3u8',
];
const variantNames: ReadonlySet<unknown> = new Set(variants);

export const isVariant = (name: unknown): name is Variant => variantNames.has(name);

export const isAvatarVariant = (variant: Variant) => avatarSteps.some((step) => variant === `${step}.webp`);

/** Keys are 128 random bits in hex, never the uploader's file name. */
export const isMediaKey = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{32}$/.test(text);

/** The type sent with a variant. It never comes from the uploader. */
export const mimeOf = (variant: Variant): string =>
  mimes[variant.slice(variant.indexOf('.') + 1) as keyof typeof mimes];

export const isVideoVariant = (variant: Variant): variant is VideoVariant | StepVariant | 'clip.mp4' =>
  mimeOf(variant).startsWith('video/');

/** Browsers play MP4, WebM and most MOV. AVI is offered only as a download. */
export const isPlayable = (mime: string) => mime.startsWith('video/') && mime !== mimes.avi;

export function videoVariant(mime: string): VideoVariant | null {
  const format = videoFormats.find((each) => mimes[each] === mime);
  return format ? `video.${format}` : null;
}

/** Never enlarged, at most three times as tall as wide. */
export function fitted(width: number, height: number, step: number): { width: number; height: number } {
  const scale = Math.min(1, step / width, (3 * step) / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The widest of a picture's sizes; each has one of 320 pixels at least. */
export const widest = (widths: readonly PictureStep[]) =>
  widthSteps.findLast((step) => widths.includes(step)) ?? widthSteps[0];

/** The width steps of an image: all that shrink it, and the first that shows it whole. */
export function stepsFor(width: number, height: number): WidthStep[] {
  const whole = widthSteps.findIndex((step) => fitted(width, height, step).width === width);
  return whole === -1 ? [...widthSteps] : widthSteps.slice(0, whole + 1);
}

/** Never enlarged, even sides for H.264, at most four times as long as short. */
export function videoSize(width: number, height: number, step: number): { width: number; height: number } {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(1, step / short, (4 * step) / long);
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
}

/** The steps of a video: one that shows it whole, and the small one if it is much smaller. */
export function videoStepsFor(width: number, height: number): VideoStep[] {
  const short = Math.min(width, height);
  if (short <= videoSteps[0]) return [videoSteps[0]];
  return short >= 1.25 * videoSteps[0] ? [...videoSteps] : [videoSteps[1]];
}

/** A video's `widths` are those of its poster. The size is in pixels, after rotation. */
export interface MediaFacts {
  key: string;
  kind: MediaKind;
  /** Of the served video, or of the sent image. */
  mime: string;
  width: number;
  height: number;
  bytes: number;
  /** The dominant colour, #rrggbb, shown while the image loads. */
  color: string;
  widths: PictureStep[];
  durationMs: number | null;
}

export interface SentFile {
  path: string;
  name: string;
  bytes: number;
}

export interface Made {
  facts: MediaFacts;
  files: { variant: Variant; path: string }[];
}

export interface AddressRequest {
  key: string;
  variant: Variant;
  /** For teasers and free items: one address for all viewers, which caches may store for a while. */
  isPublic: boolean;
  viewerId: string | null;
  now: Date;
  /** For a download under the item's name. The gate checks that it is allowed. */
  isDownload?: boolean;
}

/** Where the bytes are stored: the local folder or a service. The store checks keys and variants. */
export interface MediaStore {
  /** The files of a medium that this store needs. It makes the others itself. */
  keeps(variants: readonly Variant[]): Variant[];
  /** Stores the file, which may be moved away. An older one is replaced in one step. @throws StoreError */
  put(key: string, variant: Variant, sourcePath: string): Promise<void>;
  /** The file's absolute path. Null if this process cannot serve it from disk. */
  localPath(key: string, variant: Variant): Promise<string | null>;
  /** How to serve files without a local path. Null for a store that has only local paths. */
  elsewhere(key: string, variant: Variant): Elsewhere | null;
  /** The whole file or nothing. False if there is none. */
  fetchTo(key: string, variant: Variant, path: string): Promise<boolean>;
  stat(key: string, variant: Variant): Promise<Stat | null>;
  /** Removes every variant, or only the given ones. Missing files are no error. */
  remove(key: string, only?: readonly Variant[]): Promise<void>;
  /** The files of all media or of one. Those of one medium follow each other. */
  list(key?: string): AsyncIterable<Listed>;
  /** The address of a variant for browsers. @throws Error for a private address without a viewer */
  address(request: AddressRequest): string;
  /** Reads a service's notification. Null if nothing follows from it. @throws BadNotification */
  readNotification(raw: string, headers: Headers): Notified | null;
}

export interface Elsewhere {
  /** Works for everyone without expiry, so only for public media. Null for a store that only this site can read. */
  lasting: string | null;
  /** The same for streams in several sizes, after a notification that they exist. */
  lastingStreams: string | null;
  /** The bytes, to be sent on to one viewer. Null if there are none. */
  open(asked: PassedOn): Promise<Passing | null>;
}

export interface PassedOn {
  method: 'GET' | 'HEAD';
  range: string | null;
  /** The viewer's conditions, for stores that send an ETag. */
  ifRange?: string | null;
  ifNoneMatch?: string | null;
  signal: AbortSignal;
}

export interface Passing {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array> | null;
}

export interface Stat {
  bytes: number;
  /** SHA-256 in hex, if the store noted it when it took the file. */
  sha256?: string;
}

/** A stored file. `variant` is null for the source image from which a service makes the others. */
export interface Listed {
  key: string;
  variant: Variant | null;
  bytes: number;
  /** SHA-256 in hex, if the store knows it without reading the file. */
  sha256: string | null;
}

export interface Notified {
  key: string;
  variant: Variant;
}
