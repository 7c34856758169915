import type { PassedOn, Passing } from '../media.ts';
import { done, isMissing, type S3Request, type S3Requests, shortText } from './requests.server.ts';
import { textOf } from './xml.ts';

const passedHeaders = ['content-length', 'content-range', 'etag'];

/** The bytes of an object, to be sent on to one viewer. Null if there are none.
 *  S3 knows no If-Range. So a range with that condition is asked for with If-Match, and without it the whole.
 *  @throws StoreError */
export async function openObject(
  requests: S3Requests,
  object: string,
  asked: PassedOn,
): Promise<Passing | null> {
  const range = asked.method === 'GET' ? singleRange(asked.range) : null;
  const condition = range ? (asked.ifRange ?? null) : null;
  const mustMatch = condition === null ? null : strongTag(condition);
  // A date or a weak tag cannot prove that the bytes are the same.
  if (range && (condition === null || mustMatch)) {
    const headers = { range, ...(mustMatch ? { 'if-match': mustMatch } : noneMatch(asked)) };
    const passing = await send(requests, object, asked, headers);
    if (passing !== 'changed') return passing;
  }
  const whole = await send(requests, object, asked, noneMatch(asked));
  return whole === 'changed' ? null : whole;
}

async function send(
  requests: S3Requests,
  object: string,
  { method, signal }: PassedOn,
  headers: Record<string, string>,
): Promise<Passing | 'changed' | null> {
  const request: S3Request = { method, object, headers, accepts: [206, 304, 404, 412, 416] };
  const read = async (answer: Response): Promise<Passing | 'changed' | null> => {
    const { status } = answer;
    if (await isMissing('deliver', answer)) return null;
    if (status === 412) return done(answer).then(() => 'changed' as const);
    if (status === 304) return { status, headers: passed(answer.headers, ['etag']), body: null };
    if (status === 416)
      return { status, headers: { 'content-range': await lengthOf(answer, requests, object) }, body: null };
    return {
      status: status === 206 ? 206 : 200,
      headers: { ...passed(answer.headers, passedHeaders), 'accept-ranges': 'bytes' },
      body: answer.body,
    };
  };
  // The time limit ends with the response's headers. The video itself may take longer.
  try {
    return await requests.ask('deliver', request, read, { signal });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

const passed = (headers: Headers, names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

/** Amazon names the length of an object in its error, others in a header, and some nowhere. */
async function lengthOf(answer: Response, requests: S3Requests, object: string): Promise<string> {
  const bytes = textOf(await shortText(answer), 'ActualObjectSize');
  const header = answer.headers.get('content-range');
  if (header) return header;
  const length = /^\d+$/.test(bytes)
    ? bytes
    : await requests.ask('look at the file', { method: 'HEAD', object }, ({ headers }) =>
        headers.get('content-length'),
      );
  return `bytes */${length ?? 0}`;
}

/** Null for several ranges and malformed ones, which S3 treats in different ways. Then the viewer gets the whole. */
function singleRange(range: string | null): string | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  return first !== '' && last !== '' && Number(last) < Number(first) ? null : range;
}

const strongTag = (condition: string) => /^"[\x21\x23-\x7e]*"$/.exec(condition)?.[0] ?? null;

/** One tag of the viewer's. Proxies that compress make it weak, but it is the store's strong one. */
function noneMatch({ ifNoneMatch }: PassedOn): Record<string, string> {
  const tag = strongTag((ifNoneMatch ?? '').replace(/^W\//, ''));
  return tag ? { 'if-none-match': tag } : {};
}
