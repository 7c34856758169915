import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import { experience } from './experience.ts';

const read = (file: string) => readFileSync(file, 'utf8');

const files = globSync(['{app,bench,bin,deploy,docs,public,tests}/**/*', '*.*']).map((file) =>
  statSync(file).isDirectory() ? `${file}/` : file,
);
const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)));
const documents = globSync(['docs/**/*.md', '*.md', 'bench/*.md']).sort();
/** The lists of the statements and of the calls are made from code. */
const written = documents.filter((file) => !['docs/api.md', 'docs/conformance.md'].includes(file));
const decisionFiles = documents.filter((file) => file.startsWith('docs/decisions/'));
const decisions = new Set(decisionFiles.map(numberOf));

/** All but the tests that name what does not exist. */
const code = globSync([
  '{app,bench,tests}/**/*.{ts,tsx,css,sql}',
  'bin/*',
  'deploy/*/*',
  '*.{ts,js,json}',
]).filter((file) => !/conformance\/(citations|documents|retired-words)\.test\.ts$/.test(file));
const names = new Set(code.flatMap((file) => read(file).match(/[A-Za-z_]\w*/g) ?? []));

/** Names of other programs that a decision speaks of and the code does not use. */
const foreign = new Set(['ts_rank', 'lock_timeout', 'Secure']);

/** The number at the beginning of a decision's file name. */
function numberOf(file: string): string {
  return file.split('/').at(-1)?.slice(0, 3) ?? '';
}

/** The text without its examples: blocks of code, and what the style guide says not to write. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/\bNot: .*$/gm, '');

const wordsOf = (text: string) => [...prose(text).matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);

function isPath(word: string): boolean {
  if (!/^[\w.*-]+(\/[\w.*-]+)*\/?$/.test(word)) return false;
  if (/\.(css|html|js|json|md|sql|tsx?|txt|woff|webp)$/.test(word)) return true;
  return word.includes('/') && folders.has(word.split('/')[0] ?? '');
}

/** `noun.api.ts` in a recipe is any file of that kind. */
const isPlaceholder = (word: string) => /^(verb-)?noun\./.test(word);

/** A whole path, its end (`ledger/share.ts`), a folder, a pattern, or a test without its suffix (`tests/abuse/repeated-requests`). */
function pathExists(word: string): boolean {
  const pattern = word.replaceAll('.', '\\.').replaceAll('*', '[^/]*').replace(/\/$/, '');
  const whole = word.startsWith('.') ? new RegExp(`${pattern}$`) : new RegExp(`(^|/)${pattern}([/.]|$)`);
  return files.some((file) => whole.test(file));
}

const isName = (word: string) => /^([a-z]\w*([A-Z_]\w*)+|[A-Z]\w*[a-z]\w*)(\(\))?$/.test(word);

const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

const unknownDecisions = (text: string) =>
  (text.match(/ADR-\d*/g) ?? []).filter((adr) => !decisions.has(adr.slice(4)));

/** What a document points at that is not there. */
function missingIn(file: string, text: string): string[] {
  const words = wordsOf(text);
  const links = [...prose(text).matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)].filter(
    ([, , to = '']) => !/^https?:/.test(to),
  );
  const lost = links.flatMap(([, label = '', to = '']) => {
    const [path = '', anchor] = to.split('#');
    const target = path ? join(dirname(file), path) : file;
    if (!existsSync(target)) return [to];
    if (anchor && !anchorsOf(target).includes(anchor)) return [to];
    const number = /^(?:decision |ADR-)?(\d{3})$/.exec(label)?.[1];
    return number && numberOf(target) !== number ? [`[${label}](${to})`] : [];
  });
  const bare = prose(text).replace(/\[[^\]]*\]\([^)]*\)/g, '');
  return [
    ...words.filter((word) => isPath(word) && !isPlaceholder(word) && !pathExists(word)),
    ...words.filter((word) => isName(word) && !foreign.has(word) && !names.has(word.replace('()', ''))),
    ...lost,
    ...unknownDecisions(text),
    ...(bare.match(/\bdecisions? \d+/gi) ?? []),
    ...(prose(text).match(/\b(experience|calls|contract|decisions|budgets)\.md/g) ?? []),
  ];
}

