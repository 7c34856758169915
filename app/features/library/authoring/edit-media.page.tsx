import { randomUUID } from 'node:crypto';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { contentLimits } from '../../../domain/content-limits.ts';
import { Invalid } from '../../../errors.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { FileField } from '../../../ui/field.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { requestOfItem } from '../../commerce/custom-requests/of-item.server.ts';
import { pictureOf } from '../../core/media/pictures.server.ts';
import { workWords } from '../../core/media/video.ts';
import { videoNote } from '../../core/media/video-note.server.ts';
import { placesOf, stateOfVideo } from '../../core/media/video-view.server.ts';
import { noFiles } from '../../core/uploads/no-files.ts';
import {
  discardPendingMedia,
  findPendingMedia,
  prepareFiles,
  storePendingMedia,
} from '../../core/uploads/pending-media.server.ts';
import { EditTabs } from './edit-tabs.tsx';
import { findOwnItem } from './own-item.server.ts';
import { addMedia, listMedia } from './own-media.server.ts';
import { attemptOf } from './publish-once.server.ts';
import { filesSchema } from './upload.schema.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Pictures of ${data?.title ?? 'content'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id }) => {
  const item = await findOwnItem(scope, id());
  const all = await listMedia(scope, item);
  const before = await placesOf(scope.em, all);
  const files = all.map((media, index) => {
    const name = `${media.kind === 'video' ? 'Video' : 'Picture'} ${index + 1} of ${all.length}`;
    const picture = pictureOf(scope, media, 'viewer', { alt: name, largest: 320 });
    const work = stateOfVideo(media) === 'preparing' || media.videoState === 'failed';
    return {
      id: media.id,
      name,
      picture,
      isVideo: media.kind === 'video',
      work: work ? workWords(media.videoState, media.videoProgress ?? null, before.get(media.id)) : null,
    };
  });
  const requestId = item.madeFor && (await requestOfItem(scope, item.id));
  return { id: item.id, title: item.title, files, requestId, videoNote: videoNote(), attempt: randomUUID() };
});

export const action = memberPage(async (scope, page) => {
  const id = page.id();
  await findOwnItem(scope, id);
  const sent = await page.files(filesSchema);
  const { fields, files, folder, surplus } = sent;
  const attempt = await attemptOf(sent);
  const prepared = await prepareFiles(files, folder, { surplus });
  const kept = await findPendingMedia(scope, fields.getAll('kept').map(String));
  const arrived = [...kept, ...(await storePendingMedia(scope, prepared))];
  const { problems } = prepared;
  const { without, isNew } = await addMedia(scope, id, { files: arrived, attempt });
  if (without > 0)
    problems.push(`An item holds ${contentLimits.files} files at most; ${without} were left out.`);
  // Files above the limit, and files that a second submission sent again.
  await discardPendingMedia(
    scope,
    arrived.map(({ key }) => key),
  );
  // A parallel submission of the same form has already taken the pending files.
  if (isNew && files.length === 0 && kept.length === 0) problems.push(noFiles.technique);
  // The good files are stored already, so only the others are reported.
  if (problems.length > 0) throw new Invalid({ files: problems });
  return seeOther(page.context, `/content/${id}/edit/media`, toast.success('Upload Successful'));
});

export default function EditMedia() {
  const { id, title, files, requestId, attempt, videoNote: note } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(filesSchema, { id: 'media' });
  const here = `/content/${id}/edit/media`;
  return (
    <div className="stack measure">
      <EditTabs id={id} title={title} current="media" requestId={requestId} />
      <p className="soft">The first one is the cover, shown on cards and shared links.</p>
      <ol className="grid">
        {files.map((file, index) => (
          <li key={file.id} id={`media-${file.id}`} className="stack">
            <Picture picture={file.picture} shape="4x3" />
            <p>
              {file.name}
              {index === 0 && <strong> (cover)</strong>}
            </p>
            {file.work && <p className="soft small">{file.work}</p>}
            <div className="row">
              <Move id={id} file={file} step="earlier" label="Earlier" disabled={index === 0} />
              <Move id={id} file={file} step="later" label="Later" disabled={index === files.length - 1} />
              <Move id={id} file={file} step="first" label="Use as cover" disabled={index === 0} />
              {file.isVideo && (
                <ButtonLink href={`/content/${id}/edit/media/${file.id}/captions`} kind="secondary">
                  Captions<span className="visually-hidden"> of {file.name}</span>
                </ButtonLink>
              )}
              {files.length > 1 && (
                <ButtonForm
                  action={`/content/${id}/media/${file.id}/remove`}
                  fields={{ back: here }}
                  kind="quiet"
                  icon="trash"
                >
                  Remove<span className="visually-hidden"> {file.name}</span>
                </ButtonForm>
              )}
            </div>
          </li>
        ))}
      </ol>
      <form {...form} action={here} encType="multipart/form-data" className="form panel" data-chunks="">
        <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
        <ErrorSummary errors={errors} title="Upload Failed" />
        <FileField
          name="files"
          label="Add files"
          multiple
          accept="image/*,video/*"
          error={errors?.files}
          hint={`Pictures (JPG, PNG, WebP) up to 10MB each, video (MP4, WebM, MOV, AVI) max 100MB per file, ${contentLimits.files} files in all. ${note}`}
        />
        <div className="form__actions">
          <Button kind="primary" icon="upload" pending="Uploading...">
            Add
          </Button>
          <ButtonLink href={requestId ? `/requests/${requestId}` : '/studio/content'} kind="secondary">
            Done
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}

interface MoveProps {
  id: number;
  file: { id: number; name: string };
  step: string;
  label: string;
  /** At its end of the order: the button keeps its place, so that the others do not jump. */
  disabled: boolean;
}

function Move({ id, file, step, label, disabled }: MoveProps) {
  return (
    <ButtonForm
      action={`/content/${id}/media/${file.id}/move`}
      fields={{ step, back: `/content/${id}/edit/media#media-${file.id}` }}
      kind="secondary"
      disabled={disabled}
    >
      {label}
      <span className="visually-hidden"> {file.name}</span>
    </ButtonForm>
  );
}
