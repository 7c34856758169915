import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Words that a web developer would have to look up, and what we say instead (docs/glossary.md). They are looked for
 *  in identifiers, word by word: `houseCents` has the word `house`. */
const retired = new Map([
  ['house', 'app, SystemContext or platform'],
  ['till', 'payments'],
  ['openness', 'mediaAccess'],
  ['happening', 'NotificationEvent'],
  ['deed', 'event'],
  ['deeds', 'eventKinds'],
  ['wish', 'details, terms or what it is for'],
  ['film', 'video'],
  ['films', 'videos'],
  ['wishes', 'options, or what they are for'],
  ['standin', 'fake'],
  ['mishap', 'fault'],
  ['mishaps', 'faults'],
  ['weather', 'faults'],
  ['strike', 'consumeFault'],
  ['knock', 'the verb of what is done'],
  ['told', 'expected, received, notified or what it is'],
  ['stands', 'current'],
  ['mortal', 'crashing'],
  ['fate', 'crash'],
  ['troubled', 'failing'],
  ['crowd', 'bulk'],
  ['specimens', 'samples'],
  ['handbook', 'apiDocs'],
  ['patience', 'timeout'],
  ['acts', 'actions, entries, transitions or what they are'],
]);

/** Whole names that were retired; their words by themselves are fine. */
const retiredNames = new Set(
  `keepWaiting untilFresh sentOnce carryAway carryHome takeBack knockAtAdmin openHouse openTill windUp patiently
  letGoOfTheDead withMeanwhile seenOf atDoor mayPass onKept turnRequests mustHaveRoom roomOf anAddress anAccount
  dropWaiting startWishes tellOfMessage spend
  walkPage nameHolds wordsNamed readWords addWords WordsInput WordList SaleRoomProps StoreTrouble FolderTrouble
  answerTrouble bareDocument moneyWent moneyCame MadeFor keepWay endWays wayAfterPayment askRefund writeDown
  planActs PlanActs SubscriptionAct actKey act_key support_words BegunUpload BegunSignIn begun_uploads begun_sign_ins
  takePlace PlaceInList PageAsked OnwardRequest forgetMessages forgetRequests forgetReported forgetQuestions
  forgetNotifications usernameTrouble halfSignedIn inTime fillWithCrowd anyLife liveOn`.split(/\s+/),
);

const files = globSync(['{app,tests,bench,bin}/**/*.{ts,tsx}', '*.ts']);

/** In an identifier a word begins with a capital, or no letter is before it. */
const begun = (word: string) => `(?<![a-z])${word}|${word[0]?.toUpperCase()}${word.slice(1)}`;
const anyRetired = new RegExp(
  [`(${[...retired.keys()].map(begun).join('|')})(?![a-z])`, `\\b(${[...retiredNames].join('|')})\\b`].join(
    '|',
  ),
);

/** The identifiers of a file that contain a retired word. */
function retiredIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  // Texts may have the words; only a file that has one is taken apart.
  return anyRetired.test(text) ? retiredNamesIn(file, text) : [];
}

function retiredNamesIn(file: string, text: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node)) {
      const word = wordsOf(node.text).find((each) => retired.has(each));
      if (word) found.push(`${file}: ${node.text} (say ${retired.get(word)})`);
      if (retiredNames.has(node.text)) found.push(`${file}: ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const wordsOf = (name: string) => name.split(/(?=[A-Z])|[_-]/).map((word) => word.toLowerCase());

test('identifiers use the words of the glossary', () => {
  expect(files.length).toBeGreaterThan(900);
  expect(files.flatMap(retiredIn)).toEqual([]);
});

test('file names use the words of the glossary', () => {
  const words = (file: string) => file.split(/[/.-]/);
  expect(files.filter((file) => words(file).some((word) => retired.has(word)))).toEqual([]);
});

test('a retired word is found inside a longer name', () => {
  const code = 'const openTill = houseCents; const wish_id = films.length; untilFresh(still, contacts);';
  expect(anyRetired.test(code)).toBe(true);
  expect([...new Set(retiredNamesIn('a.ts', code).map((found) => found.split(' ')[1]))]).toEqual([
    'openTill',
    'houseCents',
    'wish_id',
    'films',
    'untilFresh',
  ]);
  for (const word of [
    'openTill',
    'houseCents',
    'wish_id',
    'films',
    'untilFresh',
    'HouseOf',
    'closeHouse',
    'aWish',
  ])
    expect([word, anyRetired.test(`const ${word} = 1;`)]).toEqual([word, true]);
  for (const word of ['still', 'contacts', 'untilNow'])
    expect([word, anyRetired.test(word)]).toEqual([word, false]);
  expect(wordsOf('houseCents')).toContain('house');
  expect(wordsOf('openTill')).toContain('till');
  expect(wordsOf('data-wish')).toContain('wish');
});
