import { useLoaderData } from '@remix-run/react';
import { memberPage, page, parseForm, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { FileField } from '../../ui/field.tsx';
import { usePostedForm } from '../../ui/posted-form.tsx';
import { firstCategories } from '../content/words.ts';
import { isPhone } from '../site/is-phone.ts';
import { type Control, MainFields } from './details-fields.tsx';
import { publishForm } from './publish-form.server.ts';
import { roomOf } from './room.server.ts';
import { RoomLeft } from './room-left.tsx';
import { singleImageSchema } from './upload.schema.ts';
import { requireUploader } from './uploader.server.ts';
import { WaitingFiles } from './waiting-files.tsx';
import { waitingPictures } from './waiting-picture.server.ts';

export const meta = () => [{ title: 'Upload content | Studio | Summa' }];

export const loader = memberPage(async (scope) => ({
  waiting: (await waitingPictures(scope)).slice(0, 1),
  room: await roomOf(scope),
}));

export const action = page(async (scope, page) => {
  const member = requireUploader(scope, isPhone(page.request.headers));
  const id = await publishForm(member, await page.files(), 'singleImage', parseForm);
  const link = { href: `/content/${id}`, label: 'See it' };
  return seeOther(
    page.context,
    '/studio/upload',
    toast.success('Success', 'Content uploaded successfully!', link),
  );
});

export default function SingleImage() {
  const { waiting, room } = useLoaderData<typeof loader>();
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
        data-pieces="pictures"
      >
        <ErrorSummary errors={errors} title="Upload Failed" />
        <WaitingFiles files={waiting} isAnswer={errors !== undefined} />
        <FileField
          name="image"
          label="Image"
          accept="image/jpeg,image/png,image/webp"
          error={errors?.image}
          hint="JPG, PNG or WebP, up to 10MB. To publish several files or video, use Share Technique."
        />
        <RoomLeft room={room} />
        <MainFields control={control as Control} listed={firstCategories} />
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
