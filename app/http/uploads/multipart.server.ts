import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../db/alive.server.ts';
import { contentLimits } from '../../domain/content-limits.ts';
import { Refused } from '../../errors.ts';
import { byteLimitOfHead } from '../../media/make.server.ts';
import { formKind, readForm } from './body.server.ts';
import { broken, type MultipartLimits, partsOf, type ReceivedFile, tooMuch } from './parts.server.ts';

export type { MultipartLimits };

/** The limits of a form with files; `fileBytes` comes from the caller, who knows the file types. */
export const multipartLimits: Omit<MultipartLimits, 'fileBytes'> = {
  files: contentLimits.files,
  fields: 50,
  fieldBytes: 100_000,
  requestBytes: contentLimits.files * contentLimits.videoBytes + 50 * 100_000 + 1_000_000,
  surplusBytes: contentLimits.videoBytes,
  idleMs: 30_000,
  leastBytes: 30_000,
};

/** The most bytes of a form with so many images; a slightly larger one is still refused by field. */
export const pictureFormBytes = (pictures: number) =>
  pictures * contentLimits.imageBytes + multipartLimits.surplusBytes + 50 * 100_000 + 1_000_000;

export interface Received extends AsyncDisposable {
  fields: FormData;
  files: ReceivedFile[];
  surplus: number;
  /** The request's own temporary folder, also for files made from the upload. */
  folder: string;
  dispose: () => Promise<void>;
}

/** Streams a form's files into a temporary folder, until `dispose` (or `await using`) or an error.
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
    throw error;
  }
}

/** Reads an upload within the product's limits; a form without files may be urlencoded. */
export async function readFiles(
  request: Request,
  tempDir: string,
  requestBytes = multipartLimits.requestBytes,
): Promise<Received> {
  if (formKind(request) !== 'urlencoded') {
    return readMultipart(request, { ...multipartLimits, requestBytes, fileBytes: byteLimitOfHead }, tempDir);
  }
  const dispose = async () => {};
  const fields = await readForm(request);
  return { fields, files: [], surplus: 0, folder: tempDir, dispose, [Symbol.asyncDispose]: dispose };
}

/** Deletes folders of ended processes and of its own id; a running process passes `'dead'` to keep its own. */
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
  const idleTimer = setInterval(() => {
    if (total - before < limits.leastBytes) parts.fail(broken());
    before = total;
  }, limits.idleMs);
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
    clearInterval(idleTimer);
    await parts.close();
  }
}

const requestTooLarge = () =>
  tooMuch('That is more than one upload can take. Please send fewer files at a time.');
