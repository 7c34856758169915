import type { OpenApi } from '../../../app/http/api/openapi.server.ts';
import { differenceOf } from '../../support/site/held-answer.ts';
import type { Case } from './case.ts';
import type { Answer, Silence } from './wire.ts';

/** Longer than the site's own limit for any answer (ten seconds), because a machine may be busy. */
const mostMs = 20_000;

/** Internals that no answer may show. */
const inside =
  /\n\s+at .+:\d+:\d+|node:internal|node_modules\/|\/(?:work|tmp|home|root)\/\w|\bselect .{1,300} from "?\w+"? (?:where|join)\b|insert into "?\w+"? \(|relation "|violates \w+ constraint|ECONN|SQLSTATE|TypeError|RangeError|ReferenceError/;

/** The site also answers 503 when too many requests need the same work. */
const tooManyWait = /Very many people are signing in\.|Many previews are being drawn\./;

/** The rules that an answer breaks. @param mayRefuse the database refuses on purpose, so 503 is allowed */
export function brokenBy(
  each: Case,
  answer: Answer | Silence,
  { document, mayRefuse }: { document: OpenApi; mayRefuse: boolean },
): string[] {
  if ('why' in answer) {
    // The site reads no more than it must. A client that goes on sending may lose the answer with the connection.
    const isBig = (each.body?.fields.length ?? 0) > 500 || JSON.stringify(each).length > 60_000;
    return isBig && answer.why === 'reset' ? [] : [`no answer: ${answer.why}`];
  }
  const { status, headers, text, ms } = answer;
  // Node itself refuses invalid HTTP before the site sees it.
  if (status >= 400 && !headers.has('content-type') && !headers.has('x-request-id') && text === '') return [];
  const broken: string[] = [];
  if (ms > mostMs) broken.push('the answer took too long');
  const isAway = status === 503 && headers.has('retry-after') && (mayRefuse || tooManyWait.test(text));
  if (status >= 500 && !isAway && status !== 507) broken.push(`answered ${status}`);
  if (headers.get('x-content-type-options') !== 'nosniff') broken.push('no nosniff');
  if (text !== '' && !headers.has('content-type')) broken.push('a body without a Content-Type');
  if (status >= 400 && inside.test(text)) broken.push(`shows its inside: ${inside.exec(text)?.[0]}`);
  const own = each.path.startsWith('/api/') ? callBroken(each, answer, document) : null;
  if (own) broken.push(own);
  return broken;
}

/** A call answers as `/api/openapi.json` describes it, and refuses in JSON. */
function callBroken({ verb, path, query }: Case, { status, headers, text }: Answer, document: OpenApi) {
  const type = headers.get('content-type') ?? '';
  if (status >= 500) return null;
  const isKnown = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(verb);
  if (isKnown && status < 400 && !headers.has('content-encoding')) {
    const search =
      query.length > 0 ? `?${new URLSearchParams(query.map(([name, value]) => [name, value]))}` : '';
    const different = differenceOf(document, verb, `${path}${search}`, { status, type, text });
    return different && `not as described: ${different.slice(0, 200)}`;
  }
  // A compressed answer is not read.
  if (status < 400 || text === '' || verb === 'HEAD' || headers.has('content-encoding')) return null;
  if (!type.startsWith('application/json')) return `a refusal as ${type}`;
  return isRefusal(text) ? null : 'a refusal that is not {message, errors?}';
}

function isRefusal(text: string): boolean {
  try {
    const { message, errors = {} } = JSON.parse(text) as { message: unknown; errors?: object };
    return typeof message === 'string' && Object.values(errors).every((each) => Array.isArray(each));
  } catch {
    return false;
  }
}
