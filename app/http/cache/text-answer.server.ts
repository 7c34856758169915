import { createHash } from 'node:crypto';
import { isKnownTag } from './known-tag.ts';

/** A public document for programs: cached for five minutes by default, 304 for a known tag. */
export function textAnswer(request: Request, text: string, type: string, keptSeconds = 300): Response {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { ETag: etag, 'Cache-Control': `public, max-age=${keptSeconds}`, Vary: 'Accept-Encoding' };
  if (isKnownTag(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, { headers: { ...headers, 'Content-Type': type } });
}
