import { useLoaderData } from '@remix-run/react';
import { memberPage, page, parseForm, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { FileField } from '../../ui/field.tsx';
import { usePostedForm } from '../../ui/posted-form.tsx';
import { TwoWords } from '../../ui/two-words.tsx';
import { momentText } from '../content/release.ts';
import { EarlyField, ReleaseFields } from '../content/release-fields.tsx';
import { saleRoom } from '../plans/sale-rights.server.ts';
import { SaleRoom } from '../plans/sale-room.tsx';
import { isPhone } from '../site/is-phone.ts';
import { type Control, MainFields, SaleFields, TechniqueFields } from './details-fields.tsx';
import { filmNote } from './film-note.server.ts';
import { listUnfinished } from './pieces.server.ts';
import { publishForm } from './publish-form.server.ts';
import { roomOf } from './room.server.ts';
import { RoomLeft } from './room-left.tsx';
import { UnfinishedFiles } from './unfinished-files.tsx';
import { techniqueSchema, yes } from './upload.schema.ts';
import { requireUploader } from './uploader.server.ts';
import { listWaiting } from './uploads.server.ts';
import { WaitingFiles } from './waiting-files.tsx';
import { waitingPicture } from './waiting-picture.server.ts';

export const meta = () => [{ title: 'Share a technique | Summa' }];

export const loader = memberPage(async (scope) => ({
  waiting: (await listWaiting(scope)).map((media) => waitingPicture(scope, media)),
  unfinished: await listUnfinished(scope),
  room: await roomOf(scope),
  filmNote: filmNote(),
  selling: await saleRoom(scope),
  utcNow: momentText(scope.now()),
}));

export const action = page(async (scope, page) => {
  const onPhone = isPhone(page.request.headers);
  const member = requireUploader(scope, onPhone);
  const sent = await page.files();
  const id = await publishForm(member, sent, onPhone ? 'phone' : 'technique', parseForm);
  const link = { href: `/content/${id}`, label: 'See it' };
  if (/^(later|draft)$/i.test(String(sent.fields.get('release')))) {
    return seeOther(page.context, '/studio/content', toast.success('Draft saved', undefined, link));
  }
  const words = isPricedInVain(sent.fields) ? `Technique Shared! ${notForSale}` : 'Technique Shared!';
  return seeOther(page.context, '/', toast.success('Upload Successful', words, link));
});

const notForSale = 'It is not for sale: ‘Sell this item’ was not ticked.';

/** A price without the tick is kept for later; whoever forgot the tick is told. */
const isPricedInVain = (fields: FormData) =>
  Boolean(fields.get('price')) && !yes.parse(fields.get('isForSale'));

export default function Upload() {
  const { waiting, unfinished, room, selling, utcNow, filmNote: films } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(techniqueSchema, {
    id: 'upload',
    defaultValue: { tier: 'free', difficultyLevel: 'beginner', beltLevelRequired: 'white', release: 'now' },
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
        data-pieces="technique"
      >
        <ErrorSummary errors={errors} title="Upload Failed" />
        <WaitingFiles files={waiting} isAnswer={errors !== undefined} />
        <FileField
          name="files"
          label="Choose Files"
          multiple
          accept="image/*,video/*"
          error={errors?.files}
          hint={`Pictures (JPG, PNG, WebP) up to 10MB each, video (MP4, WebM, MOV, AVI) max 100MB per file, 20 files at most. ${films}`}
        />
        <div className="phone-only">
          <FileField
            name="images"
            id="field-camera"
            label="Take Photo"
            accept="image/*"
            capture="environment"
          />
        </div>
        <RoomLeft room={room} />
        <h2>Content Details</h2>
        <MainFields control={control as Control} />
        <TechniqueFields control={control as Control} />
        <SaleFields control={control as Control} note={<SaleRoom {...selling} />} />
        <ReleaseFields control={control as Control} utcNow={utcNow} />
        <EarlyField control={control as Control} utcNow={utcNow} />
        <Button kind="primary" pending="Uploading..." icon="upload">
          <TwoWords wide="Share Technique" phone="Upload Content" />
        </Button>
      </form>
    </div>
  );
}
