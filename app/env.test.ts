import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readSettings } from './boot/settings.server.ts';
import { readEnv, settingNames } from './env.server.ts';
import { log } from './http/log.server.ts';
import { deliveryOrigin } from './media/cloudinary-names.ts';

describe('CLOUDINARY_URL', () => {
  const read = (value: string) =>
    readEnv({ CLOUDINARY_URL: value, DATA_DIR: tmpdir(), SESSION_SECRET: 'x'.repeat(32) }).cloudinary;

  test('is read whole, with another region, or not at all', () => {
    expect(read('')).toBeNull();
    expect(read('cloudinary://123:se-cr_et@cloud')).toEqual({
      apiKey: '123',
      apiSecret: 'se-cr_et',
      cloudName: 'cloud',
      api: undefined,
    });
    const eu = read('cloudinary://1:s@c?upload_prefix=https://api-eu.cloudinary.com');
    expect(eu && deliveryOrigin(eu)).toBe('https://res.cloudinary.com');
    const standin = read('cloudinary://1:s@c?upload_prefix=http://127.0.0.1:4000');
    expect(standin && deliveryOrigin(standin)).toBe('http://127.0.0.1:4000');
  });

  test.each([
    'https://123:hush@cloud',
    'cloudinary://hush',
    'cloudinary://123:hush@cloud/path',
    'cloudinary://123:hush@cloud?upload_prefix=http://evil.example',
    'cloudinary://<your_api_key>:hush@cloud',
  ])('stops the start when it is %s, without repeating it', (value) => {
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

describe('LOG_LEVEL', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    log.level = 'silent';
  });

  test('stops the start by its name when there is no such level', async () => {
    vi.stubEnv('LOG_LEVEL', 'loud');
    vi.resetModules();
    await expect(import('./http/log.server.ts')).resolves.toHaveProperty('log');
    expect(() => readEnv()).toThrow(/LOG_LEVEL: /);
  });

  test('is what the log keeps to once the settings are read', () => {
    vi.stubEnv('LOG_LEVEL', 'warn');
    vi.stubEnv('SESSION_SECRET', 'x'.repeat(32));
    readSettings();
    expect(log.level).toBe('warn');
  });
});

test('every setting has its line in the README', () => {
  const rows = readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const told = rows.map((line) => line.split('|')[1] ?? '').join();
  expect(settingNames.filter((name) => !told.includes(`\`${name}`))).toEqual([]);
});
