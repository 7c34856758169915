import { Invalid } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import {
  discardPendingMedia,
  findPendingMedia,
  prepareFiles,
  type SentPart,
  storePendingMedia,
} from '../../core/uploads/pending-media.server.ts';

interface Sent {
  files: SentPart[];
  folder: string;
}

/** Stores the image of a posted form before the fields are checked, so that it is chosen only once (`kept`). */
export async function receivePicture(scope: AdminScope, { fields, ...sent }: Sent & { fields: FormData }) {
  // A hidden field before each checkbox holds the value for unticked.
  for (const name of new Set(fields.keys())) fields.set(name, String(fields.getAll(name).at(-1)));
  const files = await prepared(sent);
  const [arrived] = await storePendingMedia(scope, files);
  const { problems } = files;
  const [kept] = await findPendingMedia(scope, fields.getAll('kept').map(String));
  if (arrived) fields.set('kept', arrived.key);
  const wrong: Record<string, string[]> = problems.length > 0 ? { image: problems } : {};
  return { picture: arrived?.key ?? kept?.key ?? null, wrong };
}

/** Deletes pending images of the form that are unticked or were sent twice. */
export async function dropUnwanted(scope: AdminScope, fields: FormData) {
  await discardPendingMedia(scope, [...fields.getAll('shown'), ...fields.getAll('kept')].map(String));
}

/** Takes the image of a call; a refused one is not kept. @throws Invalid beside `image`, and what `save` throws */
export async function withPicture<Saved>(
  scope: AdminScope,
  sent: Sent,
  save: (picture: string | null) => Promise<Saved>,
): Promise<Saved> {
  const files = await prepared(sent);
  if (files.problems.length > 0) throw new Invalid({ image: files.problems });
  const [arrived] = await storePendingMedia(scope, files);
  if (files.problems.length > 0) throw new Invalid({ image: files.problems });
  try {
    return await save(arrived?.key ?? null);
  } finally {
    // Deletes a refused or repeated image; one in use is no longer pending.
    if (arrived) await discardPendingMedia(scope, [arrived.key]);
  }
}

const prepared = ({ files, folder }: Sent) =>
  prepareFiles(files.slice(0, 1), folder, { onlyPictures: true, inFull: false });
