import { globSync, readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** These are the statements themselves, and name the documents that make them. */
const lists = 'tests/conformance/';

const statements = new Set(
  [...readFileSync('docs/conformance.md', 'utf8').matchAll(/^\| ([A-Z]\d+(?:\.\d+)?) \|/gm)].map(
    ([, id]) => id,
  ),
);
const decisions = new Set(readdirSync('docs/decisions').map((file) => file.slice(0, 3)));

const files = globSync(['{app,tests,bench}/**/*.{ts,tsx,css}', '*.ts']);

/** The comments of a file. Literals are blanked first, because `//` and `/*` may be in addresses and patterns. */
function commentsIn(file: string, text: string): string[] {
  let code = text;
  if (!file.endsWith('.css')) {
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
    const blank = (from: number, to: number) => {
      code = code.slice(0, from) + ' '.repeat(to - from) + code.slice(to);
    };
    const visit = (node: ts.Node) => {
      if (ts.isJsxText(node)) blank(node.pos, node.end);
      else if (
        ts.isLiteralExpression(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddleOrTemplateTail(node)
      )
        blank(node.getStart(source, false), node.end);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return code.match(file.endsWith('.css') ? /\/\*[\s\S]*?\*\//g : /\/\*[\s\S]*?\*\/|\/\/.*/g) ?? [];
}

/** What a comment cites that does not exist, or in another way than the two that are allowed. */
function wrongIn(comment: string): string[] {
  const inBrackets = [...comment.matchAll(/[([]([^()[\]]*)[)\]]/g)]
    .flatMap(([, group = '']) => group.split(/[,;]\s*/))
    .filter((cited) => /^[A-Z]\d+(\.\d+)?$/.test(cited));
  const inText = comment.match(/\b[EC]\d+\.\d+\b/g) ?? [];
  return [
    ...[...new Set([...inBrackets, ...inText])].filter((id) => !statements.has(id)),
    ...(comment.match(/ADR-\d*/g) ?? []).filter((adr) => !decisions.has(adr.slice(4))),
    ...(comment.match(
      /(experience|calls|contract|decisions)\.md|\b(decisions?|issue|migration)[\s*]+\d+|\bfacts\//gi,
    ) ?? []),
  ];
}

test('comments cite statements and decisions that exist, and nothing else', () => {
  expect(statements.size).toBeGreaterThan(400);
  expect(decisions.size).toBeGreaterThan(40);
  expect(files.length).toBeGreaterThan(1_000);
  const held = files.filter((file) => !file.startsWith(lists));
  expect(held.length).toBeGreaterThan(500);
  const wrong = held.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    // What is wrong in a comment is found in the whole text, too; few files have to be taken apart.
    if (wrongIn(text).length === 0) return [];
    return commentsIn(file, text).flatMap((comment) => wrongIn(comment).map((cited) => `${file}: ${cited}`));
  });
  expect(wrong).toEqual([]);
});

test('a wrong citation is found in a comment, and not in a text', () => {
  const text = [
    'const address = "https://example.org/*"; // (E99.1)',
    '/** A rule (E5.3, D77) of ADR-999 and ADR-019. */',
    'const said = `calls.md (E98.1)`; /* issue 5 */',
    'const pattern = /[/*]/; /* decision 025, experience.md, migration 0004 */',
  ].join('\n');
  expect(commentsIn('a.ts', text).flatMap(wrongIn)).toEqual([
    'E99.1',
    'D77',
    'ADR-999',
    'issue 5',
    'decision 025',
    'experience.md',
    'migration 0004',
  ]);
  expect(commentsIn('a.css', '/* As E97.1 says. */ a { color: red; }').flatMap(wrongIn)).toEqual(['E97.1']);
  expect(commentsIn('a.tsx', 'const a = <p>// (E96.1)</p>;')).toEqual([]);
});
