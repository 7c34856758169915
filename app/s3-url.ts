/** An S3-compatible store and the key to it. */
export interface S3Settings {
  /** `https://host:port`, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export const s3UrlForm = 'https://KEY:SECRET@HOST/BUCKET?region=REGION';

/** Reads S3_URL. Key and secret are percent-encoded in it.
 *  @returns a sentence about what is wrong, which never repeats the value, because it holds the secret */
export function readS3Url(text: string): S3Settings | string {
  const whole = `must read ${s3UrlForm}, with special characters of the secret percent-encoded (/ is %2F, + is %2B)`;
  if (!URL.canParse(text)) return whole;
  const url = new URL(text);
  const { protocol, username, password, hostname, pathname, searchParams, hash } = url;
  const [accessKeyId, secretAccessKey] = [decoded(username), decoded(password)];
  if (!/^https?:$/.test(protocol) || !accessKeyId || !secretAccessKey || hash) return whole;
  const bucket = pathname.slice(1).replace(/\/$/, '');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    return 'must name one bucket after the host: 3 to 63 small letters, digits, dots and hyphens';
  const { region = 'us-east-1', ...others } = Object.fromEntries(searchParams);
  if (Object.keys(others).length > 0)
    return 'may have region=REGION after the question mark, and nothing else';
  if (!/^[a-z0-9][a-z0-9-]{0,40}$/.test(region)) return 'must name a region such as eu-central-1';
  if (protocol === 'http:' && !isPrivateHost(hostname))
    return 'must begin with https: plain http is only for this machine and private networks';
  return { endpoint: url.origin, bucket, region, accessKeyId, secretAccessKey };
}

/** Null for broken percent-encoding, and for characters that cannot be in a key. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return /^[\x21-\x7e]{1,200}$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** Addresses of this machine and of private networks (RFC 1918, RFC 4193), and names without a dot, which only a
 *  private network resolves. */
const isPrivateHost = (host: string) =>
  /^(127|10)(\.\d+){3}$|^192\.168(\.\d+){2}$|^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$/.test(host) ||
  /^\[(::1|f[cd][0-9a-f:]+)\]$/.test(host) ||
  /^[a-z0-9-]+$/.test(host);
