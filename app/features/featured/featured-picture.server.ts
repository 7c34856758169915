import { Invalid } from '../../errors.ts';
import type { AdminScope } from '../../scope.ts';
import {
  dropWaiting,
  findWaiting,
  keepWaiting,
  prepareFiles,
  type SentPart,
} from '../uploads/uploads.server.ts';

interface Sent {
  files: SentPart[];
  folder: string;
}

/**
 * Takes in the picture of a posted form. A good one is kept before the words are judged, and shown again with
 * them (`kept`), so that nobody chooses it twice.
 * @returns the key of the picture, sent now or before, and what is wrong with it, by field
 */
export async function receivePicture(scope: AdminScope, { fields, ...sent }: Sent & { fields: FormData }) {
  // A hidden field stands before each checkbox and says what it means when it is not ticked.
  for (const name of new Set(fields.keys())) fields.set(name, String(fields.getAll(name).at(-1)));
  const files = await prepared(sent);
  const [arrived] = await keepWaiting(scope, files);
  const { problems } = files;
  const [kept] = await findWaiting(scope, fields.getAll('kept').map(String));
  if (arrived) fields.set('kept', arrived.key);
  const wrong: Record<string, string[]> = problems.length > 0 ? { image: problems } : {};
  return { picture: arrived?.key ?? kept?.key ?? null, wrong };
}

/** Throws away a picture that waited in the form and was not wanted in the end. */
export async function dropUnwanted(scope: AdminScope, fields: FormData) {
  await dropWaiting(scope, fields.getAll('shown').map(String));
}

/**
 * The same for a call: a program sends its picture again, so nothing of a refused call stays behind.
 * @throws Invalid beside `image`, and what `save` throws
 */
export async function withPicture<Saved>(
  scope: AdminScope,
  sent: Sent,
  save: (picture: string | null) => Promise<Saved>,
): Promise<Saved> {
  const files = await prepared(sent);
  if (files.problems.length > 0) throw new Invalid({ image: files.problems });
  const [arrived] = await keepWaiting(scope, files);
  if (files.problems.length > 0) throw new Invalid({ image: files.problems });
  try {
    return await save(arrived?.key ?? null);
  } catch (error) {
    if (arrived) await dropWaiting(scope, [arrived.key]);
    throw error;
  }
}

const prepared = ({ files, folder }: Sent) =>
  prepareFiles(files.slice(0, 1), folder, { onlyPictures: true, inFull: false });
