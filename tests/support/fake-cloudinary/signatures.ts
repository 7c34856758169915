import { createHash } from 'node:crypto';

/** Of a call: every field but the file and the key, by name, then the secret. An ampersand within a field is written
 *  out, so that no field can pretend to be two. */
export function requestSignature(fields: Record<string, string>, secret: string): string {
  const received = Object.entries(fields)
    .filter(([name, value]) => !['file', 'cloud_name', 'resource_type'].includes(name) && value !== '')
    .map(([name, value]) => `${name}=${value}`.replaceAll('&', '%26'))
    .sort()
    .join('&');
  return createHash('sha1')
    .update(received + secret)
    .digest('hex');
}

/** Of an address: transformation and name, not the version; the long form. */
export const deliverySignature = (named: string, secret: string): string =>
  createHash('sha256')
    .update(named + secret)
    .digest('base64url')
    .slice(0, 32);
