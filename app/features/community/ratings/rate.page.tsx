import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { askAbout } from '../../../domain/contact.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { StarInput } from '../../../ui/figures/stars.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { maxReviewLength, ratingRequired, ratingSchema } from './rating.schema.ts';
import { ownRating, rateableItem, rateContent } from './ratings.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Rate ${data?.item.title ?? 'content'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id }) => ({
  item: await rateableItem(scope, id()),
  own: await ownRating(scope, id()),
}));

export const action = memberPage(async (scope, { context, id, form }) => {
  await rateContent(scope, id(), await form(ratingSchema));
  return seeOther(context, `/content/${id()}`, toast.success('Thank you!', 'Your rating has been saved.'));
});

export default function Rate() {
  const { item, own } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(ratingSchema, {
    id: 'rate',
    defaultValue: { rating: own?.rating.toString(), review: own?.review },
  });
  const { defaultValue: stars, ...rating } = control('rating');
  return (
    <DialogPage title="Rate This Content">
      <p>
        <strong>{item.title}</strong>
      </p>
      {own?.hiddenReason && (
        <Callout title="Your rating is hidden" kind="error">
          <p>{own.hiddenReason}</p>
          <p>
            No one else can see it and it does not count. You can change it, or, for a second look,{' '}
            <a href={askAbout('content', item.title)}>write to support</a>.
          </p>
        </Callout>
      )}
      {/* No `required`: the browser's own bubble would hide the message of E5.6. */}
      <form {...form} action={`/content/${item.id}/rate`} className="form">
        <ErrorSummary errors={errors} title={errors?.rating ? ratingRequired : undefined} />
        <StarInput {...rating} label="Your rating" value={Number(stars) || undefined} />
        <TextArea
          {...control('review')}
          label="Review (optional)"
          hint={`What helped you, what was missing? At most ${maxReviewLength} characters.`}
          rows={4}
        />
        <div className="form__actions">
          <Button kind="primary" pending="Saving...">
            {own ? 'Change rating' : 'Submit rating'}
          </Button>
          <ButtonLink kind="secondary" href={`/content/${item.id}`} data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
      {own && !own.hiddenReason && (
        <ButtonForm action={`/content/${item.id}/rate/remove`} kind="quiet" icon="trash">
          Remove my rating
        </ButtonForm>
      )}
    </DialogPage>
  );
}
