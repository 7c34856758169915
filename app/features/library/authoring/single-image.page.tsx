import { randomUUID } from 'node:crypto';
import { useLoaderData } from '@remix-run/react';
import { firstCategories } from '../../../domain/content-terms.ts';
import { memberPage, page, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { FileField } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { QuotaMeter } from '../../core/media/quota-meter.tsx';
import { storageQuota } from '../../core/media/storage-quota.server.ts';
import { PendingFiles } from '../../core/uploads/pending-files.tsx';
import { pendingPictures } from '../../core/uploads/pending-picture.server.ts';
import { requireUploader } from '../../core/uploads/uploader.server.ts';
import { isPhone } from '../../site/landing/is-phone.ts';
import { type Control, MainFields } from './details-fields.tsx';
import { publishForm } from './publish-form.server.ts';
import { missingTexts, singleImageSchema } from './upload.schema.ts';

export const meta = () => [{ title: 'Upload content | Studio | Summa' }];

export const loader = memberPage(async (scope) => ({
  waiting: (await pendingPictures(scope)).slice(0, 1),
  quota: await storageQuota(scope),
  attempt: randomUUID(),
}));

export const action = page(async (scope, page) => {
  const member = requireUploader(scope, isPhone(page.request.headers));
  const { id } = await publishForm(
    member,
    await page.files(singleImageSchema, 'upload', pictureFormBytes(1)),
    'singleImage',
    parseForm,
  );
  const link = { href: `/content/${id}`, label: 'See it' };
  return seeOther(
    page.context,
    '/studio/upload',
    toast.success('Success', 'Content uploaded successfully!', link),
  );
});

export default function SingleImage() {
  const { waiting, quota, attempt } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(singleImageSchema, {
    id: 'single-image',
    defaultValue: { category: 'training', tier: 'free' },
  });
  return (
    <div className="stack">
      <h1>Upload Content</h1>
      <form
        {...form}
        action="/studio/upload"
        encType="multipart/form-data"
        className="form panel measure"
        data-chunks="pictures"
      >
        <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
        <ErrorSummary errors={errors} title="Upload Failed" />
        <PendingFiles files={waiting} isAnswer={errors !== undefined} />
        <FileField
          name="image"
          label="Choose Image"
          accept="image/jpeg,image/png,image/webp"
          error={errors?.image}
          hint="JPG, PNG or WebP, up to 10MB. To publish several files or video, use Share Technique."
        />
        <QuotaMeter quota={quota} />
        <MainFields
          control={control as Control}
          listed={firstCategories}
          missing={missingTexts.singleImage}
        />
        <Button kind="primary" pending="Uploading..." icon="upload">
          Upload Content
        </Button>
      </form>
      <p>
        <a className="tap" href="/upload">
          Share a technique with several pictures or video
        </a>
      </p>
    </div>
  );
}
