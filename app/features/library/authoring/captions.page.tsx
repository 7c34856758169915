import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { captionLanguages, nameOfLanguage } from '../../../domain/caption-languages.ts';
import { Invalid } from '../../../errors.ts';
import { memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { Button, ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { FileField, Select } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { listCaptions, saveCaptions } from './captions.server.ts';

const schema = z.object({
  language: z.enum(captionLanguages, { error: 'Please choose the language from the list.' }),
  captions: z.any().optional(),
});

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Captions of ${data?.title ?? 'a video'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id, longId }) => {
  const place = { id: id(), mediaId: longId('mediaId') };
  const { title, languages } = await listCaptions(scope, place);
  return {
    ...place,
    title,
    kept: languages.map((language) => ({ language, name: nameOfLanguage(language) })),
  };
});

export const action = memberPage(async (scope, page) => {
  const place = { id: page.id(), mediaId: page.longId('mediaId') };
  await listCaptions(scope, place);
  const { fields, files } = await page.files(schema, 'upload', pictureFormBytes(1));
  const [file] = files;
  const { language } = parseForm(fields, schema, file ? {} : { captions: ['Please choose a .vtt file.'] });
  if (!file) throw new Invalid({ captions: ['Please choose a .vtt file.'] });
  await saveCaptions(scope, place, { ...file, language });
  const words = toast.success('Captions saved', undefined, { href: `/content/${place.id}`, label: 'See it' });
  return seeOther(page.context, `/content/${place.id}/edit/media/${place.mediaId}/captions`, words);
});

export default function Captions() {
  const { id, mediaId, title, kept } = useLoaderData<typeof loader>();
  const { form, errors } = usePostedForm(schema, { id: 'captions' });
  const here = `/content/${id}/edit/media/${mediaId}/captions`;
  return (
    <div className="measure stack">
      <h1>Captions of {title}</h1>
      <p className="soft">
        Captions show what is said. They help people who are deaf, watch without sound or are new to the
        language.
      </p>
      {kept.length > 0 && (
        <ul className="stack">
          {kept.map(({ language, name }) => (
            <li key={language} className="row row--apart">
              <span lang={language}>{name}</span>
              <ButtonForm
                action={`/content/${id}/media/${mediaId}/captions/${language}/remove`}
                fields={{ back: here }}
                kind="quiet"
                icon="trash"
              >
                Remove<span className="visually-hidden"> {name}</span>
              </ButtonForm>
            </li>
          ))}
        </ul>
      )}
      <form {...form} action={here} encType="multipart/form-data" className="form panel">
        <ErrorSummary errors={errors} title="Not saved yet" />
        <FileField
          name="captions"
          label="Captions file"
          accept=".vtt,text/vtt"
          error={errors?.captions}
          hint="WebVTT (.vtt), UTF-8, up to 500 kB. Styles and positions are removed."
        />
        <Select
          name="language"
          label="Language"
          error={errors?.language}
          defaultValue="en"
          options={captionLanguages.map((value) => ({ value, label: nameOfLanguage(value) }))}
        />
        <div className="form__actions">
          <Button kind="primary" icon="upload" pending="Uploading...">
            Save captions
          </Button>
          <ButtonLink href={`/content/${id}/edit/media`} kind="secondary">
            Done
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}
