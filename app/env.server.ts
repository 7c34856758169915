import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { needFolder } from './db/folders.server.ts';
import { readS3Url } from './s3-url.ts';

/** Empty strings mean 'not set': shells and compose files pass missing values on like this. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const text = given(z.string().optional());
const flag = given(
  z
    .string()
    .regex(/^(1|true|yes|on|0|false|no|off)$/i, 'must be 1 or 0')
    .transform((word) => /^(1|true|yes|on)$/i.test(word))
    .optional(),
);
/** Digits and nothing else: `1e3`, `0x10` and ` 5` are mistakes. */
const whole = (fallback: number, least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  const digits = z.string().regex(/^\d{1,9}$/, { error, abort: true });
  return given(
    digits.transform(Number).pipe(z.number().min(least, error).max(most, error)).default(fallback),
  );
};

/** A region has its own API address; plain http is for a fake Cloudinary on this machine. */
const apiAddress = /^(https:\/\/[\w.-]+(:\d+)?|http:\/\/127\.0\.0\.1:\d+)$/;

const cloudinary = given(
  z
    .string()
    .transform((url, context) => {
      const parts = /^cloudinary:\/\/(\w+):([\w-]+)@([\w-]+)(?:\?upload_prefix=(\S+))?$/.exec(url);
      const api = parts?.[4];
      if (parts && (!api || apiAddress.test(api)))
        return { apiKey: parts[1] ?? '', apiSecret: parts[2] ?? '', cloudName: parts[3] ?? '', api };
      // The value holds the secret, so the message must not repeat it.
      const message = 'must read cloudinary://KEY:SECRET@CLOUD, as the Cloudinary console shows it';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional(),
);

const s3 = given(
  z
    .string()
    .transform((url, context) => {
      const read = readS3Url(url);
      if (typeof read !== 'string') return read;
      context.addIssue({ code: 'custom', message: read });
      return z.NEVER;
    })
    .optional(),
);

const database = given(
  z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must read postgres://USER:PASSWORD@HOST:PORT/DATABASE')
    .optional(),
);

/** Several addresses, with spaces or commas between them. */
const databases = given(
  z
    .string()
    .regex(
      /^[\s,]*(postgres(ql)?:\/\/[^\s,]+[\s,]*)*$/,
      'must read postgres://USER:PASSWORD@HOST:PORT/DATABASE, several with spaces or commas between them',
    )
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .default([]),
);

/** One or more addresses, separated by commas. */
const purgeAddresses = given(
  z
    .string()
    .transform((value) => value.split(',').map((address) => address.trim()))
    .pipe(
      z.array(
        z.url({
          protocol: /^https?$/,
          error: 'must be addresses such as http://127.0.0.1:6081, separated by commas',
        }),
      ),
    )
    .default([]),
);

const settings = z.object({
  SUMMA_MODE: text,
  NODE_ENV: text,
  PORT: whole(3000, 1, 65_535),
  HOST: text,
  DATA_DIR: text,
  DATABASE_URL: database,
  DATABASE_DIRECT_URL: database,
  DATABASE_REPLICA_URLS: databases,
  DATABASE_PREPARE: flag,
  ORIGIN: given(
    z.url({ protocol: /^https?$/, error: 'must be an address such as https://your.address' }).optional(),
  ),
  SESSION_SECRET: text,
  SEED_DEMO: flag,
  RATE_LIMIT_SCALE: whole(1, 1, 1_000_000),
  MEDIA_QUOTA_GB: whole(10, 0, 1_000_000),
  WEB_CONCURRENCY: whole(1, 1, 64),
  TRUST_PROXY: whole(0, 0, 10),
  CDN_PURGE_URL: purgeAddresses,
  DRAIN_SECONDS: whole(0, 0, 20),
  METRICS_TOKEN: text,
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_PRICE_PREMIUM: text,
  STRIPE_PRICE_VIP: text,
  CLOUDINARY_URL: cloudinary,
  S3_URL: s3,
  MEDIA_STORE: given(z.enum(['cloudinary', 's3', 'local']).optional()),
  SMTP_URL: text,
  MAIL_FROM: text,
  LOG_LEVEL: given(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info')),
});

/** All variables that are read; the README's table must list each. */
export const settingNames = Object.keys(settings.shape);

/** The settings of the process, checked once at boot. */
export type Env = ReturnType<typeof readEnv>;

/** @throws Error naming each wrong or missing variable, never its value */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const parsed = settings.safeParse(source);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are wrong:\n  ${wrong.join('\n  ')}`);
  }
  const { data } = parsed;
  const mode = data.SUMMA_MODE ?? data.NODE_ENV ?? 'local';
  const isProduction = mode === 'production';
  const isDevelopment = mode === 'development';
  const dataDir = resolve(data.DATA_DIR ?? 'var');
  try {
    needFolder(dataDir);
  } catch (error) {
    throw new Error(`DATA_DIR: ${error instanceof Error ? error.message : error}`);
  }
  const hearsChanges =
    (data.DATABASE_PREPARE ?? true) || Boolean(data.DATABASE_URL && data.DATABASE_DIRECT_URL);
  if (data.CDN_PURGE_URL.length > 0 && !hearsChanges) {
    throw new Error(
      'CDN_PURGE_URL needs DATABASE_DIRECT_URL: a pooler loses what tells the caches of changes.',
    );
  }
  const origin = new URL(data.ORIGIN ?? `http://localhost:${data.PORT}`).origin;
  return {
    isProduction,
    isDevelopment,
    port: data.PORT,
    host: data.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: data.DATABASE_URL,
    /** Past the pooler, for what needs a session of its own. */
    directUrl: data.DATABASE_URL && data.DATABASE_DIRECT_URL,
    /** Copies that answer reads. */
    replicaUrls: data.DATABASE_URL ? data.DATABASE_REPLICA_URLS : [],
    preparesStatements: data.DATABASE_PREPARE ?? true,
    origin,
    hasFixedOrigin: data.ORIGIN !== undefined,
    sessionSecret: sessionSecret(data.SESSION_SECRET, isProduction, dataDir),
    seedDemo: data.SEED_DEMO ?? (data.DATABASE_URL === undefined && !isProduction),
    webConcurrency: data.WEB_CONCURRENCY,
    trustProxy: data.TRUST_PROXY,
    /** Where the caches in front of the site take purges; without one, no answer is marked for them. */
    purgeAddresses: data.CDN_PURGE_URL,
    /** How long a process that was told to stop answers on, while `/readyz` says so. */
    drainMs: data.DRAIN_SECONDS * 1_000,
    metricsToken: data.METRICS_TOKEN,
    rateLimitScale: data.RATE_LIMIT_SCALE,
    /** Null when 0 is given: no limit. */
    mediaQuotaBytes: data.MEDIA_QUOTA_GB === 0 ? null : data.MEDIA_QUOTA_GB * 1_000_000_000,
    logLevel: data.LOG_LEVEL,
    stripe: {
      secretKey: data.STRIPE_SECRET_KEY,
      publishableKey: data.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: data.STRIPE_WEBHOOK_SECRET,
      pricePremium: data.STRIPE_PRICE_PREMIUM,
      priceVip: data.STRIPE_PRICE_VIP,
    },
    cloudinary: data.CLOUDINARY_URL ?? null,
    s3: data.S3_URL ?? null,
    mediaStore: mediaStore(data),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
  };
}

/** Where new media are stored. @throws Error when the settings contradict each other */
function mediaStore({ CLOUDINARY_URL, S3_URL, MEDIA_STORE }: z.output<typeof settings>) {
  if (CLOUDINARY_URL && S3_URL)
    throw new Error(
      'CLOUDINARY_URL and S3_URL: set one of them. To go from one to the other, move the media to local first.',
    );
  if (MEDIA_STORE === 's3' && !S3_URL) throw new Error('S3_URL is missing: MEDIA_STORE=s3 needs it.');
  if (MEDIA_STORE === 'cloudinary' && S3_URL)
    throw new Error('MEDIA_STORE: with S3_URL it must be s3 or local.');
  return MEDIA_STORE ?? (S3_URL ? 's3' : 'cloudinary');
}

/** Outside production a secret is made once and kept, so that restarts sign no member out. */
function sessionSecret(given: string | undefined, isProduction: boolean, dataDir: string) {
  if (given && given.length >= 32) return given;
  if (given) throw new Error('SESSION_SECRET is too short: use at least 32 random characters.');
  if (isProduction) throw new Error('SESSION_SECRET is missing: set at least 32 random characters.');
  const file = join(dataDir, 'session-secret');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  const kept = statSync(file).isFile() ? readFileSync(file, 'utf8').trim() : '';
  if (kept.length < 32) throw new Error(`${file} is damaged: delete it, or set SESSION_SECRET.`);
  return kept;
}
