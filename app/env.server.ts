import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** Empty strings mean 'not set': that is how shells and compose files hand on missing values. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const text = given(z.string().optional());
const flag = given(
  z
    .string()
    .transform((word) => /^(1|true|yes|on)$/i.test(word))
    .optional(),
);
const whole = (fallback: number, max: number) =>
  given(z.coerce.number().int().min(0).max(max).default(fallback));

/** A region has its own API address; plain http is for a pretended Cloudinary on this machine. */
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

const settings = z.object({
  SUMMA_MODE: text,
  NODE_ENV: text,
  PORT: whole(3000, 65_535),
  HOST: text,
  DATA_DIR: text,
  DATABASE_URL: text,
  ORIGIN: given(z.url().optional()),
  SESSION_SECRET: text,
  SEED_DEMO: flag,
  RATE_LIMIT_SCALE: whole(1, 1_000_000),
  MEDIA_QUOTA_GB: whole(10, 1_000_000),
  WEB_CONCURRENCY: whole(1, 64),
  TRUST_PROXY: whole(0, 10),
  METRICS_TOKEN: text,
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_PRICE_PREMIUM: text,
  STRIPE_PRICE_VIP: text,
  CLOUDINARY_URL: cloudinary,
  MEDIA_STORE: given(z.enum(['cloudinary', 'local']).default('cloudinary')),
  SMTP_URL: text,
  MAIL_FROM: text,
  LOG_LEVEL: given(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info')),
});

/** The names of all variables that are read; the README's table must tell of each. */
export const settingNames = Object.keys(settings.shape);

/** What the process was told, checked once at boot (contract.md 'Environment'). */
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
  const origin = new URL(data.ORIGIN ?? `http://localhost:${data.PORT}`).origin;
  return {
    isProduction,
    isDevelopment,
    port: data.PORT,
    host: data.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: data.DATABASE_URL,
    origin,
    hasFixedOrigin: data.ORIGIN !== undefined,
    sessionSecret: sessionSecret(data.SESSION_SECRET, isProduction, dataDir),
    seedDemo: data.SEED_DEMO ?? (data.DATABASE_URL === undefined && !isProduction),
    webConcurrency: Math.max(1, data.WEB_CONCURRENCY),
    trustProxy: data.TRUST_PROXY,
    metricsToken: data.METRICS_TOKEN,
    rateLimitScale: data.RATE_LIMIT_SCALE,
    /** Null when 0 was given: no limit. */
    mediaQuotaBytes: data.MEDIA_QUOTA_GB === 0 ? null : data.MEDIA_QUOTA_GB * 1_000_000_000,
    logLevel: data.LOG_LEVEL,
    stripe: {
      secretKey: data.STRIPE_SECRET_KEY,
      publishableKey: data.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: data.STRIPE_WEBHOOK_SECRET,
      pricePremium: data.STRIPE_PRICE_PREMIUM,
      priceVip: data.STRIPE_PRICE_VIP,
    },
    /** Null when media live in the local folder. */
    cloudinary: data.CLOUDINARY_URL ?? null,
    mediaStore: data.MEDIA_STORE,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
  };
}

/** Outside production a secret is made once and kept beside the data, so that restarts sign nobody out. */
function sessionSecret(given: string | undefined, isProduction: boolean, dataDir: string) {
  if (given && given.length >= 32) return given;
  if (given) throw new Error('SESSION_SECRET is too short: use at least 32 random characters.');
  if (isProduction) throw new Error('SESSION_SECRET is missing: set at least 32 random characters.');
  const file = join(dataDir, 'session-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}
