import { type MetaFunction, useLoaderData } from '@remix-run/react';
import type { Em } from '../../../db/orm.server.ts';
import { momentText } from '../../../domain/release.ts';
import { loadedValues, mergeConcurrentEdit, mergedToast } from '../../../http/pages/edit-conflicts.server.ts';
import { memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ButtonLink, SaveOrCancel } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { requestOfItem } from '../../commerce/custom-requests/of-item.server.ts';
import { ownTakeDown } from '../items/take-down.server.ts';
import { askedIn, isWaiting, isWaitingAnew } from '../map-links/link-questions.ts';
import { linkTexts } from '../map-links/link-view.server.ts';
import { findLinks } from '../map-links/links.server.ts';
import { MapFields } from '../map-links/map-fields.tsx';
import { type Control, MainFields, SaleFields, TechniqueFields } from './details-fields.tsx';
import { updateContent } from './edit.server.ts';
import { EditTabs } from './edit-tabs.tsx';
import { findOwnItem, type OwnItem } from './own-item.server.ts';
import { ScheduleFields } from './release-fields.tsx';
import { saleSlots } from './sale-rights.server.ts';
import { SaleSlots } from './sale-slots.tsx';
import { techniqueSchema } from './upload.schema.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.title ?? 'content'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { context, id }) => {
  if (await ownTakeDown(scope, id())) throw await seeOther(context, `/content/${id()}/taken-down`);
  const item = await findOwnItem(scope, id());
  const links = await findLinks(scope.em, item.id);
  const values = { ...valuesOf(item), ...(await linkTexts(scope.em, links)) };
  return {
    waits: isWaiting(links),
    id: item.id,
    title: item.title,
    isDraft: item.status === 'draft' && item.madeFor === null,
    isMadeForOne: item.madeFor !== null,
    requestId: item.madeFor && (await requestOfItem(scope, item.id)),
    values,
    seen: loadedValues(values),
    selling: await saleSlots(scope),
  };
});

export const action = memberPage(async (scope, page) => {
  const id = page.id();
  const item = await findOwnItem(scope, id);
  const fields = await page.fields();
  const before = await textsOnMap(scope.em, id);
  const { conflicts, isMerged } = mergeConcurrentEdit(fields, { ...valuesOf(item), ...before });
  const details = parseForm(fields, techniqueSchema, conflicts);
  const onMap = askedIn(fields, details);
  const status = await updateContent(scope, id, details, onMap);
  const words =
    item.status === 'draft' && status === 'published'
      ? 'Published'
      : status === 'draft'
        ? 'Draft saved'
        : 'Saved';
  const link = { href: `/content/${id}`, label: 'See it' };
  const saved = toast.success(words, undefined, link);
  const requestId = item.madeFor && (await requestOfItem(scope, id));
  const mustChoose = isWaitingAnew(await findLinks(scope.em, id), onMap, before);
  const next = mustChoose ? `/content/${id}/map` : listOf(requestId);
  return seeOther(page.context, next, mergedToast(saved, isMerged));
});

const textsOnMap = async (em: Em, id: number) => linkTexts(em, await findLinks(em, id));

const listOf = (requestId: number | null) => (requestId ? `/requests/${requestId}` : '/studio/content');

const valuesOf = (item: OwnItem) => ({
  title: item.title,
  description: item.description ?? '',
  category: item.category,
  tier: item.tier,
  tags: item.tags.join(', '),
  steps: item.steps.join('\n'),
  techniqueType: item.techniqueType ?? '',
  difficultyLevel: item.difficultyLevel,
  beltLevelRequired: item.beltLevelRequired,
  isForSale: item.isForSale ? 'true' : '',
  price: item.priceCents === null ? '' : (item.priceCents / 100).toFixed(2),
  downloads: item.downloads,
  release: item.publishAt ? 'later' : 'draft',
  publishAt: item.publishAt ? momentText(item.publishAt) : '',
  earlyUntil: item.earlyUntil ? momentText(item.earlyUntil) : '',
});

export default function Edit() {
  const { id, title, isDraft, isMadeForOne, requestId, values, seen, selling, waits } =
    useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(techniqueSchema, { id: 'edit', defaultValue: values });
  return (
    <div className="measure stack">
      <EditTabs id={id} title={title} current="details" requestId={requestId} />
      <form {...form} action={`/content/${id}/edit`} className="form">
        <input type="hidden" name="seen" value={seen} />
        <ErrorSummary errors={errors} title="Not saved yet" />
        <MainFields control={control as Control} />
        <div>
          <TechniqueFields control={control as Control} />
          <MapFields control={control as Control} choose={waits ? `/content/${id}/map` : null} />
          {!isMadeForOne && (
            <SaleFields
              control={control as Control}
              note={<SaleSlots {...selling} from={`/content/${id}/edit`} />}
            />
          )}
          {!isMadeForOne && (
            <ScheduleFields control={control as Control} isDraft={isDraft} isOut={!isDraft} />
          )}
        </div>
        <SaveOrCancel cancel={listOf(requestId)}>
          <ButtonLink href={`/content/${id}/delete`} kind="quiet" icon="trash" data-dialog="">
            Delete
          </ButtonLink>
        </SaveOrCancel>
      </form>
    </div>
  );
}
