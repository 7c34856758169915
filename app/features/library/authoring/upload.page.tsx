import { randomUUID } from 'node:crypto';
import { useLoaderData } from '@remix-run/react';
import { memberPage, page, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { FileField } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { ResponsiveLabel } from '../../../ui/two-words.tsx';
import { QuotaMeter } from '../../core/media/quota-meter.tsx';
import { storageQuota } from '../../core/media/storage-quota.server.ts';
import { videoNote } from '../../core/media/video-note.server.ts';
import { listUnfinished } from '../../core/uploads/chunks.server.ts';
import { PendingFiles } from '../../core/uploads/pending-files.tsx';
import { listPendingMedia } from '../../core/uploads/pending-media.server.ts';
import { pendingPicture } from '../../core/uploads/pending-picture.server.ts';
import { UnfinishedFiles } from '../../core/uploads/unfinished-files.tsx';
import { requireUploader } from '../../core/uploads/uploader.server.ts';
import { isPhone } from '../../site/landing/is-phone.ts';
import { linksInAddress } from '../map-links/link.schema.ts';
import { textsOf } from '../map-links/links.server.ts';
import { MapFields } from '../map-links/map-fields.tsx';
import { type Control, MainFields, SaleFields, TechniqueFields } from './details-fields.tsx';
import { publishForm } from './publish-form.server.ts';
import { ScheduleFields } from './release-fields.tsx';
import { saleSlots } from './sale-rights.server.ts';
import { SaleSlots } from './sale-slots.tsx';
import { isForSale, missingTexts, techniqueSchema } from './upload.schema.ts';

export const meta = () => [{ title: 'Share a technique | Summa' }];

export const loader = memberPage(async (scope, { request, url }) => ({
  // Links of the map name the position that is not taught yet.
  onMap: await textsOf(scope.em, linksInAddress(url.searchParams)),
  missing: missingTexts[isPhone(request.headers) ? 'phone' : 'technique'],
  waiting: (await listPendingMedia(scope)).map((media) => pendingPicture(scope, media)),
  unfinished: await listUnfinished(scope),
  quota: await storageQuota(scope),
  videoNote: videoNote(),
  selling: await saleSlots(scope),
  attempt: randomUUID(),
}));

export const action = page(async (scope, page) => {
  const onPhone = isPhone(page.request.headers);
  const member = requireUploader(scope, onPhone);
  const sent = await page.files(techniqueSchema);
  const { id, without, mustChoose } = await publishForm(
    member,
    sent,
    onPhone ? 'phone' : 'technique',
    parseForm,
  );
  const link = { href: `/content/${id}`, label: 'See it' };
  const next = mustChoose ? `/content/${id}/map` : null;
  if (/^(later|draft)$/i.test(String(sent.fields.get('release')))) {
    const saved = toast.success('Draft saved', without || undefined, link);
    return seeOther(page.context, next ?? '/studio/content', saved);
  }
  const words = ['Technique Shared!', without, isPricedInVain(sent.fields) && notForSale].filter(Boolean);
  return seeOther(page.context, next ?? '/', toast.success('Upload Successful', words.join(' '), link));
});

const notForSale = 'It is not for sale: ‘Sell this item’ was not ticked.';

/** A price without the tick is stored but not used; a message says so. */
const isPricedInVain = (fields: FormData) =>
  Boolean(fields.get('price')) && !isForSale.parse(fields.get('isForSale') ?? undefined);

export default function Upload() {
  const {
    waiting,
    unfinished,
    quota,
    selling,
    attempt,
    missing,
    onMap,
    videoNote: videos,
  } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(techniqueSchema, {
    id: 'upload',
    defaultValue: {
      tier: 'free',
      difficultyLevel: 'beginner',
      beltLevelRequired: 'white',
      release: 'now',
      ...onMap,
    },
  });
  return (
    <div className="stack measure">
      <header className="stack">
        <h1>
          {/* Both in the text: a heading whose words CSS alone writes is an empty one to some readers. */}
          <span className="wide-only">Share a technique</span>{' '}
          <span className="phone-only">Upload Content</span>
        </h1>
        <p className="soft">Share your martial arts journey with the community</p>
      </header>
      <UnfinishedFiles files={unfinished} />
      <form
        {...form}
        action="/upload"
        encType="multipart/form-data"
        className="form panel"
        data-chunks="technique"
      >
        <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
        <ErrorSummary errors={errors} title="Upload Failed" />
        <PendingFiles files={waiting} isAnswer={errors !== undefined} />
        <FileField
          name="files"
          label="Choose Files"
          multiple
          accept="image/*,video/*"
          error={errors?.files}
          hint={`Pictures (JPG, PNG, WebP) up to 10MB each, video (MP4, WebM, MOV, AVI) max 100MB per file, 20 files at most. ${videos}`}
        />
        <div className="phone-only">
          <FileField
            name="images"
            id="field-camera"
            label="Take Photo"
            icon="camera"
            accept="image/*"
            capture="environment"
          />
        </div>
        <QuotaMeter quota={quota} />
        <h2>Content Details</h2>
        <MainFields control={control as Control} missing={missing} />
        <div>
          <TechniqueFields control={control as Control} />
          <MapFields control={control as Control} />
          <SaleFields control={control as Control} note={<SaleSlots {...selling} from="/upload" />} />
          <ScheduleFields control={control as Control} />
        </div>
        <Button kind="primary" pending="Uploading..." icon="upload">
          <ResponsiveLabel wide="Share Technique" phone="Upload Content" />
        </Button>
      </form>
    </div>
  );
}
