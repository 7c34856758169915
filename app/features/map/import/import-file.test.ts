import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { camerasFile, readMapFile, shippedFile } from './file.server.ts';
import { importFile } from './import-file.server.ts';

const world = testWorld();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'summa-map-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const count = () =>
  row<{ positions: number; names: number; version: string }>(world.em())`
    select (select count(*)::int from map_positions) as positions, (select count(*)::int from map_names) as names,
      (select version from map_version) as version`;

async function fileOf(text: string | Buffer): Promise<string> {
  const path = join(folder, 'map.txt');
  await writeFile(path, text);
  return path;
}

test('a damaged or foreign file is refused with its line, and nothing is changed', async () => {
  const before = await count();
  const text = await readMapFile(shippedFile);
  const damaged = text.split('\n').with(4_321, '    cut off').join('\n');
  await expect(importFile(world.scope(), await fileOf(damaged))).rejects.toThrow(
    /map\.txt is damaged, or no map\. Line 4322: 69 digits were expected\. Nothing was changed\.$/,
  );
  await expect(
    importFile(world.scope(), await fileOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))),
  ).rejects.toThrow('Line 1: this is not a line of text.');
  await expect(importFile(world.scope(), join(folder, 'none.txt'))).rejects.toThrow(
    /none\.txt cannot be read \(ENOENT\)/,
  );
  await expect(importFile(world.scope(), folder)).rejects.toThrow(/cannot be read \(EISDIR\)/);
  expect(await count()).toEqual(before);
});

test('the file that comes with the site has names and cameras, and a second import changes nothing', async () => {
  const first = await importFile(world.scope());
  expect(first).toMatchObject({ positions: 725, transitions: 1_485, added: 2_210 });
  const after = await count();
  expect(after?.names).toBeGreaterThan(2_000);
  const bare = await row(world.em())`
    select (select count(*)::int from map_positions where camera_yaw is null or draw_order is null) as positions,
      (select count(*)::int from map_transitions where camera_yaw is null or draw_order is null) as transitions`;
  expect(bare).toEqual({ positions: 0, transitions: 0 });
  expect(await importFile(world.scope())).toMatchObject({ added: 0, changed: 0 });
  expect(await count()).toEqual(after);
  expect((await readMapFile(camerasFile)).length).toBeLessThan(200_000);
});
