import { useLoaderData } from '@remix-run/react';
import { memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { ButtonForm, SaveOrCancel } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { FileField, RadioGroup } from '../../../ui/field.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { profileImage } from '../../core/media/pictures.server.ts';
import { pictureSchema } from './profile.schema.ts';
import { setProfilePicture } from './profile-picture.server.ts';

export const meta = () => [{ title: 'Profile picture | Summa' }];

export const loader = memberPage((scope) => ({
  userId: scope.viewer.id,
  imageUrl: profileImage(scope, scope.viewer.profileImageKey),
}));

export const action = memberPage(async (scope, page) => {
  const { fields, files, folder } = await page.files(pictureSchema, 'upload', pictureFormBytes(1));
  const { focus } = parseForm(fields, pictureSchema);
  await setProfilePicture(scope, { part: files[0], focus, folder });
  return seeOther(page.context, '/profile', toast.success('Profile updated successfully'));
});

const focuses = [
  { value: 'start', label: 'The top, or the left' },
  { value: 'middle', label: 'The middle' },
  { value: 'end', label: 'The bottom, or the right' },
];

export default function ProfilePicture() {
  const { userId, imageUrl } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(pictureSchema, { id: 'picture' });
  return (
    <div className="stack panel narrow">
      <h1>Profile picture</h1>
      <p className="row">
        <Avatar userId={userId} imageUrl={imageUrl} size="large" />
        <span className="soft">
          {imageUrl
            ? 'This is how others see you.'
            : 'You don’t have a picture yet, so we show this drawing.'}
        </span>
      </p>
      <form {...form} action="/profile/picture" encType="multipart/form-data" className="form" data-upload="">
        <ErrorSummary errors={errors} title="Failed to update profile" />
        <FileField
          name="picture"
          label="New picture"
          accept="image/jpeg,image/png,image/webp"
          error={errors?.picture}
          hint="JPG, PNG or WebP, up to 10MB."
        />
        <RadioGroup
          name="focus"
          label="Which part of it?"
          hint="Your picture is cropped to a square. Choose the part with your face."
          options={focuses}
          defaultValue={control('focus').defaultValue ?? 'middle'}
        />
        <SaveOrCancel pending="Uploading..." cancel="/profile" />
      </form>
      {imageUrl && (
        <ButtonForm action="/profile/picture/remove" kind="quiet" icon="trash">
          Remove the picture
        </ButtonForm>
      )}
    </div>
  );
}
