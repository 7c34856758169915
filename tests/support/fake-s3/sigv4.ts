import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Account {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export interface Refusal {
  status: number;
  code: string;
  message: string;
}

const skewLimitMs = 15 * 60_000;

/** Checks a request as S3 does (AWS Signature Version 4 in the header `Authorization`), by our own reading of its
 *  documentation. Unlike S3 it takes no unsigned bodies. @returns null for a good request */
export function refusalOf(
  request: IncomingMessage,
  body: Buffer,
  account: Account,
  now: Date,
): Refusal | null {
  const header = request.headers.authorization ?? '';
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!parts) return refused(403, 'AccessDenied', 'Access Denied');
  const [, key, day = '', region = '', names = '', signature] = parts;
  if (key !== account.accessKeyId)
    return refused(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  if (region !== account.region)
    return refused(400, 'AuthorizationHeaderMalformed', `the region '${region}' is wrong`);
  const stamp = String(request.headers['x-amz-date']);
  const at = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp);
  if (!at || stamp.slice(0, 8) !== day) return refused(403, 'AccessDenied', 'The date is malformed');
  const [year, month, date, hour, minute, second] = at.slice(1).map(Number);
  const sentMs = Date.UTC(year ?? 0, (month ?? 0) - 1, date, hour, minute, second);
  if (Math.abs(sentMs - now.getTime()) > skewLimitMs)
    return refused(403, 'RequestTimeTooSkewed', 'The difference between the times is too large.');
  const signed = names.split(';');
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (mustBeSigned.some((name) => !signed.includes(name)) || signed.join() !== [...signed].sort().join())
    return refused(403, 'AccessDenied', 'There were headers present in the request which were not signed');
  const bodyHash = String(request.headers['x-amz-content-sha256']);
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    ...signed.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    names,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n');
  const secret = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (above, part) => hmac(above, part),
    Buffer.from(`AWS4${account.secretAccessKey}`),
  );
  if (hmac(secret, text).toString('hex') !== signature)
    return refused(403, 'SignatureDoesNotMatch', `The request signature does not match. ${text}`);
  if (bodyHash !== sha256(body))
    return refused(400, 'XAmzContentSHA256Mismatch', 'The provided hash does not match what was computed.');
  return null;
}

const refused = (status: number, code: string, message: string): Refusal => ({ status, code, message });
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** By name, each part encoded again in one way. */
function canonicalQuery(query: string): string {
  const encoded = (part: string) =>
    encodeURIComponent(decodeURIComponent(part.replaceAll('+', '%20'))).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      return `${encoded(name)}=${encoded(value)}`;
    })
    .sort()
    .join('&');
}
