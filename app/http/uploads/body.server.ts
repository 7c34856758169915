import { Refused } from '../../errors.ts';
import { isPlainName } from './field-name.ts';

/** The most bytes of a form without files, or of a call. */
export const smallBody = 256 * 1024;
/** More than any form of the site has. */
const mostFields = 200;
const mostValues = 1_000;

/** Reads a body of at most `limit`. @throws Refused 413 when it is longer */
export async function readText(request: Request, limit = smallBody): Promise<string> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > limit) throw new Refused('That is more than this form can take.', { status: 413 });
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const next = await reader.read();
    if (next.done) break;
    size += next.value.byteLength;
    if (size > limit) throw new Refused('That is more than this form can take.', { status: 413 });
    chunks.push(next.value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refused('The text is not valid UTF-8.', { status: 400 });
  }
}

export function formKind(request: Request): 'multipart' | 'urlencoded' | null {
  const type = request.headers.get('content-type') ?? '';
  if (/^multipart\/form-data\b/i.test(type)) return 'multipart';
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? 'urlencoded' : null;
}

/** Reads a form without files. @throws Refused 400, 413, and 415 for what is no form */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const kind = formKind(request);
  if (kind === 'multipart') return readMultipartText(request, type);
  if (type && !kind) throw new Refused('This address takes a form.', { status: 415 });
  const form = new FormData();
  const text = await readText(request);
  refuseMany(text.split('&', mostFields + 2).length);
  for (const [name, value] of new URLSearchParams(text)) {
    // lynx also sends fields without a name, such as the link to copy.
    if (name !== '') form.append(plainName(name), cleanText(value));
  }
  return form;
}

/** The usual spelling: other parameters could give the parser a boundary that is not counted here. */
const multipartType =
  /^multipart\/form-data(?:; ?charset=[\w-]+)?; ?boundary=("?)([\w'()+,./:=?-]{1,70})\1(?:; ?charset=[\w-]+)?$/i;

async function readMultipartText(request: Request, type: string): Promise<FormData> {
  const text = await readText(request);
  const form = new FormData();
  const boundary = multipartType.exec(type)?.[2];
  if (!boundary) throw new Refused('The Content-Type of the form is not valid.', { status: 400 });
  // Counted before the parser, because each part costs time. The first and the last piece are no fields.
  refuseMany(text.split(`--${boundary}`, mostFields + 4).length - 2);
  try {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const parsed = await new Response(text, { headers }).formData();
    for (const [name, value] of parsed) {
      if (typeof value === 'string') form.append(plainName(name), cleanText(value));
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('The form did not arrive whole. Please send it again.', { status: 400 });
  }
  return form;
}

function refuseMany(fields: number) {
  if (fields > mostFields) throw new Refused('The form has too many fields.', { status: 413 });
}

/** The name of a field as the site's forms write it. @throws Refused 400 (ADR-036) */
export function plainName(name: string): string {
  if (isPlainName(name)) return name;
  throw new Refused(`No form here has a field called '${name.slice(0, 40)}'.`, { status: 400 });
}

/** PostgreSQL stores no NUL, and no form field means one. */
export function cleanText(value: string): string {
  if (value.includes('\0')) throw new Refused('Text must not contain NUL characters.', { status: 400 });
  return value.replaceAll('\r\n', '\n');
}

export async function readObject(request: Request): Promise<Record<string, unknown>> {
  if (formKind(request)) return formObject(await readForm(request));
  const type = request.headers.get('content-type') ?? '';
  const text = await readText(request);
  if (text.trim() === '') return {};
  if (type && !/^application\/([a-z.+-]+\+)?json/i.test(type)) {
    throw new Refused('Send JSON (Content-Type: application/json) or a form.', { status: 415 });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refused('The body is not valid JSON.', { status: 400 });
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Refused('The body must be a JSON object.', { status: 400 });
  }
  refuseOddValues(value);
  return value as Record<string, unknown>;
}

function formObject(form: FormData): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    result[name] = values.length === 1 ? values[0] : values;
  }
  return result;
}

function refuseOddValues(json: object) {
  let left = mostValues;
  const look = (value: unknown, depth: number) => {
    left -= 1;
    if (left < 0) throw new Refused('The JSON has too many values.', { status: 413 });
    if (depth > 20) throw new Refused('The JSON is nested too deeply.', { status: 400 });
    if (typeof value === 'string') cleanText(value);
    else if (value && typeof value === 'object') {
      for (const key in value) look(value[key as keyof typeof value], depth + 1);
    }
  };
  look(json, 0);
}
