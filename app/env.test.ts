import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { readSettings } from './boot/settings.server.ts';
import { readEnv, settingNames } from './env.server.ts';
import { log } from './http/telemetry/log.server.ts';
import { deliveryOrigin } from './media/cloudinary-names.ts';

describe('CLOUDINARY_URL', () => {
  const read = (value: string) =>
    readEnv({ CLOUDINARY_URL: value, DATA_DIR: tmpdir(), SESSION_SECRET: 'x'.repeat(32) }).cloudinary;

  test('is read in full, with or without a region, or refused', () => {
    expect(read('')).toBeNull();
    expect(read('cloudinary://123:se-cr_et@cloud')).toEqual({
      apiKey: '123',
      apiSecret: 'se-cr_et',
      cloudName: 'cloud',
      api: undefined,
    });
    const eu = read('cloudinary://1:s@c?upload_prefix=https://api-eu.cloudinary.com');
    expect(eu && deliveryOrigin(eu)).toBe('https://res.cloudinary.com');
    const fake = read('cloudinary://1:s@c?upload_prefix=http://127.0.0.1:4000');
    expect(fake && deliveryOrigin(fake)).toBe('http://127.0.0.1:4000');
  });

  test.each([
    'https://123:hush@cloud',
    'cloudinary://hush',
    'cloudinary://123:hush@cloud/path',
    'cloudinary://123:hush@cloud?upload_prefix=http://evil.example',
    'cloudinary://<your_api_key>:hush@cloud',
  ])('stops the start when it is %s, without repeating its value', (value) => {
    const error = (() => {
      try {
        return read(value);
      } catch (thrown) {
        return String(thrown);
      }
    })();
    expect(error).toMatch(/CLOUDINARY_URL: must read cloudinary:\/\/KEY:SECRET@CLOUD/);
    expect(error).not.toContain('hush');
  });
});

describe('MEDIA_STORE', () => {
  const S3_URL = 'https://AKID:hush@store.example/bucket?region=eu';
  const CLOUDINARY_URL = 'cloudinary://123:hush@cloud';
  const read = (settings: Record<string, string>) =>
    readEnv({ DATA_DIR: tmpdir(), SESSION_SECRET: 'x'.repeat(32), ...settings });

  test('is the service whose address is set, unless it says local', () => {
    expect(read({ S3_URL })).toMatchObject({ mediaStore: 's3', s3: { bucket: 'bucket' }, cloudinary: null });
    expect(read({ S3_URL, MEDIA_STORE: 's3' }).mediaStore).toBe('s3');
    expect(read({ S3_URL, MEDIA_STORE: 'local' }).mediaStore).toBe('local');
    expect(read({ CLOUDINARY_URL })).toMatchObject({ mediaStore: 'cloudinary', s3: null });
    expect(read({}).mediaStore).toBe('cloudinary');
  });

  test('and the addresses must fit together', () => {
    expect(() => read({ S3_URL, CLOUDINARY_URL })).toThrow(/^CLOUDINARY_URL and S3_URL: set one of them/);
    expect(() => read({ MEDIA_STORE: 's3' })).toThrow(/^S3_URL is missing/);
    expect(() => read({ S3_URL, MEDIA_STORE: 'cloudinary' })).toThrow(/^MEDIA_STORE: with S3_URL/);
  });
});

describe('LOG_LEVEL', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    log.level = 'silent';
  });

  test('stops the start by its name when there is no such level', async () => {
    vi.stubEnv('LOG_LEVEL', 'loud');
    vi.resetModules();
    await expect(import('./http/telemetry/log.server.ts')).resolves.toHaveProperty('log');
    expect(() => readEnv()).toThrow(/LOG_LEVEL: /);
  });

  test('is the level of the log once the settings are read', () => {
    vi.stubEnv('LOG_LEVEL', 'warn');
    vi.stubEnv('SESSION_SECRET', 'x'.repeat(32));
    readSettings();
    expect(log.level).toBe('warn');
  });
});

