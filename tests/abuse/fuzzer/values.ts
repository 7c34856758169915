import sharp from 'sharp';
import type { Field, File } from './case.ts';
import type { KnownField } from './markup.ts';
import { password } from './people.ts';
import type { Random } from './random.ts';

/** A value that a person could have meant for the field. */
export function honest(field: KnownField, chance: Random): Field {
  const { name } = field;
  if (field.type === 'file') return { name, value: picture };
  const value = honestText(field, chance);
  return { name, value, json: honestJson(field, value) };
}

function honestText(field: KnownField, chance: Random): string {
  const { name, type, value, options, min, max, maxLength, isRequired } = field;
  if (type === 'hidden' || (!isRequired && options.length === 0 && chance.chance(0.6))) return value;
  if (/password/i.test(name) || type === 'password') return password;
  const chosen = options.filter((each) => each !== '');
  if (chosen.length > 0) return value && chance.chance(0.4) ? value : chance.pick(chosen);
  if (value && chance.chance(0.5)) return value;
  if (type === 'number' || /price|stars|rating|days/i.test(name)) {
    const least = min ?? 1;
    return String(Math.min(least + chance.below(9), max ?? Number.MAX_SAFE_INTEGER));
  }
  if (type === 'flag') return chance.pick(['true', 'false']);
  if (type === 'list') return '["fuzz","case"]';
  if (type === 'email' || /email/i.test(name)) return `fuzz_${chance.below(1e6)}@example.com`;
  if (/username/i.test(name)) return `fuzz_${chance.below(1e6)}`;
  if (/^date/.test(type)) return '2027-05-06T07:08';
  if (/code/i.test(name)) return '123456';
  if (type === 'url' || /url$/i.test(name)) return 'https://example.com/fuzz';
  if (/id$/i.test(name)) return String(1 + chance.below(30));
  if (/contact/i.test(name)) return 'Instagram @mara';
  const words = `Grips first, then the hips ${chance.below(1e6)}`;
  return words.slice(0, maxLength ?? 200);
}

function honestJson({ type, name }: KnownField, text: string): string {
  if (type === 'number' || type === 'flag' || type === 'list') return text || 'null';
  if (/^(true|false)$/.test(text) && type !== 'text' && !/name|title/i.test(name)) return text;
  return JSON.stringify(text);
}

/** A number's text without changes, also in JSON. */
const bare = (text: string) => ({ value: text, json: text });
const worded = (value: string) => ({ value });
/** What JSON can say and a form cannot. */
const jsonOnly = (json: string) => ({ value: json, json });

const oddNumbers = [
  ...['0', '-0', '-1', '0.994', '0.995', '1e308', '1e309', '-1e308', '1e-400', '2147483647', '2147483648'],
  ...['4294967295', '9007199254740993', '9223372036854775808', '3.0000000000000004', '1e3', '500.01'],
].map(bare);
const oddNumberWords = [
  ...['NaN', 'Infinity', '-Infinity', '0x10', '1_000', '1,5', '１２', '٣', '+5', ' 5 ', '5e', '', '4.99 USD'],
  ...['00000000000000000001', '9'.repeat(400)],
].map(worded);
const oddTexts = [
  `a${'\u0300\u0323'.repeat(60_000)}`,
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfffy',
    '\ufeff',
    '\u202eevil\u202c',
    '\u200b',
    '😀',
    '👩‍👩‍👧‍👦',
  ],
  ...[
    'é'.normalize('NFD').repeat(50),
    `Z${'\u0335\u0301\u0327'.repeat(300)}`,
    '\r\n\r\nSet-Cookie: a=b',
    '%',
    '\\',
  ],
  ...[
    "' or 1=1 --",
    '#{7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '__proto__',
    'null',
  ],
  ...[
    'undefined',
    '[object Object]',
    'true',
    '[]',
    '{}',
    '%s%n',
    '_____',
    '\t',
    'İ',
    'ß',
    'ﬀ',
    '\u2028',
    '𠮷',
  ],
].map(worded);
const oddDates = [
  ...['0000-00-00', '9999-12-31T23:59', '10000-01-01T00:00', '2026-02-30T00:00', '-000001-01-01T00:00', '0'],
  ...['2026-11-22T25:61', '1970-01-01', '+275760-09-13T00:00:00.001Z', '294277-01-01', 'now', 'infinity'],
].map(worded);
const oddShapes = [
  ...[
    'null',
    'true',
    '[]',
    '{}',
    '[null]',
    '{"$ne":""}',
    '[["x"]]',
    '{"__proto__":{"isAdmin":true}}',
    '1e400',
  ],
  ...['{"length":4294967290}', '"\\ud800"', '{"toString":null}', '[1,[2,[3,[4]]]]', '-0'],
].map(jsonOnly);

const lengths = [1_001, 10_001, 100_000, 262_200];

/** An invalid or unusual value for the field's purpose. */
export function odd(field: KnownField | undefined, chance: Random): Omit<Field, 'name'> {
  const byType: Record<string, readonly Omit<Field, 'name'>[]> = {
    number: [...oddNumbers, ...oddNumberWords],
    'datetime-local': oddDates,
    date: oddDates,
  };
  if (field?.type === 'file') return { value: chance.pick(oddFiles) };
  const looksNumeric = field && /price|rating|stars|days|order|amount|limit|id$/i.test(field.name);
  const own = byType[field?.type ?? ''] ?? (looksNumeric ? byType.number : undefined);
  if (own && chance.chance(0.6)) return chance.pick(own);
  if (chance.chance(0.12)) return { value: chance.pick(['a', 'a', 'é', ' ']).repeat(chance.pick(lengths)) };
  if (chance.chance(0.25)) return chance.pick(oddShapes);
  return chance.pick([...oddTexts, ...oddTexts, ...oddNumbers, ...oddNumberWords, ...oddDates]);
}

const picture: File = {
  fileName: 'grip.png',
  type: 'image/png',
  bytes: await sharp({ create: { width: 320, height: 240, channels: 3, background: '#85a' } })
    .png()
    .toBuffer(),
};

const oddFiles: File[] = [
  { ...picture, bytes: Buffer.alloc(0) },
  { ...picture, bytes: picture.bytes.subarray(0, 40) },
  { ...picture, bytes: Buffer.from('GIF89a') },
  { ...picture, bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') },
  {
    ...picture,
    bytes: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(30)]),
  },
  { ...picture, bytes: Buffer.from('WEBVTT\n\n00:00.000 --> 99:99.999\n\u0000\n') },
  { ...picture, fileName: '' },
  { ...picture, fileName: '../../../x.png' },
  { ...picture, fileName: 'a\u0000b.png' },
  { ...picture, fileName: `${'x'.repeat(20_000)}.png` },
  { ...picture, fileName: '\u202egnp.exe', type: 'text/html' },
  { ...picture, type: 'a'.repeat(5_000) },
];

/** Ids of missing things, and texts that are no ids. */
export const oddIds = [
  ...[
    '0',
    '-1',
    '1.0',
    '1e0',
    '00001',
    '2147483647',
    '2147483648',
    '4294967297',
    '99999999999999999999',
    'NaN',
  ],
  ...[
    'x',
    '__proto__',
    'constructor',
    '%00',
    '%ff',
    '%ed%a0%80',
    '%e2%80%ae',
    '１',
    "1'--",
    '*',
    '.',
    '..',
    ' ',
    '%2e%2e',
  ],
];
