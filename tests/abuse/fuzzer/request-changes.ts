import type { Change } from './change.ts';
import { odd, oddIds } from './values.ts';

const verbs = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'post',
  'get',
  'PROPFIND',
  'QUERY',
];
const oddHeaders: (readonly [string, string])[] = [
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', `${'1.2.3.4,'.repeat(200)}::1`],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'javascript'],
  ['Forwarded', 'for="_x";host=evil.example'],
  ['Accept', 'application/json'],
  ['Accept', '*/*;q=x,,,'],
  ['Accept-Language', `${'x-'.repeat(400)}`],
  ['Accept-Encoding', 'br;q=0,gzip;q=NaN,*'],
  ['Range', 'bytes=0-,5-9999999999999999999'],
  ['If-None-Match', `"${'a'.repeat(2_000)}"`],
  ['If-Modified-Since', 'Thu, 99 Foo 99999 99:99:99 GMT'],
  ['If-Match', '*'],
  ['Referer', 'http://localhost/%ff%00/../..'],
  ['Referer', 'javascript:alert(1)'],
  ['User-Agent', ''],
  ['User-Agent', `Mobi ${'\u00ff'.repeat(3_000)}`],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Sec-CH-UA-Mobile', '?1'],
  ['Save-Data', 'on'],
  ['Origin', 'null'],
  ['Expect', '100-continue'],
  ['Transfer-Encoding', 'chunked'],
  ['Content-Length', '0'],
  ['Upload-Offset', '-1'],
  ['Upload-Length', '1e400'],
  ['Stripe-Signature', 't=NaN,v1=00'],
];
const oddCookies = [
  'summa=x',
  'summa=%ff; summa=%00',
  `summa=${Buffer.from('{"a":1}').toString('base64')}`,
  `summa=${Buffer.from('null').toString('base64')}`,
  'theme="dark"; theme=light; theme=x',
  'theme=%22; flash=%7B%7D; __proto__=x; =x; x',
  `a=${'b'.repeat(7_000)}`,
  Array.from({ length: 300 }, (_, n) => `c${n}=${n}`).join('; '),
];

/** Odd verbs, ids, headers, cookies and queries. */
export const requestChanges: Record<string, Change> = {
  'another verb': (each, chance) => {
    each.verb = chance.pick(verbs);
    return true;
  },
  'an odd id': (each, chance) => {
    const segments = each.path.split('/');
    const places = segments.flatMap((part, at) => (/\d|^[a-z]+_/.test(part) ? [at] : []));
    if (places.length === 0) return false;
    segments[chance.pick(places)] = chance.pick(oddIds);
    // Bytes that no path may have would only try the parser of Node.
    each.path = segments.join('/').replaceAll(/[^\x21-\x7e]/g, (sign) => encodeURIComponent(sign));
    return true;
  },
  'an odd header': (each, chance) => {
    each.headers = [...each.headers, ...chance.some(oddHeaders, chance.pick([1, 1, 2, 4]))];
    return true;
  },
  'an odd cookie': (each, chance) => {
    each.headers = [...each.headers, ['Cookie', chance.pick(oddCookies)]];
    return true;
  },
  'an odd query': (each, chance, known) => {
    const names = [
      '_data',
      '_method',
      'index',
      'next',
      'back',
      'cursor',
      'limit',
      'plan',
      'session_id',
      ...known.names,
    ];
    const { value } = odd(undefined, chance);
    const short = typeof value === 'string' ? value.slice(0, 3_000) : '';
    each.query = [...each.query, [chance.pick(names), short]];
    return true;
  },
};
