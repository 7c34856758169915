import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { publicAddress, signedAddress } from './addresses.server.ts';
import { type Sdk, upload } from './cloudinary-calls.server.ts';
import {
  type CloudinarySettings,
  isFakeService,
  isPicture,
  type Place,
  placeOf,
  placesOf,
  prefix,
  type ResourceType,
  readId,
} from './cloudinary-names.ts';
import { readNotification } from './cloudinary-notification.server.ts';
import { isVideoVariant, type Listed, type MediaStore, type PassedOn, widthSteps } from './media.ts';
import { type CallLimits, call, defaultLimits } from './store-calls.server.ts';
import { StoreError } from './store-error.ts';

interface Surroundings {
  secret: string;
  /** Where Cloudinary sends notifications of finished videos. Null if it cannot reach us. */
  notificationUrl: string | null;
  now: () => Date;
  limits?: Partial<CallLimits>;
}

const type = 'authenticated';
const downloadSeconds = 600;
/** Made after the upload, in the background: the sizes between which a player switches. */
const streams = [{ streaming_profile: 'auto', format: 'm3u8' }];
const passedHeaders = ['content-length', 'content-range', 'accept-ranges'];

/** Stores media at Cloudinary. The SDK is loaded here, because it reads CLOUDINARY_URL when loaded. */
export async function cloudinaryStore(
  settings: CloudinarySettings,
  { secret, notificationUrl, now, limits: given }: Surroundings,
): Promise<MediaStore> {
  const { v2: sdk } = await import('cloudinary');
  const limits = { ...defaultLimits, ...given };
  const credentials = {
    cloud_name: settings.cloudName,
    api_key: settings.apiKey,
    api_secret: settings.apiSecret,
    // Without this, errors of the SDK contain key and secret.
    hide_sensitive: true,
    ...(settings.api && { upload_prefix: settings.api }),
  };
  sdk.config(credentials);
  const within = <Answer>(verb: string, ask: (signal: AbortSignal) => Promise<Answer>, ms = limits.callMs) =>
    call(verb, ask, limits, ms);

  /** Signs the transformation too, so that a teaser's address opens nothing else. It does not expire. */
  const lasting = ({ id, type: resource_type, format, transformation }: Place) =>
    sdk.url(id, {
      type,
      resource_type,
      ...(format && { format }),
      ...(transformation.length > 0 && { transformation }),
      sign_url: true,
      long_url_signature: true,
      auth_token: false,
      urlAnalytics: false,
      ...(isFakeService(settings.api)
        ? { secure: false, cname: new URL(settings.api).host }
        : { secure: true }),
    } as Parameters<Sdk['url']>[1]);

  const open = (place: Place, { method, range, signal }: PassedOn, verb = 'deliver') =>
    within(verb, async (late) => {
      const answer = await fetch(lasting(place), {
        method,
        redirect: 'error',
        headers: {
          'accept-encoding': 'identity',
          // Caches in between serve all viewers, so the browser's own conditions are not sent on.
          accept: place.type === 'image' ? 'image/webp,image/jpeg' : '*/*',
          ...(range && { range }),
        },
        // The time limit ends with the response's headers. The video itself may take longer.
        signal: AbortSignal.any([signal, late]),
      });
      const { status } = answer;
      if (status === 200 || status === 206 || status === 416) return { answer, status } as const;
      await answer.body?.cancel();
      if (status === 404) return null;
      throw new StoreError(verb, status);
    });

  async function download({ id, type: resource_type }: Place, signal: AbortSignal): Promise<Readable | null> {
    const expires_at = Math.floor(now().getTime() / 1000) + downloadSeconds;
    const address = sdk.utils.private_download_url(id, '', { type, resource_type, expires_at });
    const answer = await fetch(address, { signal });
    if (answer.status === 404) return null;
    if (!answer.ok || !answer.body) throw new StoreError('give the file', answer.status);
    return Readable.fromWeb(answer.body as never);
  }

  async function shaOf(place: Place, signal: AbortSignal) {
    const hash = createHash('sha256');
    for await (const bytes of (await download(place, signal)) ?? []) hash.update(bytes);
    return hash.digest('hex');
  }

  const store: MediaStore = {
    keeps(variants) {
      const widest = [...widthSteps].reverse().find((step) => variants.includes(`${step}.jpg`));
      return variants.filter((variant) => variant === `${widest}.jpg` || !isPicture(variant));
    },
    async put(key, variant, sourcePath) {
      const place = placeOf(key, variant);
      if (isPicture(variant) && !variant.endsWith('.jpg')) throw new Error('Cloudinary makes this by itself');
      const { size: bytes } = await stat(sourcePath);
      const [md5, sha256] = await hashes(sourcePath);
      const isVideo = isVideoVariant(variant) && variant.startsWith('video.');
      const options = {
        public_id: place.id,
        type,
        resource_type: place.type,
        // The same name again, so that a repeated try does no harm.
        overwrite: true,
        invalidate: true,
        unique_filename: false,
        filename: 'file',
        context: { sha256 },
        ...(isVideo &&
          notificationUrl && { eager: streams, eager_async: true, notification_url: notificationUrl }),
      };
      const sent = { path: sourcePath, bytes, options };
      await within(
        'take the file',
        async (late) => {
          const answer = await upload(sdk, sent, limits, late);
          // Cloudinary may answer before it has processed a long video. Then the result is read later.
          const isSame = answer.etag ? answer.etag === md5 : (await shaOf(place, late)) === sha256;
          if (answer.public_id !== place.id || answer.bytes !== bytes || !isSame)
            throw new StoreError('take the file', 'wrong bytes');
        },
        limits.uploadMs,
      );
    },
    localPath: async (key, variant) => placeOf(key, variant) && null,
    elsewhere(key, variant) {
      const place = placeOf(key, variant);
      return {
        lasting: lasting(place),
        lastingStreams: lasting({
          ...place,
          transformation: [{ streaming_profile: 'auto' }],
          format: 'm3u8',
        }),
        async open(asked) {
          const found = await open(place, asked);
          if (!found) return null;
          const { answer, status } = found;
          const headers = Object.fromEntries(
            passedHeaders.flatMap((name) => {
              const value = answer.headers.get(name);
              return value === null ? [] : [[name, value]];
            }),
          );
          const chosen = answer.headers.get('content-type') ?? '';
          if (isPicture(variant) && /^image\/(avif|webp|jpeg)$/.test(chosen))
            headers['content-type'] = chosen;
          return { status, headers, body: answer.body };
        },
      };
    },
    async fetchTo(key, variant, path) {
      const place = placeOf(key, variant);
      const part = `${path}.part`;
      try {
        return await within(
          'give the file',
          async (late) => {
            const bytes = await download(place, late);
            if (!bytes) return false;
            await pipeline(bytes, createWriteStream(part), { signal: late });
            await rename(part, path);
            return true;
          },
          limits.uploadMs,
        );
      } finally {
        await rm(part, { force: true });
      }
    },
    async stat(key, variant) {
      const asked = { method: 'HEAD', range: null, signal: new AbortController().signal } as const;
      const found = await open(placeOf(key, variant), asked, 'look at the file');
      return found && { bytes: Number(found.answer.headers.get('content-length') ?? 0) };
    },
    async remove(key, only) {
      await Promise.all(
        placesOf(key, only).map(({ id, type: resource_type }) =>
          within('remove the file', async () => {
            const gone = await sdk.uploader.destroy(id, { type, resource_type, invalidate: true });
            if (gone.result !== 'ok' && gone.result !== 'not found')
              throw new StoreError('remove the file', 'unexpected answer');
          }),
        ),
      );
    },
    address: ({ isPublic, ...request }) =>
      isPublic ? publicAddress(request.key, request.variant) : signedAddress(secret, request),
    async *list(key) {
      const start = key === undefined ? prefix : `${prefix}${key}/`;
      const media = new Map<string, Listed[]>();
      // Cloudinary lists images, videos and other files apart.
      for (const resource_type of ['image', 'video', 'raw'] as const)
        for await (const file of listed(resource_type, start))
          media.set(file.key, [...(media.get(file.key) ?? []), file]);
      for (const files of media.values()) yield* files;
    },
    readNotification: (raw, headers) =>
      readNotification(raw, headers, { secret: settings.apiSecret, now: now() }),
  };
  return store;

  async function* listed(resource_type: ResourceType, start: string): AsyncGenerator<Listed> {
    for (let cursor: string | undefined; ; ) {
      const page = await within('list its files', () =>
        sdk.api.resources({
          type,
          resource_type,
          prefix: start,
          context: true,
          max_results: 500,
          ...(cursor && { next_cursor: cursor }),
        }),
      );
      for (const { public_id, bytes, context } of page.resources) {
        const ours = readId(public_id, resource_type);
        if (ours) yield { ...ours, bytes, sha256: context?.custom?.sha256 ?? null };
      }
      cursor = page.next_cursor;
      if (!cursor) return;
    }
  }
}

async function hashes(path: string): Promise<[string, string]> {
  const both = [createHash('md5'), createHash('sha256')] as const;
  for await (const bytes of createReadStream(path)) for (const hash of both) hash.update(bytes);
  return [both[0].digest('hex'), both[1].digest('hex')];
}
