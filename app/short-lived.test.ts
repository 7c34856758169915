import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Made once for a process or a connection, or for a connection that has ended. */
const lasting = new Set([
  'app/boot/app.server.ts: get em',
  'app/db/listen.server.ts: get isListening',
  'app/db/orm.server.ts: client.release =',
  'app/db/prepared-statements.server.ts: connection.describe =',
]);

/** `(… as Kind)` without brackets and kind. */
const bare = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node)
    ? bare(node.expression)
    : node;

const { EqualsToken, QuestionQuestionEqualsToken, BarBarEqualsToken, AmpersandAmpersandEqualsToken } =
  ts.SyntaxKind;
const assigns = new Set<ts.SyntaxKind>([
  ...[EqualsToken, QuestionQuestionEqualsToken, BarBarEqualsToken, AmpersandAmpersandEqualsToken],
]);

const isFunction = (node: ts.Expression) => ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** What makes V8 keep all that a function refers to until the next full garbage collection. */
function keeping(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const isGetter = ts.isGetAccessor(node) || ts.isSetAccessor(node);
    if (isGetter && ts.isObjectLiteralExpression(node.parent)) found.push(`get ${node.name.getText(file)}`);
    if (
      ts.isBinaryExpression(node) &&
      assigns.has(node.operatorToken.kind) &&
      (ts.isPropertyAccessExpression(node.left) || ts.isElementAccessExpression(node.left)) &&
      isFunction(bare(node.right))
    )
      found.push(`${node.left.getText(file)} =`);
    if (
      ts.isCallExpression(node) &&
      /^Async(Resource|LocalStorage)\.bind$/.test(node.expression.getText(file))
    )
      found.push(node.expression.getText(file));
    node.forEachChild(look);
  };
  look(file);
  return found;
}

const parse = (path: string, text: string) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

test('what serves requests makes no functions that outlive them (ADR-090)', () => {
  const paths = globSync('{server.ts,app/**/*.{ts,tsx}}').filter(
    (path) => !/\.test\.tsx?$|^app\/enhance\/|\.client\.ts$/.test(path),
  );
  expect(paths.length).toBeGreaterThan(500);
  const found = paths.flatMap((path) =>
    keeping(parse(path, readFileSync(path, 'utf8'))).map((each) => `${path}: ${each}`),
  );
  expect(found.filter((each) => !lasting.has(each))).toEqual([]);
  expect([...lasting].filter((each) => !found.includes(each))).toEqual([]);
});

test('the check finds each kind, and leaves what is harmless', () => {
  const text = `
    response.end = ((...args) => end(args)) as typeof end;
    socket.onclose = function () {};
    socket['end'] ??= (() => 1) satisfies End;
    const call = { get url() { return made; }, id: () => 1 };
    run(AsyncResource.bind(next));
    Object.assign(response, { end: () => 1 });
    class Call { get url() { return this.#url; } read = () => 1; }
    response.end = collectEnd;
  `;
  expect(keeping(parse('a.ts', text))).toEqual([
    'response.end =',
    'socket.onclose =',
    "socket['end'] =",
    'get url',
    'AsyncResource.bind',
  ]);
});
