import { useActionData } from '@remix-run/react';
import { SaveOrCancel } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Checkbox, Field, FileField, Select } from '../../../ui/field.tsx';
import { Picture, type PictureFacts } from '../../../ui/pictures/picture.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { type PendingFile, PendingFiles } from '../../core/uploads/pending-files.tsx';
import { editedFeatured } from './featured.schema.ts';
import { featuredLimits, featuredTiers, tierColorNames } from './featured-tiers.ts';
import type { FormValues } from './form-values.ts';
import { FindItem, ItemChoices, LinkedNow } from './item-picker.tsx';
import type { Linkable } from './linkable-items.server.ts';

interface Posted {
  form?: { initialValue?: Partial<FormValues> & { kept?: string; attempt?: string } };
}

/** All fields of a card, in the order of C2.37 to C2.41. */
export function FeaturedForm({
  action,
  values,
  seen,
  seenPicture,
  picture = null,
  hasOwnPicture = false,
  waiting,
  attempt,
  items,
}: {
  action: string;
  values: FormValues;
  /** Versions of the values in the form, to detect edit conflicts; a new card has none. */
  seen?: string;
  seenPicture?: string;
  picture?: PictureFacts | null;
  hasOwnPicture?: boolean;
  waiting: readonly PendingFile[];
  attempt?: string;
  items: Linkable;
}) {
  const { form, errors, control } = usePostedForm(editedFeatured, { id: 'featured', defaultValue: values });
  const posted = useActionData<Posted>()?.form?.initialValue;
  const isTicked = (name: 'locked' | 'isActive' | 'removeImage') => control(name).defaultValue === 'true';
  return (
    <div className="stack measure">
      <FindItem find={items.find} />
      <form {...form} action={action} encType="multipart/form-data" className="form panel">
        <ErrorSummary errors={errors} title="Not saved yet" />
        {attempt && <input type="hidden" name="attempt" value={posted?.attempt ?? attempt} />}
        {seen && <input type="hidden" name="seen" value={seen} />}
        {seen && <input type="hidden" name="seenPicture" value={seenPicture} />}
        <ItemChoices
          items={items}
          chosen={control('contentId').defaultValue ?? ''}
          error={errors?.contentId}
        />
        <LinkedNow item={items.linked} />
        <Field {...control('title')} label="Title" required most={featuredLimits.titleLength} />
        <Field {...control('creator')} label="Creator" required most={featuredLimits.creatorLength} />
        {picture && (
          <div className="featured__now">
            <Picture picture={picture} shape="4x3" />
          </div>
        )}
        <PendingFiles files={waiting.filter(({ key }) => key === posted?.kept)} isAnswer />
        <FileField
          name="image"
          label="Image file"
          accept="image/*"
          error={errors?.image}
          hint="JPG, PNG or WebP, up to 10MB. If you upload a picture, it is used instead of the address below."
          data-preview=""
        />
        {hasOwnPicture && (
          <Checkbox
            name="removeImage"
            label="Remove the uploaded picture"
            defaultChecked={isTicked('removeImage')}
          />
        )}
        <Field
          {...control('imageUrl')}
          label="Image URL"
          inputMode="url"
          hint="Optional: an address that begins with https://. Without either, a linked item shows its own picture."
          most={featuredLimits.imageUrlLength}
        />
        <div className="form__pair">
          <Select
            {...control('tier')}
            label="Tier"
            options={featuredTiers.map((tier) => ({ value: tier, label: tier }))}
          />
          <Select
            {...control('tierColor')}
            label="Tier Color"
            options={Object.entries(tierColorNames).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <div className="form__three">
          <Whole {...control('likes')} label="Likes" max={featuredLimits.count} />
          <Whole {...control('comments')} label="Comments" max={featuredLimits.count} />
          <Whole {...control('displayOrder')} label="Display Order" max={featuredLimits.displayOrder} />
        </div>
        <div className="choices">
          <input type="hidden" name="locked" value="false" />
          <Checkbox name="locked" label="Locked" defaultChecked={isTicked('locked')} error={errors?.locked} />
          <input type="hidden" name="isActive" value="false" />
          <Checkbox
            name="isActive"
            label="Active"
            defaultChecked={isTicked('isActive')}
            error={errors?.isActive}
          />
        </div>
        <SaveOrCancel cancel="/admin/featured" />
      </form>
    </div>
  );
}

const Whole = (props: Parameters<typeof Field>[0]) => (
  <Field {...props} type="number" min={0} step={1} inputMode="numeric" />
);
