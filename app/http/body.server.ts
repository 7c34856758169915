import { Refused } from '../errors.ts';

const smallBody = 256 * 1024;
/** Just before the request itself would be given up (`patienceMs` of watch.server.ts), which uploads are not. */
const smallBodyMs = 9_000;
/** More than any form of the site has; every further one would only cost time. */
const mostFields = 200;

/** Reads a body without files. @throws Refused 413 before more than 256 kB is in memory, 400 when it comes too slowly */
export async function readText(request: Request, limit = smallBody): Promise<string> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > limit) throw new Refused('That is more than this form can take.', { status: 413 });
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  let patience: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const late = new Refused('The form did not arrive in time. Please send it again.', { status: 400 });
    patience = setTimeout(reject, smallBodyMs, late);
  });
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), tooLate]);
      if (next.done) break;
      size += next.value.byteLength;
      if (size > limit) throw new Refused('That is more than this form can take.', { status: 413 });
      chunks.push(next.value);
    }
  } catch (error) {
    // Cancelling takes the connection along, and the answer shall leave first.
    setTimeout(() => void reader.cancel().catch(() => {}), 2_000).unref();
    throw error;
  } finally {
    clearTimeout(patience);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refused('The text is not valid UTF-8.', { status: 400 });
  }
}

/** In which of the two encodings a form comes; null for what is no form. */
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
  for (const [name, value] of new URLSearchParams(text)) form.append(name, cleanText(value));
  return form;
}

async function readMultipartText(request: Request, type: string): Promise<FormData> {
  const text = await readText(request);
  const form = new FormData();
  try {
    const parsed = await new Response(text, { headers: { 'content-type': type } }).formData();
    refuseMany([...parsed.keys()].length);
    for (const [name, value] of parsed) if (typeof value === 'string') form.append(name, cleanText(value));
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('The form did not arrive whole. Please send it again.', { status: 400 });
  }
  return form;
}

function refuseMany(fields: number) {
  if (fields > mostFields) throw new Refused('The form has too many fields.', { status: 413 });
}

/** PostgreSQL stores no NUL, and no form field means one. */
export function cleanText(value: string): string {
  if (value.includes('\0')) throw new Refused('Text must not contain NUL characters.', { status: 400 });
  return value.replaceAll('\r\n', '\n');
}

/** Reads a JSON object, or a form as an object (a name that comes twice becomes a list). */
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
  refuseNul(value, 0);
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

function refuseNul(value: unknown, depth: number) {
  if (depth > 20) throw new Refused('The JSON is nested too deeply.', { status: 400 });
  if (typeof value === 'string') cleanText(value);
  else if (value && typeof value === 'object') {
    for (const inner of Object.values(value)) refuseNul(inner, depth + 1);
  }
}
