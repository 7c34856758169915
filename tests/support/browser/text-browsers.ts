import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Text browsers. A machine may have neither. */
export const hasLynx = spawnSync('lynx', ['-version']).status === 0;
export const hasW3m = spawnSync('w3m', ['-version']).status === 0;

/** A step on a numbered screen: write into the field after this text, or press what has it. */
export type PageAction = { write: string; into: string } | { press: string };

/** lynx on a site, with its own cookies. It gets the person's keys as a script. */
export function openLynx(site: string) {
  const folder = mkdtempSync(join(tmpdir(), 'summa-lynx-'));
  const [config, cookies, script, page] = ['lynx.cfg', 'cookies', 'keys', 'page'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const settings = {
    DEFAULT_KEYPAD_MODE: 'LINKS_AND_FIELDS_ARE_NUMBERED',
    TEXTFIELDS_NEED_ACTIVATION: 'TRUE',
    ACCEPT_ALL_COOKIES: 'TRUE',
    PERSISTENT_COOKIES: 'TRUE',
    COOKIE_FILE: cookies,
    COOKIE_SAVE_FILE: cookies,
    CHARACTER_SET: 'utf-8',
    INFOSECS: 0,
    MESSAGESECS: 0,
    ALERTSECS: 0,
  };
  writeFileSync(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name}:${value}\n`)
      .join(''),
  );
  const env = { ...process.env, TERM: 'vt100', LINES: '40', COLUMNS: '100' };
  const run = (...words: string[]) =>
    execFileSync('lynx', [`-cfg=${config}`, ...words], {
      encoding: 'utf8',
      env,
      timeout: 20_000,
      stdio: 'pipe',
    });
  const urlOf = (address: string) => new URL(address, site).href;

  return {
    /** The words of a page, links and fields with their numbers before them. */
    read: (address: string) => run('-dump', '-nolist', '-number_fields', urlOf(address)).replace(/\s+/g, ' '),

    /** Takes the steps on a page in order; the last one leads on. @returns where it led, and the text there */
    visit(address: string, ...actions: PageAction[]) {
      const seen = run('-dump', urlOf(address)).replace(/\s+/g, ' ');
      const keys: string[] = [];
      let from = 0;
      for (const action of actions) {
        const [number, end] = numberOf(seen, action, from);
        from = end;
        keys.push(...number, 'g', '^J', '^J');
        if ('write' in action) keys.push(...action.write, '^I');
      }
      // Prints the page that it led to into a file, and quits.
      keys.push('p', '^J', '^U', ...page, '^J', 'Q', 'y');
      writeFileSync(script, keys.map((key) => `key ${key === ' ' ? '<space>' : key}\n`).join(''));
      rmSync(page, { force: true });
      const shown = run(`-cmd_script=${script}`, urlOf(address));
      return {
        address: [...shown.matchAll(/Getting (http:[\w:/.?=&%+#-]+)/g)].at(-1)?.[1] ?? '',
        text: readFileSync(page, 'utf8').replace(/\s+/g, ' '),
      };
    },

    close: () => rmSync(folder, { recursive: true }),
  };
}

/** The number that lynx gave to the target of a step, and its place in the page. */
function numberOf(seen: string, action: PageAction, from: number): [number: string, end: number] {
  const words = ('press' in action ? action.press : action.into).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern =
    'press' in action
      ? new RegExp(`\\[(\\d+)\\](?:\\w+\\) ?|\\([ *]\\) ?)?(?:\\d+ )?${words}`, 'g')
      : new RegExp(`${words}[^[]*\\[(\\d+)\\]_`, 'g');
  pattern.lastIndex = from;
  const found = pattern.exec(seen);
  if (!found?.[1]) throw new Error(`lynx shows no ${words} in ${seen.slice(from)}`);
  return [found[1], pattern.lastIndex];
}
