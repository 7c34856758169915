import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import { experience } from './experience.ts';
import { type Proof, proofs } from './held.ts';
import type { Statement } from './statement.ts';

const documents: [name: string, statements: Statement[]][] = [
  ['experience.md', experience],
  ['calls.md', calls],
];
const statements = documents.flatMap(([, list]) => list);
const all = proofs();

const heldBy = new Map<string, Proof[]>();
for (const proof of all) for (const id of proof.ids) heldBy.set(id, [...(heldBy.get(id) ?? []), proof]);

test('every statement of the documents is held by a test, or replaced by a decision', () => {
  const open = statements.filter(({ id, replacedBy }) => !replacedBy && !heldBy.has(id));
  expect(open.map(({ id, says }) => `${id} ${says}`)).toEqual([]);
});

test('no test names a statement that is not in the lists', () => {
  const known = new Set(statements.map(({ id }) => id));
  const strangers = all.flatMap(({ file, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${id} in ${file}`),
  );
  expect(strangers).toEqual([]);
});

/** A test with more of them cannot say which one is broken, and seldom looks at each. */
const mostStatements = 4;

test('a test holds at most four statements', () => {
  const overfull = all.filter(({ ids }) => ids.length > mostStatements);
  expect(overfull.map(({ file, title, ids }) => `${file}: ${title} holds ${ids.length}`)).toEqual([]);
});

test('no number is given twice', () => {
  const ids = statements.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('docs/conformance.md is generated from the lists (renew it with vitest -u)', async () => {
  await expect(conformanceDocument()).toMatchFileSnapshot('../../docs/conformance.md');
});

/** The first few tests are enough for a reader. */
const shown = 3;

function holders({ id, replacedBy }: Statement): string {
  if (replacedBy) return `replaced: ${replacedBy}`;
  const found = heldBy.get(id) ?? [];
  const more = found.length > shown ? [`and ${found.length - shown} more`] : [];
  return [...found.slice(0, shown).map(({ file, title }) => `\`${file}\`: ${cell(title)}`), ...more].join(
    '<br>',
  );
}

const cell = (text: string) => text.replaceAll('\\', '').replaceAll('|', '\\|').replaceAll('\n', ' ');

function conformanceDocument(): string {
  const decided = statements.filter(({ replacedBy }) => replacedBy).length;
  const head = [
    '# What the documents say, and what proves it',
    '',
    'Written by `tests/conformance/conformance.test.ts` from the lists beside it and the names of the tests; do not edit.',
    `${statements.length} statements; ${statements.length - decided} held by tests, ${decided} replaced by decisions.`,
    'The sections are those of the two documents of the customer, which are not in this repository. ADR-050 is page 050 of [decisions](decisions), D14 a rule in it.',
  ];
  const tables = documents.flatMap(([name, list]) => {
    const sections = new Map<string, Statement[]>();
    for (const statement of list) {
      const section = /^\w(\d+)/.exec(statement.id)?.[1] ?? '';
      sections.set(section, [...(sections.get(section) ?? []), statement]);
    }
    return [...sections].flatMap(([section, said]) => [
      '',
      `## ${name}, section ${section}`,
      '',
      '| | says | held by |',
      '|---|---|---|',
      ...said.map((statement) => `| ${statement.id} | ${cell(statement.says)} | ${holders(statement)} |`),
    ]);
  });
  return `${[...head, ...tables].join('\n')}\n`;
}
