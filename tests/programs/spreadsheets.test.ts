import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sold } from '../support/sample-requests/making.ts';
import { liveWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';
import { isHere, said, testFolder } from './program.ts';

/** Every CSV of the site in LibreOffice, once as in Germany and once as in America. Without LibreOffice this is skipped. */
const hasOffice = isHere('soffice', { debian: 'libreoffice-calc', uses: 'open CSV in a spreadsheet' });

const world = liveWorld();
const files = testFolder();
const title = 'Straße, 三角; "50/50" é';
const formula = '=HYPERLINK("https://evil.example")';
/** Of Windows, as LibreOffice counts countries, too. */
const countries = { Germany: '1031', America: '1033' };
const exported = { statement: '/studio/earnings.csv', payouts: '/admin/payouts.csv', log: '/admin/log.csv' };
const languages = { German: 'de-DE,de;q=0.9', English: 'en-US,en;q=0.9' };
type Cell = string | number | Date;
const opened: Record<string, Record<string, Cell[][]>> = {};

/** The cells of the first table in a flat OpenDocument file, with the type that the program gave each. */
function tableOf(path: string): Cell[][] {
  const [, table = ''] =
    /<table:table [\s\S]*?>([\s\S]*?)<\/table:table>/.exec(readFileSync(path, 'utf8')) ?? [];
  return [...table.matchAll(/<table:table-row[\s\S]*?<\/table:table-row>/g)].map(([line]) =>
    [...line.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].map(
      ([, marks = '', inside = '']) => {
        const [, type] = /office:value-type="(\w+)"/.exec(marks) ?? [];
        const [, value = ''] = /office:(?:date-)?value="([^"]*)"/.exec(marks) ?? [];
        if (type === 'float') return Number(value);
        if (type === 'date') return new Date(`${value}Z`);
        return plain(inside);
      },
    ),
  );
}
const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>|\n\s*/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => signs[name] ?? whole);

describe.skipIf(!hasOffice)('in a spreadsheet', () => {
  beforeAll(async () => {
    const { creator, item } = await sold(world);
    await row(world.em())`update content set title = ${title} where id = ${item}`;
    await row(world.em())`update users set first_name = ${formula} where id = ${creator.id}`;
    const admin = await world.person({ isAdmin: true });
    const as = { statement: await world.signIn(creator), payouts: '', log: '' };
    as.payouts = as.log = await world.signIn(admin);
    // Leaves a line in the log.
    await world.post(`/admin/creators/${creator.id}/verify`, { verified: 'true' }, { as: as.log });
    const paths = [];
    for (const [language, accepted] of Object.entries(languages))
      for (const [name, address] of Object.entries(exported)) {
        const headers = { 'accept-language': accepted };
        const { status, bytes } = await world.ask(address, { as: as[name as keyof typeof as], headers });
        expect([address, status]).toEqual([address, 200]);
        paths.push(files.kept(`${name}-${language}.csv`, bytes));
      }
    for (const [country, number] of Object.entries(countries)) {
      const folder = join(files.folder, country);
      said('soffice', [
        `-env:UserInstallation=file://${files.folder}/profile`,
        '--headless',
        // Comma and semicolon, quotes, UTF-8, from the first line, the country, and times are times. Without a window the
        // program neither asks nor reads the byte order mark.
        `--infilter=CSV:44/59,34,76,1,,${number},false,true`,
        ...['--convert-to', 'fods', '--outdir', folder],
        ...paths,
      ]);
      for (const path of paths) {
        const name = basename(path, '.csv');
        opened[country] = { ...opened[country], [name]: tableOf(join(folder, `${name}.fods`)) };
      }
    }
  }, 240_000);

  const tables = Object.keys(countries).flatMap((country) =>
    Object.keys(languages).map((language) => [country, language] as const),
  );

  test.each(tables)('in %s, a statement in %s has right letters, numbers and times', (country, language) => {
    const [header, line] = opened[country]?.[`statement-${language}`] ?? [];
    expect(header).toEqual([
      'Date (UTC)',
      'Kind',
      'Title',
      'Reference',
      'Amount (US cents)',
      'Balance (US cents)',
    ]);
    expect(line).toEqual([expect.any(Date), 'sale', title, expect.any(String), 250, 250]);
    expect(Math.abs(Number(line?.[0]) - Date.now())).toBeLessThan(3_600_000);
  });

  test.each(tables)(
    'in %s, the payouts in %s have right numbers, and no formula runs',
    (country, language) => {
      const [header, line] = opened[country]?.[`payouts-${language}`] ?? [];
      expect(header?.slice(-4)).toEqual(
        ['Earned', 'On hold', 'Paid out', 'Available'].map((name) => `${name} (US cents)`),
      );
      expect(line?.[0]).toContain(`'${formula}`);
      expect(line?.slice(-4)).toEqual([250, 0, 0, 250]);
    },
  );

  test.each(tables)('in %s, the log in %s has its times and its JSON', (country, language) => {
    const [header, line] = opened[country]?.[`log-${language}`] ?? [];
    expect(header?.[0]).toBe('At (UTC)');
    expect([line?.[0], typeof line?.[4]]).toEqual([expect.any(Date), 'number']);
    expect(JSON.parse(String(line?.[7]))).toEqual(expect.any(Object));
  });
});
