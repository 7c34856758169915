import { gzipSync } from 'node:zlib';
import type { Wire } from './wire.ts';

export interface File {
  fileName: string;
  type: string;
  bytes: Buffer;
}

/** One field of a form or one key of a JSON object. */
export interface Field {
  name: string;
  value: string | File;
  /** The value as it is written in JSON; a string when it is left out. */
  json?: string;
}

export interface Body {
  kind: 'urlencoded' | 'multipart' | 'json' | 'raw';
  fields: Field[];
  /** What is sent of kind `raw`. */
  raw?: Buffer;
  /** Instead of the Content-Type that belongs to the kind; empty for none. */
  type?: string;
  boundary?: string;
  /** What is done to the finished bytes. */
  turned?: 'gzip' | 'bom' | 'utf16' | 'cut';
}

/** One request of the fuzzer, before it is written as bytes, so that it can be made shorter piece by piece. */
export interface Case {
  /** The seed and the number from which it was made. */
  from: string;
  /** What was changed in it, by name. */
  changes: string[];
  /** The row of the route table or the call of the document that it is for. */
  target: string;
  /** Whose session is sent; 'visitor' for none. */
  role: string;
  verb: string;
  path: string;
  query: (readonly [string, string])[];
  headers: (readonly [string, string])[];
  body: Body | null;
}

/** The bytes of a case for a site on this machine. */
export function wireOf({ verb, path, query, headers, body }: Case, port: number, cookie: string): Wire {
  const own = new Map(headers.map(([name]) => [name.toLowerCase(), true]));
  const usual: [string, string][] = [
    ['Host', `localhost:${port}`],
    ['Origin', `http://localhost:${port}`],
    ['Accept', path.startsWith('/api/') ? 'application/json' : 'text/html'],
    ...(cookie ? ([['Cookie', cookie]] as [string, string][]) : []),
  ];
  const sent = body ? bytesOf(body) : null;
  const type = body ? (body.type ?? typeOf(body)) : '';
  const about: [string, string][] = [
    ...(type ? ([['Content-Type', type]] as [string, string][]) : []),
    ...(body?.turned === 'gzip' ? ([['Content-Encoding', 'gzip']] as [string, string][]) : []),
    ...(sent ? ([['Content-Length', String(sent.length)]] as [string, string][]) : []),
  ];
  const search = query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
  return {
    verb,
    path: search ? `${path}?${search}` : path,
    headers: [...[...usual, ...about].filter(([name]) => !own.has(name.toLowerCase())), ...headers],
    body: sent,
  };
}

const defaultBoundary = 'fuzz-7d3a91';

function typeOf({ kind, boundary = defaultBoundary }: Body): string {
  const types = {
    urlencoded: 'application/x-www-form-urlencoded',
    multipart: `multipart/form-data; boundary=${boundary}`,
    json: 'application/json',
    raw: 'application/octet-stream',
  };
  return types[kind];
}

function bytesOf(body: Body): Buffer {
  const plain = plainBytes(body);
  if (body.turned === 'gzip') return gzipSync(plain);
  if (body.turned === 'bom') return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]);
  if (body.turned === 'utf16') return Buffer.from(plain.toString('latin1'), 'utf16le');
  if (body.turned === 'cut') return plain.subarray(0, Math.floor(plain.length * 0.6));
  return plain;
}

function plainBytes({ kind, fields, raw, boundary = defaultBoundary }: Body): Buffer {
  if (kind === 'raw') return raw ?? Buffer.alloc(0);
  if (kind === 'json') {
    const keys = fields.map(({ name, value, json }) => {
      const text = json ?? JSON.stringify(typeof value === 'string' ? value : value.fileName);
      return `${JSON.stringify(name)}:${text}`;
    });
    return Buffer.from(`{${keys.join(',')}}`);
  }
  if (kind === 'urlencoded') {
    const pairs = fields.map(({ name, value }) => {
      return `${escaped(name)}=${escaped(typeof value === 'string' ? value : value.fileName)}`;
    });
    return Buffer.from(pairs.join('&'), 'latin1');
  }
  const mark = unquoted(boundary);
  const parts = fields.flatMap(({ name, value }) => {
    const isText = typeof value === 'string';
    const file = isText ? '' : `; filename="${quoted(value.fileName)}"\r\nContent-Type: ${value.type}`;
    const head = `--${mark}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n\r\n`;
    return [utf8(head), isText ? utf8(value) : value.bytes, Buffer.from('\r\n')];
  });
  return Buffer.concat([...parts, utf8(`--${mark}--\r\n`)]);
}

const unquoted = (boundary: string) => boundary.replace(/^"(.*)"$/, '$1');
const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** UTF-8 with the mistake of careless programs: half a surrogate pair becomes three invalid bytes. */
function utf8(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts = [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    return isHalf
      ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)])
      : Buffer.from(letter);
  });
  return Buffer.concat(parts);
}

function escaped(text: string): string {
  if (/^[\w.-]*$/.test(text)) return text;
  const bytes = utf8(text).toString('latin1');
  return bytes.replaceAll(/[^\w.-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** A case as a line for a shell, long values cut, so that a person can repeat it. */
export function shown(each: Case): string {
  const { verb, headers, body } = each;
  const wire = wireOf(each, 3000, '');
  const words = [`curl -i -X ${verb} 'http://localhost:3000${cut(wire.path)}'`];
  if (each.role !== 'visitor') words.push(`-b "$COOKIE_OF_${each.role.toUpperCase()}"`);
  for (const [name, value] of headers) words.push(`-H '${name}: ${cut(value)}'`);
  if (body) {
    const type = wire.headers.find(([name]) => name === 'Content-Type')?.[1];
    words.push(type ? `-H 'Content-Type: ${type}'` : "-H 'Content-Type:'");
    if (body.turned) words.push(`# ${body.turned}:`);
    words.push(`--data-raw '${cut(plainBytes(body).toString('latin1'))}'`);
  }
  return words.join(' ');
}

const longest = 600;
const cut = (text: string) =>
  printable(text.length <= longest ? text : `${text.slice(0, longest)}…(${text.length} in all)`);
const printable = (text: string) =>
  text.replaceAll(/[^\x20-\x7e…]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
