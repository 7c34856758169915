import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { Invalid } from '../../errors.ts';
import { memberPage, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { Button, ButtonForm, ButtonLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { FileField } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { usePostedForm } from '../../ui/posted-form.tsx';
import { requestOfItem } from '../requests/of-item.server.ts';
import { filmNote } from '../uploads/film-note.server.ts';
import { filesSchema, noFiles } from '../uploads/upload.schema.ts';
import { dropWaiting, findWaiting, keepWaiting, prepareFiles } from '../uploads/uploads.server.ts';
import { EditTabs } from './edit-tabs.tsx';
import { workWords } from './film.ts';
import { stateOfFilm } from './film-view.server.ts';
import { findOwnItem } from './own-item.server.ts';
import { addMedia, listMedia } from './own-media.server.ts';
import { pictureOf } from './pictures.server.ts';
import { contentLimits } from './words.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Pictures of ${data?.title ?? 'content'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id }) => {
  const item = await findOwnItem(scope, id());
  const all = await listMedia(scope, item);
  const files = all.map((media, index) => {
    const name = `${media.kind === 'video' ? 'Film' : 'Picture'} ${index + 1} of ${all.length}`;
    const picture = pictureOf(scope, media, 'viewer', { alt: name, largest: 320 });
    const work = stateOfFilm(media) === 'preparing' || media.filmState === 'failed';
    return {
      ...{ id: media.id, name, picture, isFilm: media.kind === 'video' },
      work: work ? workWords(media.filmState, media.filmProgress ?? null) : null,
    };
  });
  const requestId = item.madeFor && (await requestOfItem(scope, item.id));
  return { id: item.id, title: item.title, files, requestId, filmNote: filmNote() };
});

export const action = memberPage(async (scope, page) => {
  const id = page.id();
  await findOwnItem(scope, id);
  const { fields, files, folder, surplus } = await page.files();
  const prepared = await prepareFiles(files, folder, { surplus });
  const kept = await findWaiting(scope, fields.getAll('kept').map(String));
  const arrived = [...kept, ...(await keepWaiting(scope, prepared))];
  const { problems } = prepared;
  const without = await addMedia(scope, id, arrived);
  if (without > 0) {
    await dropWaiting(
      scope,
      arrived.slice(-without).map(({ key }) => key),
    );
    problems.push(`An item holds ${contentLimits.files} files at most; ${without} found no place.`);
  }
  if (files.length === 0 && kept.length === 0) problems.push(noFiles.technique);
  // The good ones are in already; only the others are spoken of.
  if (problems.length > 0) throw new Invalid({ files: problems });
  return seeOther(page.context, `/content/${id}/edit/media`, toast.success('Upload Successful'));
});

export default function EditMedia() {
  const { id, title, files, requestId, filmNote: note } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(filesSchema, { id: 'media' });
  const here = `/content/${id}/edit/media`;
  return (
    <div className="stack measure">
      <EditTabs id={id} title={title} current="media" requestId={requestId} />
      <p className="soft">The first one is the cover: it stands on cards and shared links.</p>
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
              {index > 0 && <Move {...{ id, file }} step="first" label="Use as cover" />}
              {index > 0 && <Move {...{ id, file }} step="earlier" label="Earlier" />}
              {index < files.length - 1 && <Move {...{ id, file }} step="later" label="Later" />}
              {file.isFilm && (
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
      <form {...form} action={here} encType="multipart/form-data" className="form panel" data-pieces="">
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

function Move(props: { id: number; file: { id: number; name: string }; step: string; label: string }) {
  const { id, file, step, label } = props;
  return (
    <ButtonForm
      action={`/content/${id}/media/${file.id}/move`}
      fields={{ step, back: `/content/${id}/edit/media#media-${file.id}` }}
      kind="secondary"
    >
      {label}
      <span className="visually-hidden"> {file.name}</span>
    </ButtonForm>
  );
}