describe('an invalid setting stops the start by its name; its value is not shown where it may be a secret', () => {
  const read = (settings: Record<string, string>) =>
    readEnv({ DATA_DIR: tmpdir(), SESSION_SECRET: 'x'.repeat(32), ...settings });

  test.each([
    ['PORT', ['0', '99999', '-1', 'http', '1e3', '0x50', '3000.5', ' 80']],
    ['RATE_LIMIT_SCALE', ['0', '-1', '1.5', '1000001', 'off']],
    ['WEB_CONCURRENCY', ['0', '-1', '1e9', '65', 'auto']],
    ['MEDIA_QUOTA_GB', ['-1', 'ten', '1000001']],
    ['TRUST_PROXY', ['-1', 'true', '127.0.0.1', '11']],
    ['DATABASE_DIRECT_URL', ['garbage', 'mysql://u:hush@h/d']],
    ['DATABASE_REPLICA_URLS', ['garbage', 'postgres://a/b mysql://u:hush@h/d', 'postgres://']],
    ['DATABASE_URL', ['garbage', 'mysql://u:hush@h/d', 'postgres://', '/run/postgresql']],
    ['ORIGIN', ['garbage', 'your.address', 'ftp://your.address', 'javascript:alert(1)', 'http://']],
    ['MEDIA_STORE', ['s4', 'Cloudinary']],
    ['S3_URL', ['garbage', 'http://a:hush@store.example/bucket', 'https://a:hush@store.example']],
    ['SEED_DEMO', ['maybe', '2']],
  ])('%s', (name, values) => {
    for (const value of values) {
      expect(() => read({ [name]: value }), value).toThrow(new RegExp(`${name}: (must|Invalid option)`));
      expect(() => read({ [name]: value }), value).not.toThrow(/hush/);
    }
  });

  test('the ends of each range are accepted', () => {
    expect(read({ PORT: '65535', WEB_CONCURRENCY: '64', TRUST_PROXY: '10' })).toMatchObject({ port: 65_535 });
    expect(read({ PORT: '1', RATE_LIMIT_SCALE: '1', MEDIA_QUOTA_GB: '0' })).toMatchObject({
      rateLimitScale: 1,
    });
    expect(read({ DATABASE_URL: 'postgresql:///summa?host=/run', SEED_DEMO: 'No' }).seedDemo).toBe(false);
    const [DATABASE_URL, DATABASE_DIRECT_URL] = ['postgres://pooler/summa', 'postgres://primary/summa'];
    expect(read({ DATABASE_URL, DATABASE_DIRECT_URL }).directUrl).toBe(DATABASE_DIRECT_URL);
    expect(read({ DATABASE_URL }).directUrl).toBeUndefined();
    const DATABASE_REPLICA_URLS = ' postgres://one/summa,postgresql://two/summa\n';
    const several = ['postgres://one/summa', 'postgresql://two/summa'];
    expect(read({ DATABASE_URL, DATABASE_REPLICA_URLS }).replicaUrls).toEqual(several);
    expect(read({ DATABASE_URL }).replicaUrls).toEqual([]);
    // The embedded database has no pooler before it.
    expect(read({ DATABASE_DIRECT_URL }).directUrl).toBeUndefined();
  });
});

describe('a DATA_DIR that cannot be made stops the start at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'summa-env-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));

  test.each([
    ['a file', file, /it is not a folder|something else in its place/],
    ['below a file', join(file, 'deep', 'deeper'), /of a folder above it|it is not a folder/],
    ['where the system makes no folders', '/proc/x/y', /no folder can be made there/],
    ['which is such a place itself', '/proc', /no folder can be made there/],
    ['a link to itself', join(folder, 'loop'), /circle|something else/],
    ['with a name too long', join(folder, 'x'.repeat(300)), /too long/],
  ])('%s', (_, place, reason) => {
    const read = () => readEnv({ DATA_DIR: place, SESSION_SECRET: 'x'.repeat(32) });
    expect(read).toThrow(/^DATA_DIR: .* cannot be used: /);
    expect(read).toThrow(reason);
  });

  // Root may write everywhere.
  test.skipIf(process.getuid?.() === 0)('is created without permissions for others', () => {
    const locked = join(folder, 'locked');
    mkdirSync(locked, { mode: 0o500 });
    expect(() => readEnv({ DATA_DIR: locked })).toThrow(/^DATA_DIR: .* this account may not write there/);
  });

  test('is not used when the secret in it is damaged', () => {
    writeFileSync(join(folder, 'session-secret'), '');
    expect(() => readEnv({ DATA_DIR: folder })).toThrow(/session-secret is damaged/);
  });
});

test('every setting has its line in the README', () => {
  const rows = readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const documented = rows.map((line) => line.split('|')[1] ?? '').join();
  expect(settingNames.filter((name) => !documented.includes(`\`${name}`))).toEqual([]);
});

describe('CDN_PURGE_URL', () => {
  const read = (more: Record<string, string>) =>
    readEnv({ DATA_DIR: tmpdir(), SESSION_SECRET: 'x'.repeat(32), ...more });

  test('is a list of addresses, or none', () => {
    expect(read({ CDN_PURGE_URL: '' }).purgeAddresses).toEqual([]);
    const two = 'http://127.0.0.1:6081, https://cache.example/purge';
    expect(read({ CDN_PURGE_URL: two }).purgeAddresses).toEqual([
      'http://127.0.0.1:6081',
      'https://cache.example/purge',
    ]);
    expect(() => read({ CDN_PURGE_URL: 'varnish:6081' })).toThrow(/CDN_PURGE_URL/);
  });

  test('needs a connection that hears what changed', () => {
    const pooled = {
      CDN_PURGE_URL: 'http://127.0.0.1:6081',
      DATABASE_PREPARE: '0',
      DATABASE_URL: 'postgres://u:p@pooler/summa',
    };
    expect(() => read(pooled)).toThrow(/CDN_PURGE_URL needs DATABASE_DIRECT_URL/);
    expect(read({ ...pooled, DATABASE_DIRECT_URL: 'postgres://u:p@db/summa' }).purgeAddresses).toHaveLength(
      1,
    );
  });
});
