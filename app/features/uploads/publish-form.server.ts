import { Invalid } from '../../errors.ts';
import type { MemberScope } from '../../scope.ts';
import {
  type ItemDetails,
  noFiles,
  phoneSchema,
  singleImageSchema,
  techniqueSchema,
  withOneSpelling,
} from './upload.schema.ts';
import {
  dropWaiting,
  findWaiting,
  keepWaiting,
  prepareFiles,
  publish,
  type SentPart,
  type Waiting,
} from './uploads.server.ts';

/** The three forms of the specification; a phone's form is the technique form under other words. */
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

/** How an edge parses words: a page shows its form again, a call answers with messages by field. */
type Parse = (
  fields: FormData,
  schema: (typeof uploadForms)['technique']['schema'],
  also: Record<string, string[]>,
) => ItemDetails;

/**
 * Publishes what an upload form brought. Good files are kept before anything else is judged, so a form that
 * must be mended shows them again instead of asking for them.
 * @returns the item's id
 */
export async function publishForm(
  scope: MemberScope,
  sent: Sent,
  kind: FormKind,
  parse: Parse,
): Promise<number> {
  return publishKept(scope, sent.fields, await keepSent(scope, sent, kind), parse);
}

/** The same for a call: a program sends its files again, so nothing of a refused call stays behind. */
export async function publishCall(scope: MemberScope, sent: Sent): Promise<number> {
  const isSingleImage = sent.files.some(({ field }) => field === 'image');
  const kept = await keepSent(scope, sent, isSingleImage ? 'singleImage' : 'technique');
  try {
    return await publishKept(scope, sent.fields, kept, parseCall);
  } catch (error) {
    await dropWaiting(
      scope,
      kept.arrived.map(({ key }) => key),
    );
    throw error;
  }
}

/** The files that came with a form of a kind and are good; `problems` are about the others. */
interface Kept {
  form: (typeof uploadForms)[FormKind];
  arrived: Waiting[];
  problems: string[];
}

async function keepSent(scope: MemberScope, sent: Sent, kind: FormKind): Promise<Kept> {
  const form = uploadForms[kind];
  const parts = form.onlyPictures ? sent.files.slice(0, 1) : sent.files;
  const prepared = await prepareFiles(parts, sent.folder, { ...form, surplus: sent.surplus });
  return { form, arrived: await keepWaiting(scope, prepared), problems: prepared.problems };
}

async function publishKept(
  scope: MemberScope,
  sent: FormData,
  { form, arrived, problems }: Kept,
  parse: Parse,
): Promise<number> {
  const fields = withOneSpelling(sent);
  const waiting = await findWaiting(scope, fields.getAll('kept').map(String));
  const kept = form.onlyPictures ? waiting.filter(({ kind }) => kind === 'image') : waiting;
  // In the form for one image, a picture chosen anew takes the place of the one that waited.
  const files = form.onlyPictures ? [...arrived, ...kept].slice(0, 1) : [...kept, ...arrived];
  if (files.length === 0 && problems.length === 0) problems.push(form.noFiles);
  const details = parse(
    fields,
    form.schema as typeof techniqueSchema,
    problems.length > 0 ? { [form.field]: problems } : {},
  );
  const id = await publish(scope, details, files, form.noFiles);
  await dropWaiting(scope, fields.getAll('shown').map(String));
  return id;
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
