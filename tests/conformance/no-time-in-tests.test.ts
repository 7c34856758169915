import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { isOnlyInAll } from '../suites.ts';

/** Files that may use time, and why. At most five; the list may only become shorter. */
const exceptions: Record<string, string> = {
  'app/payments/sandbox.test.ts': 'Shows that a delay of 40 ms delays; a slow machine only makes it longer.',
  'app/enhance/like-and-share.test.tsx':
    'Shows that a page stays for a second; a slow machine only makes it longer.',
  'bench/http/processes.test.ts': 'Uses processor time, because the code under test counts it.',
};

const measures = /^(performance|Date)\.now\(\)$|^process\.hrtime/;
const comparisons = /^to(Be(Less|Greater)Than(OrEqual)?|BeCloseTo)$/;

/** What in a test depends on time, each with its line. */
function timeIn(file: string, text: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const sleeps = new Set<string>();
  const begins = new Set<string>();
  const say = (node: ts.Node, what: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`line ${line + 1}: ${what}`);
  };
  const learn = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && /timers\/promises/.test(node.moduleSpecifier.getText(source))) {
      const names = node.importClause?.namedBindings;
      if (names && ts.isNamedImports(names))
        for (const { name, propertyName } of names.elements)
          if ((propertyName ?? name).text === 'setTimeout') sleeps.add(name.text);
    }
    if (ts.isVariableDeclaration(node) && measures.test(node.initializer?.getText(source) ?? ''))
      begins.add(node.name.getText(source));
    ts.forEachChild(node, learn);
  };
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) lookAtCall(node);
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.MinusToken &&
      begins.has(node.right.getText(source))
    )
      say(node, 'a measured duration');
    if (ts.isPropertyAssignment(node) && isRetry(node)) say(node, 'a retry');
    if ((ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) && /\bpg_sleep\(/.test(node.text))
      say(node, 'pg_sleep');
    ts.forEachChild(node, look);
  };
  const lookAtCall = (call: ts.CallExpression) => {
    const called = call.expression;
    const name = called.getText(source);
    if (sleeps.has(name)) say(call, 'a sleep');
    else if (/^((window|globalThis)\.)?setTimeout$/.test(name) && call.arguments.length > 1)
      say(call, 'a timer');
    else if (name === 'process.cpuUsage') say(call, 'processor time');
    else if (ts.isPropertyAccessExpression(called)) {
      if (called.name.text === 'waitForTimeout') say(call, 'a sleep');
      const isOfTime = /\b(ms|(took|elapsed)\w*)\)$/.test(called.expression.getText(source));
      if (comparisons.test(called.name.text) && isOfTime) say(call, 'a measured duration');
    }
  };
  const isRetry = ({ name, initializer, parent }: ts.PropertyAssignment) => {
    if (initializer.getText(source) === '0' || !ts.isCallExpression(parent.parent)) return false;
    const called = parent.parent.expression.getText(source);
    if (name.getText(source) === 'retries') return /\.configure$/.test(called);
    return name.getText(source) === 'retry' && /^(test|describe|it|vi\.setConfig)\b/.test(called);
  };
  learn(source);
  look(source);
  return found;
}

const gate = globSync(['{app,bench,tests}/**/*.test.{ts,tsx}', 'tests/**/*.spec.ts']).filter(
  (file) => !isOnlyInAll(file),
);
const withTime = new Map(
  gate
    .map((file) => [file, timeIn(file, readFileSync(file, 'utf8'))] as const)
    .filter(([, lines]) => lines.length > 0),
);

describe('a test of the gate', () => {
  test('waits for no timer, measures no duration and is not repeated', () => {
    expect(Object.fromEntries([...withTime].filter(([file]) => !(file in exceptions)))).toEqual({});
  });

  test('is an exception only as long as it needs to be, and at most five are', () => {
    const excepted = Object.keys(exceptions);
    expect(excepted.filter((file) => withTime.has(file))).toEqual(excepted);
    expect(excepted.length).toBeLessThanOrEqual(5);
  });
});

test.each([
  ['await new Promise((done) => setTimeout(done, 300));', 'a timer'],
  ["import { setTimeout as rest } from 'node:timers/promises'; await rest(1);", 'a sleep'],
  ["import { setTimeout } from 'node:timers/promises'; for (;; await setTimeout(50));", 'a sleep'],
  ['await row(em)`select pg_'.concat('sleep(1)`;'), 'pg_sleep'],
  ['await page.waitForTimeout(300);', 'a sleep'],
  ['const began = Date.now(); expect(Date.now() - began).toBeLessThan(5);', 'a measured duration'],
  ['const { ms } = answer; expect(ms).toBeLessThan(5);', 'a measured duration'],
  ['expect(answer.tookMs).toBeGreaterThan(5);', 'a measured duration'],
  ["test('it', { retry: 2 }, run);", 'a retry'],
  ['test.describe.configure({ retries: 1 });', 'a retry'],
])('%s is found', (text, what) => expect(timeIn('it.test.ts', text)).toEqual([`line 1: ${what}`]));

test.each([
  'await new Promise(setImmediate);',
  'test.setTimeout(90_000);',
  'const at = new Date(Date.now() - 60_000);',
  "test('it', { retry: 0 }, run);",
  'const client = open({ retries: 2 });',
  'vi.advanceTimersByTime(1_000);',
  'expect(bytes.length).toBeLessThan(6_000);',
])('%s needs no time', (text) => expect(timeIn('it.test.ts', text)).toEqual([]));
