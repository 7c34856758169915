import { Invalid } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { noFiles } from '../../core/uploads/no-files.ts';
import {
  discardPendingMedia,
  findPendingMedia,
  type PendingMedia,
  prepareFiles,
  type SentPart,
  storePendingMedia,
} from '../../core/uploads/pending-media.server.ts';
import { publish } from './publish.server.ts';
import { attemptOf, publishedBefore } from './publish-once.server.ts';
import {
  type ItemDetails,
  phoneSchema,
  singleImageSchema,
  techniqueSchema,
  withOneSpelling,
} from './upload.schema.ts';

/** The phone's form is the technique form with other words. */
const uploadForms = {
  technique: { schema: techniqueSchema, noFiles: noFiles.technique, field: 'files', onlyPictures: false },
  phone: {
    schema: phoneSchema,
    noFiles: noFiles.phone,
    field: 'files',
    onlyPictures: false,
    onPhone: true,
  },
  singleImage: {
    schema: singleImageSchema,
    noFiles: noFiles.singleImage,
    field: 'image',
    onlyPictures: true,
  },
} as const;

type FormKind = keyof typeof uploadForms;

interface Sent {
  fields: FormData;
  files: SentPart[];
  surplus: number;
  folder: string;
}

type Parse = (
  fields: FormData,
  schema: (typeof uploadForms)['technique']['schema'],
  also: Record<string, string[]>,
) => ItemDetails;

/** Publishes an upload form; good files are stored first and shown again if it is refused. Returns the id. */
export async function publishForm(
  scope: MemberScope,
  sent: Sent,
  kind: FormKind,
  parse: Parse,
): Promise<number> {
  const attempt = await attemptOf(sent);
  const earlier = await publishedBefore(scope.em, scope.viewer.id, attempt);
  if (earlier !== null) return earlier;
  const kept = await keepSent(scope, sent, kind);
  return (await publishKept(scope, { fields: sent.fields, attempt }, kept, parse)).id;
}

/** Publishes a call; nothing of a refused one is kept. `isNew` is false when its attempt was published before. */
export async function publishCall(scope: MemberScope, sent: Sent): Promise<{ id: number; isNew: boolean }> {
  const attempt = await attemptOf(sent);
  const earlier = await publishedBefore(scope.em, scope.viewer.id, attempt);
  if (earlier !== null) return { id: earlier, isNew: false };
  const isSingleImage = sent.files.some(({ field }) => field === 'image');
  const kept = await keepSent(scope, sent, isSingleImage ? 'singleImage' : 'technique');
  try {
    return await publishKept(scope, { fields: sent.fields, attempt }, kept, parseCall);
  } catch (error) {
    await discardPendingMedia(
      scope,
      kept.arrived.map(({ key }) => key),
    );
    throw error;
  }
}

interface Kept {
  form: (typeof uploadForms)[FormKind];
  arrived: PendingMedia[];
  problems: string[];
}

async function keepSent(scope: MemberScope, sent: Sent, kind: FormKind): Promise<Kept> {
  const form = uploadForms[kind];
  const parts = form.onlyPictures ? sent.files.slice(0, 1) : sent.files;
  const prepared = await prepareFiles(parts, sent.folder, { ...form, surplus: sent.surplus });
  return { form, arrived: await storePendingMedia(scope, prepared), problems: prepared.problems };
}

async function publishKept(
  scope: MemberScope,
  sent: { fields: FormData; attempt: string },
  { form, arrived, problems }: Kept,
  parse: Parse,
): Promise<{ id: number; isNew: boolean }> {
  const fields = withOneSpelling(sent.fields);
  const waiting = await findPendingMedia(scope, fields.getAll('kept').map(String));
  const kept = form.onlyPictures ? waiting.filter(({ kind }) => kind === 'image') : waiting;
  // In the form for one image, a newly chosen image replaces the pending one.
  const files = form.onlyPictures ? [...arrived, ...kept].slice(0, 1) : [...kept, ...arrived];
  if (files.length === 0 && problems.length === 0) {
    // A parallel submission may have published them since the first check.
    const earlier = await publishedBefore(scope.em, scope.viewer.id, sent.attempt);
    if (earlier !== null) return { id: earlier, isNew: false };
    problems.push(form.noFiles);
  }
  const details = parse(
    fields,
    form.schema as typeof techniqueSchema,
    problems.length > 0 ? { [form.field]: problems } : {},
  );
  const published = await publish(scope, details, files, form.noFiles, sent.attempt);
  // Unticked files, and files that a second submission sent again.
  await discardPendingMedia(scope, [...fields.getAll('shown').map(String), ...files.map(({ key }) => key)]);
  return published;
}

const parseCall: Parse = (fields, schema, also) => {
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (parsed.success && Object.keys(also).length === 0) return parsed.data;
  const errors: Record<string, string[]> = { ...also };
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path.map(String).join('.');
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw new Invalid(errors);
};
