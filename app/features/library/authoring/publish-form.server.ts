import { Invalid } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { shownName } from '../../core/media/file-name.ts';
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
  technique: {
    schema: techniqueSchema,
    noFiles: noFiles.technique,
    field: 'files',
    onlyPictures: false,
    skipsBadFiles: true,
  },
  phone: {
    schema: phoneSchema,
    noFiles: noFiles.phone,
    field: 'files',
    onlyPictures: false,
    onPhone: true,
    skipsBadFiles: true,
  },
  singleImage: {
    schema: singleImageSchema,
    noFiles: noFiles.singleImage,
    field: 'image',
    onlyPictures: true,
    skipsBadFiles: false,
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

export interface Published {
  id: number;
  /** False when its attempt was published before. */
  isNew: boolean;
  /** A name of the map means several things or none. */
  mustChoose: boolean;
  /** Says which files were left out, and why; empty if all were used. */
  without: string;
}

/** Publishes an upload form without its unusable files (E5.31); good files are stored first and shown again if it is
 *  refused. */
export async function publishForm(
  scope: MemberScope,
  sent: Sent,
  kind: FormKind,
  parse: Parse,
): Promise<Published> {
  const attempt = await attemptOf(sent);
  const earlier = await publishedBefore(scope.em, scope.viewer.id, attempt);
  if (earlier !== null) return publishedAlready(earlier);
  const kept = await keepSent(scope, sent, kind);
  return publishKept(scope, { fields: sent.fields, attempt }, kept, parse);
}

/** Publishes a call without its unusable files; nothing of a refused one is kept. */
export async function publishCall(scope: MemberScope, sent: Sent): Promise<Published> {
  const attempt = await attemptOf(sent);
  const earlier = await publishedBefore(scope.em, scope.viewer.id, attempt);
  if (earlier !== null) return publishedAlready(earlier);
  const kept = await keepSent(scope, sent, kindOfCall(sent));
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

const publishedAlready = (id: number): Published => ({ id, isNew: false, mustChoose: false, without: '' });

/** The field of the files says which surface sends them, and so whose words it gets (ADR-028). */
function kindOfCall({ files }: Sent): FormKind {
  const fields = new Set(files.map(({ field }) => field));
  if (fields.has('image')) return 'singleImage';
  return fields.has('images') && !fields.has('files') ? 'phone' : 'technique';
}

interface Kept {
  form: (typeof uploadForms)[FormKind];
  arrived: PendingMedia[];
  problems: string[];
  leftOut: string[];
}

async function keepSent(scope: MemberScope, sent: Sent, kind: FormKind): Promise<Kept> {
  const form = uploadForms[kind];
  const parts = form.onlyPictures ? sent.files.slice(0, 1) : sent.files;
  const prepared = await prepareFiles(parts, sent.folder, { ...form, surplus: sent.surplus });
  const { problems, leftOut } = prepared;
  return { form, arrived: await storePendingMedia(scope, prepared), problems, leftOut };
}

async function publishKept(
  scope: MemberScope,
  sent: { fields: FormData; attempt: string },
  { form, arrived, problems, leftOut }: Kept,
  parse: Parse,
): Promise<Published> {
  const fields = withOneSpelling(sent.fields);
  const waiting = await findPendingMedia(scope, fields.getAll('kept').map(String));
  const kept = form.onlyPictures ? waiting.filter(({ kind }) => kind === 'image') : waiting;
  // In the form for one image, a newly chosen image replaces the pending one.
  const files = form.onlyPictures ? [...arrived, ...kept].slice(0, 1) : [...kept, ...arrived];
  if (files.length === 0 && problems.length === 0) {
    // A parallel submission may have published them since the first check.
    const earlier = await publishedBefore(scope.em, scope.viewer.id, sent.attempt);
    if (earlier !== null) return publishedAlready(earlier);
    problems.push(form.noFiles);
  }
  const schema = form.schema as typeof techniqueSchema;
  const badFiles: Record<string, string[]> = problems.length > 0 ? { [form.field]: problems } : {};
  // Files beyond the limit or the quota are usable, so the member decides about them.
  const skips = form.skipsBadFiles && files.length > 0 && problems.length === leftOut.length;
  let details: ItemDetails;
  try {
    details = parse(fields, schema, skips ? {} : badFiles);
  } catch (error) {
    // A form that is refused for its fields names the bad files too: they are not sent again.
    if (skips) parse(fields, schema, badFiles);
    throw error;
  }
  const published = await publish(scope, details, files, form.noFiles, sent.attempt);
  // Unticked files, and files that a second submission sent again.
  await discardPendingMedia(scope, [...fields.getAll('shown').map(String), ...files.map(({ key }) => key)]);
  return { ...published, without: withoutText([...refusedBefore(fields), ...leftOut], problems) };
}

/** The names of files that the script did not send, because they were refused when they were chosen. */
const refusedBefore = (fields: FormData) =>
  String(fields.get('leftOut') ?? '')
    .split('/')
    .filter(Boolean)
    .map(shownName);

const mostNamed = 3;

/** What the toast and the call say of files that were left out. A few, because the toast travels in a cookie. */
function withoutText(names: string[], problems: string[]): string {
  const more = names.length - mostNamed;
  const named = [...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const why = problems.slice(0, mostNamed).join(' ');
  if (!named) return '';
  return why ? `Published without ${named}: ${why}` : `Published without ${named}.`;
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
