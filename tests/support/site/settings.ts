export const secret = 'a secret for tests, long enough to be one';

/** What a site on the database of a test world is started with. */
export const siteSettings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  SEED_DEMO: '0',
  SESSION_SECRET: secret,
  RATE_LIMIT_SCALE: '10000',
  LOG_LEVEL: 'info',
});
