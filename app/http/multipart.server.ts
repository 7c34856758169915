import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../db/alive.server.ts';
import { Refused } from '../errors.ts';
import { contentLimits } from '../features/content/words.ts';
import { byteLimitOfHead } from '../media/make.server.ts';
import { formKind, readForm } from './body.server.ts';
import { broken, type MultipartLimits, partsOf, type ReceivedFile, tooMuch } from './parts.server.ts';

export type { MultipartLimits, ReceivedFile };

/** What a form with files may bring; `fileBytes` comes from who knows the kinds of files. */
export const multipartLimits: Omit<MultipartLimits, 'fileBytes'> = {
  files: contentLimits.files,
  fields: 50,
  fieldBytes: 100_000,
  fieldNameLength: 60,
  requestBytes: contentLimits.files * contentLimits.videoBytes + 50 * 100_000 + 1_000_000,
  drainBytes: 16 * 1024 ** 2,
  patienceMs: 30_000,
  leastBytes: 30_000,
};

export interface Received extends AsyncDisposable {
  fields: FormData;
  files: ReceivedFile[];
  /** Files beyond the limit, which were not kept. */
  surplus: number;
  /** The request's own temporary folder, free for what is made of the files. */
  folder: string;
  dispose: () => Promise<void>;
}

/** Reads a form with files; every file is streamed into a temporary folder and never held in memory.
 *  The folder is gone after `dispose` (or `await using`), and also when this throws.
 *  @throws Refused 400 broken, 413 too much, 415 no multipart form; other errors are the disk's */
export async function readMultipart(
  request: Request,
  limits: MultipartLimits,
  tempDir: string,
): Promise<Received> {
  if (formKind(request) !== 'multipart')
    throw new Refused('This address takes a form with files.', { status: 415 });
  const type = request.headers.get('content-type') ?? '';
  if (!request.body) throw broken();
  const reader = request.body.getReader();
  let folder = '';
  const dispose = async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  try {
    if (Number(request.headers.get('content-length') ?? 0) > limits.requestBytes) throw requestTooLarge();
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
    const received = await receive(reader, type, limits, folder);
    return { ...received, folder, dispose, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    await drain(reader, limits);
    throw error;
  }
}

/** Reads an upload within the limits of the product; a form that brings no file may come in the
 *  other encoding of forms. */
export async function readFiles(request: Request, tempDir: string): Promise<Received> {
  if (formKind(request) !== 'urlencoded') {
    return readMultipart(request, { ...multipartLimits, fileBytes: byteLimitOfHead }, tempDir);
  }
  const dispose = async () => {};
  const fields = await readForm(request);
  return { fields, files: [], surplus: 0, folder: tempDir, dispose, [Symbol.asyncDispose]: dispose };
}

/** Lets the rest of a refused body go by, so that its sender comes to see the answer. */
export async function dropBody(request: Request): Promise<void> {
  if (request.body) await drain(request.body.getReader(), multipartLimits);
}

/** Removes what earlier processes left behind; folders of living processes are theirs. A process that begins also
 *  clears those of one that had its number; one that runs has its own there (`'dead'`). */
export async function sweepTemp(
  tempDir: string,
  whose: 'dead' | 'dead and own' = 'dead and own',
): Promise<void> {
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(tempDir)) {
    const pid = Number(/^upload-(\d+)-/.exec(name)?.[1]);
    if (pid && (pid === process.pid ? whose === 'dead and own' : !isAlive(pid)))
      await rm(join(tempDir, name), { recursive: true, force: true });
  }
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

async function receive(reader: BodyReader, type: string, limits: MultipartLimits, folder: string) {
  const parts = partsOf(type, limits, folder);
  let total = 0;
  let before = 0;
  const patience = setInterval(() => {
    if (total - before < limits.leastBytes) parts.fail(broken());
    before = total;
  }, limits.patienceMs);
  try {
    while (!parts.failed()) {
      const next = await parts.orFailure(reader.read());
      if (!next || next.done) break;
      total += next.value.byteLength;
      if (total > limits.requestBytes) throw requestTooLarge();
      await parts.orFailure(parts.write(next.value));
    }
    return await parts.end();
  } finally {
    clearInterval(patience);
    await parts.close();
  }
}

const requestTooLarge = () =>
  tooMuch('That is more than one upload can take. Please send fewer files at a time.');

async function drain(
  reader: BodyReader,
  { drainBytes, patienceMs }: Pick<MultipartLimits, 'drainBytes' | 'patienceMs'>,
) {
  const timeout = new Promise<null>((resolve) => {
    setTimeout(resolve, Math.min(patienceMs, 5_000), null).unref();
  });
  for (let drained = 0; drained < drainBytes; ) {
    const next = await Promise.race([reader.read().catch(() => null), timeout]);
    if (!next || next.done) break;
    drained += next.value.byteLength;
  }
  // The answer leaves first; then a sender who still does not stop loses the connection.
  setTimeout(() => void reader.cancel().catch(() => {}), 2_000).unref();
}
