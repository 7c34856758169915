import { createHash } from 'node:crypto';

/**
 * A document for machines, the same for everybody: kept for five minutes unless told, and not sent again to whoever
 * has it.
 * @param type with its charset, such as `application/rss+xml; charset=utf-8`
 */
export function textAnswer(request: Request, text: string, type: string, keptSeconds = 300): Response {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { ETag: etag, 'Cache-Control': `public, max-age=${keptSeconds}`, Vary: 'Accept-Encoding' };
  const known = (request.headers.get('if-none-match') ?? '').split(/\s*,\s*/);
  // A compressed answer carries the tag as a weak one.
  if (known.some((each) => each.replace(/^W\//, '') === etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, { headers: { ...headers, 'Content-Type': type } });
}
