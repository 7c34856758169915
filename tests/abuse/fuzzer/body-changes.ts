import type { Body } from './case.ts';
import type { Change } from './change.ts';
import type { Random } from './random.ts';

const onBody =
  (change: (body: Body, chance: Random) => void): Change =>
  ({ body }, chance) => {
    if (!body) return false;
    change(body, chance);
    return true;
  };

const types = [
  ...[
    '',
    'text/plain',
    'application/json',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
  ],
  ...[
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'multipart/form-data',
    'multipart/form-data; boundary=',
  ],
  ...[
    'multipart/form-data; boundary="a b"; boundary=c',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
    'x',
    ';',
  ],
  ...[
    'application/vnd.api+json',
    'multipart/mixed; boundary=x',
    'application/offset+octet-stream',
    'image/png',
  ],
];
const boundaries = ['b'.repeat(70), '"quo ted"', "'()+_,-./:=?", '0', 'x'.repeat(300)];

/** Odd encodings. */
export const bodyChanges: Record<string, Change> = {
  'another encoding': onBody((body, chance) => {
    body.kind = chance.pick(['urlencoded', 'multipart', 'json']);
  }),
  'another Content-Type': onBody((body, chance) => {
    body.type = chance.pick(types);
  }),
  'another boundary': onBody((body, chance) => {
    body.kind = 'multipart';
    body.boundary = chance.pick(boundaries);
  }),
  'other bytes': onBody((body, chance) => {
    body.turned = chance.pick(['gzip', 'bom', 'utf16', 'cut']);
  }),
  'deep JSON': onBody((body, chance) => {
    const depth = chance.pick([21, 3_000, 60_000]);
    const json = chance.chance(0.5)
      ? `${'['.repeat(depth)}${']'.repeat(depth)}`
      : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    body.kind = 'json';
    body.fields = [...body.fields, { name: 'deep', value: '', json }];
  }),
  'other JSON': onBody((body, chance) => {
    body.kind = 'raw';
    body.type = 'application/json';
    const texts = [
      '',
      'null',
      '[]',
      '"x"',
      '1',
      'true',
      '{',
      '{"a":1,}',
      '{"a":1}{"b":2}',
      '\ufeff{}',
      "{'a':1}",
      '{"a":NaN}',
    ];
    body.raw = Buffer.from(chance.pick(texts));
  }),
  'bytes of chance': onBody((body, chance) => {
    body.kind = 'raw';
    body.type = chance.pick(types);
    body.raw = Buffer.from(Array.from({ length: chance.pick([1, 100, 5_000]) }, () => chance.below(256)));
  }),
};
