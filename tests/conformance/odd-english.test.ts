import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Phrases that sound translated or say nothing, and the words of the site for them. */
const odd: [RegExp, string][] = [
  [/\b(stands?|stood) (here|there|under|below|above|beside|on every|in your|in the)\b/i, 'appears; is'],
  [/\bstill stands\b|\bhow (it|things) stands?\b/i, 'is; the status'],
  [/\bmoments?, in UTC\b|\bat a moment\b/i, 'publish on; schedule'],
  [/\bhears? of\b/i, 'notify'],
  [/\bis asked to\b/i, 'say who asks'],
  [/\b(e-mails?|mails)\b/i, 'email'],
  [/\bby mail\b/i, 'by email'],
  [/\b(every|some|any)body\b/i, 'everyone, someone, anyone'],
  [/\bnobody (else|can|has|is|was|knows|argues|waits|rated)\b/i, 'no one'],
  [/\bwhom\b|\bwhoever\b/i, 'who; anyone who'],
  [/\bany more\b(?! than)/i, 'no longer'],
  [/\b(nothing|such \w+) of (yours|theirs|mine)\b/i, 'say of what'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bunless told\b/i, 'by default'],
  [/\blies? ahead\b/i, 'later'],
  [/\bobject (by|until)\b|\bis well\b/i, 'report a problem; accept'],
  [/\bwish(es)? for\b/i, 'request'],
  [/\bfor whom asks\b/i, 'for new requests'],
  [/^forgotten your\b/i, 'forgot your'],
  [/\byour \w+ now\b(?!\.)/i, 'current'],
  [/\bof the house\b/i, 'of Summa'],
  [/\bfilms?\b/i, 'video'],
];

/** The texts of people: those with two words or more, without class names, SQL and comments. */
function textsOf(file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node)) {
      const text = node.text.replaceAll(/\s+/g, ' ').trim();
      if (/\p{L}{2,} [\p{L}’']+/u.test(text)) texts.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** What members and visitors never read: SQL, the words of operators, and texts of the demo's own people. */
const unread = /\.test\.|\.sql\.server\.|^app\/(db|demo|boot|payments|backup|jobs|media)\//;

test.each(odd)('no text for people says %s: say %s', (phrase) => {
  expect(found.filter(({ text }) => phrase.test(text))).toEqual([]);
});

const found = globSync('app/**/*.{ts,tsx}')
  .filter((file) => !unread.test(file))
  .flatMap((file) => textsOf(file).map((text) => ({ file, text })));

test('the texts of people are found, as strings, in markup and around values', () => {
  const all = found.map(({ text }) => text);
  expect(all).toContain('Forgot your password?');
  expect(all.length).toBeGreaterThan(1_500);
  expect(textsOf('app/ui/dialog-page.tsx')).toContain('One moment...');
});
