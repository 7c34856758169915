/** The words of pictures and films, and the contract that every store of their bytes keeps. */

export type MediaKind = 'image' | 'video';

export const widthSteps = [320, 640, 1280] as const;
export type WidthStep = (typeof widthSteps)[number];

/** Best first. */
export const pictureFormats = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

const videoFormats = ['mp4', 'webm', 'mov', 'avi'] as const;
export type VideoFormat = (typeof videoFormats)[number];

export type PictureVariant = `${WidthStep}.${PictureFormat}`;
export type VideoVariant = `video.${VideoFormat}`;

/** What films are converted to, MP4 that plays everywhere: at most so many pixels on the shorter side. */
export const filmSteps = [480, 1080] as const;
export type FilmStep = (typeof filmSteps)[number];

/** How far the conversion of a film is. */
export const filmStates = ['waiting', 'converting', 'done', 'failed'] as const;
export type FilmState = (typeof filmStates)[number];
export type FilmVariant = `${FilmStep}p.mp4`;

export type Variant =
  | PictureVariant
  | VideoVariant
  | FilmVariant
  | 'teaser.webp'
  | 'full.jpg'
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
  'teaser.webp',
  // In the size it was sent, where that is more than the widest step: only to be saved (decision 030).
  'full.jpg',
  ...videoFormats.map((format): Variant => `video.${format}`),
  ...filmSteps.map((step): Variant => `${step}p.mp4`),
  // No file of its own: a film in several sizes at once, where a service made them of the film.
  'stream.m3u8',
];
const variantNames: ReadonlySet<unknown> = new Set(variants);

export const isVariant = (name: unknown): name is Variant => variantNames.has(name);

/** Keys are 128 random bits in hex: never the uploader's file name, the same on any file system. */
export const isMediaKey = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{32}$/.test(text);

/** The type a variant is served with; decided by us, never by the uploader. */
export const mimeOf = (variant: Variant): string =>
  mimes[variant.slice(variant.indexOf('.') + 1) as keyof typeof mimes];

/** The bytes of a film, as it was sent or converted. */
export const isVideoVariant = (variant: Variant): variant is VideoVariant | FilmVariant =>
  mimeOf(variant).startsWith('video/');

/** Browsers play MP4, WebM and most MOV; AVI is offered as a download only. */
export const isPlayable = (mime: string) => mime.startsWith('video/') && mime !== mimes.avi;

/** The variant that holds the film itself, by the type it was stored with. */
export function videoVariant(mime: string): VideoVariant | null {
  const format = videoFormats.find((each) => mimes[each] === mime);
  return format ? `video.${format}` : null;
}

/** Size of a picture at a width step: never enlarged, at most three times as tall as wide. */
export function fitted(width: number, height: number, step: number): { width: number; height: number } {
  const scale = Math.min(1, step / width, (3 * step) / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The steps a picture is kept at: each that shrinks it, and the first that shows it whole. */
export function stepsFor(width: number, height: number): WidthStep[] {
  const whole = widthSteps.findIndex((step) => fitted(width, height, step).width === width);
  return whole === -1 ? [...widthSteps] : widthSteps.slice(0, whole + 1);
}

/** Size of a film at a step: never enlarged, sides even as H.264 wants them, at most four times as long as short. */
export function filmSize(width: number, height: number, step: FilmStep): { width: number; height: number } {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(1, step / short, (4 * step) / long);
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
}

/** The steps a film is converted to: one that shows it whole, and the small one where it saves a good part. */
export function filmStepsFor(width: number, height: number): FilmStep[] {
  const short = Math.min(width, height);
  if (short <= filmSteps[0]) return [filmSteps[0]];
  return short >= 1.25 * filmSteps[0] ? [...filmSteps] : [filmSteps[1]];
}

/** What is known of a stored picture or film; a film's `widths` are those of its poster. */
export interface MediaFacts {
  key: string;
  kind: MediaKind;
  /** The type found in the bytes: of the film that is served, or of the picture that was sent. */
  mime: string;
  /** As shown, after rotation; in pixels. */
  width: number;
  height: number;
  /** Bytes of the file as it was sent. */
  bytes: number;
  /** Dominant colour, #rrggbb: the placeholder while the picture loads. */
  color: string;
  widths: WidthStep[];
  /** Null for pictures, and for films that do not say. */
  durationMs: number | null;
}

/** A file as it was sent: where it lies for now, the name it came with, its size. */
export interface SentFile {
  path: string;
  name: string;
  bytes: number;
}

/** What became of a sent file: its facts, and the files that wait to be put into a store. */
export interface Made {
  facts: MediaFacts;
  files: { variant: Variant; path: string }[];
}

export interface AddressRequest {
  key: string;
  variant: Variant;
  /** Teasers, and everything of free items: one address for all, cacheable for ever. */
  isPublic: boolean;
  /** Who may open the address when it is not public. */
  viewerId: string | null;
  now: Date;
  /** To save the file under the item's name; the gate asks whether that may be. */
  isDownload?: boolean;
}

/** Where the bytes live: the local folder, or a service. Keys and variants are checked by the store. */
export interface MediaStore {
  /** Of a medium's files those that this store wants; the others it makes by itself. */
  keeps(variants: readonly Variant[]): Variant[];
  /** Takes the file (it may be gone afterwards); replaces an older one in a single step.
   *  @throws StoreTrouble from a service */
  put(key: string, variant: Variant, sourcePath: string): Promise<void>;
  /** The file's absolute path when this process can serve it, else null. */
  localPath(key: string, variant: Variant): Promise<string | null>;
  /** How to hand out what no local path serves; null where there is nothing but local paths. */
  elsewhere(key: string, variant: Variant): Elsewhere | null;
  /** Brings a file the store keeps to `path`, whole or not at all; false when there is none. */
  fetchTo(key: string, variant: Variant, path: string): Promise<boolean>;
  stat(key: string, variant: Variant): Promise<{ bytes: number } | null>;
  /** Removes every variant; removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every file it keeps, or those of one medium. */
  list(key?: string): AsyncIterable<Listed>;
  /** Where a browser finds the variant. @throws Error for a private address without a viewer */
  address(request: AddressRequest): string;
  /** What a service tells us; null when nothing follows from it. @throws BadNotification */
  readNotification(raw: string, headers: Headers): Notified | null;
}

/** The two ways to bytes that lie at a service. */
export interface Elsewhere {
  /** Opens for whoever knows it, for ever: only for what is for everybody. */
  lasting: string;
  /** The same for a film in streams of several sizes, once a notification said that they are there. */
  lastingStreams: string;
  /** The bytes, for us to pass on to one person; null when there are none. */
  open(asked: PassedOn): Promise<Passing | null>;
}

/** What of a browser's request matters to a service. */
export interface PassedOn {
  method: 'GET' | 'HEAD';
  range: string | null;
  signal: AbortSignal;
}

export interface Passing {
  status: 200 | 206 | 416;
  /** Length and range of the bytes, and their type where the service chose it. */
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array> | null;
}

/** A file in a store; `variant` is null for the picture from which a service makes the others. */
export interface Listed {
  key: string;
  variant: Variant | null;
  bytes: number;
  /** SHA-256 in hex, where the store knows it without reading the file. */
  sha256: string | null;
}

/** A film that can now be played in streams of several sizes, made of this variant. */
export interface Notified {
  key: string;
  variant: Variant;
}