test('every file, name, link and decision that a document mentions exists', () => {
  expect(written.length).toBeGreaterThan(55);
  const missing = written.flatMap((file) => missingIn(file, read(file)).map((word) => `${file}: ${word}`));
  expect(missing).toEqual([]);
});

test('a missing file, name, link and decision are found', () => {
  const text = [
    '`app/no-such-folder/x.ts`, `ledger/no-such.server.ts`, `tests/abuse/no-such`, `.nothing.ts`, `noSuchName()`',
    '[decision 005](003-entities-for-columns-sql-migrations.md), [a](nowhere.md), [b](../style.md#nowhere)',
    'ADR-999 and decision 23 and `calls.md`.',
    '`share.ts`, `tests/abuse/repeated-requests`, `.page.tsx`, `canView`, `/api/none.json`, [003](003-entities-for-columns-sql-migrations.md)',
  ].join('\n');
  expect(missingIn('docs/decisions/001-x.md', text)).toEqual([
    'app/no-such-folder/x.ts',
    'ledger/no-such.server.ts',
    'tests/abuse/no-such',
    '.nothing.ts',
    'calls.md',
    'noSuchName()',
    '[decision 005](003-entities-for-columns-sql-migrations.md)',
    'nowhere.md',
    '../style.md#nowhere',
    'ADR-999',
    'decision 23',
    'calls.md',
  ]);
});

test('every decision that code, a text of it or a written document cites exists', () => {
  expect(code.length).toBeGreaterThan(1_000);
  const wrong = [...code, ...documents].flatMap((file) =>
    unknownDecisions(read(file)).map((adr) => `${file}: ${adr}`),
  );
  expect(wrong).toEqual([]);
});

const rules = new Set(
  [...read('docs/decisions/050-gaps-in-the-customers-documents.md').matchAll(/^\| (D\d+) \|/gm)].map(
    ([, id]) => id,
  ),
);

test('a statement that is replaced names a decision, and rules of it, that exist', () => {
  const replaced = [...experience, ...calls].flatMap(({ id, replacedBy }) =>
    replacedBy ? [{ id, replacedBy }] : [],
  );
  expect(replaced.length).toBeGreaterThan(25);
  const wrong = replaced.filter(({ replacedBy }) => {
    const [, decision = '', list] = /^ADR-(\d{3})(?: (D\d+(?:, D\d+)*))?$/.exec(replacedBy) ?? [];
    const named = list?.split(', ') ?? [];
    return !decisions.has(decision) || named.some((rule) => decision !== '050' || !rules.has(rule));
  });
  expect(wrong).toEqual([]);
});

test('the rules that titles of tests name are rules of ADR-050', () => {
  const titles = globSync(['{app,tests}/**/*.{test,spec}.{ts,tsx}']).flatMap((file) =>
    [...read(file).matchAll(/\b(?:test|it|describe)\s*\(\s*'((?:\[[^\]]*\] )+)/g)].map(
      ([, marks = '']) => marks,
    ),
  );
  const named = titles.flatMap((marks) => marks.match(/\bD\d+\b/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((rule) => !rules.has(rule))).toEqual([]);
});

test('a decision has its number and says context, choice and price', () => {
  const wrong = decisionFiles.filter((file) => {
    const text = read(file);
    const parts = ['Context', 'Choice', 'Price'].every((part) =>
      new RegExp(`^(\\*\\*${part}\\.\\*\\*|## ${part}$)`, 'm').test(text),
    );
    return !parts || !text.startsWith(`# ${numberOf(file)} `);
  });
  expect(wrong).toEqual([]);
});
