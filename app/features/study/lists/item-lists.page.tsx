import { randomUUID } from 'node:crypto';
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Checkbox, Field } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { findCard } from '../../library/catalog/cards.server.ts';
import { setMemberships } from './entries.server.ts';
import { membershipSchema } from './list.schema.ts';
import { listLimits } from './list-terms.ts';
import { listsWith } from './lists.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Lists with ${data?.title ?? 'a technique'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id }) => {
  const { title } = await findCard(scope, id());
  return { id: id(), title, attempt: randomUUID(), lists: await listsWith(scope, id()) };
});

export const action = memberPage(async (scope, { context, id, form }) => {
  const gone = await setMemberships(scope, id(), await form(membershipSchema));
  const left = gone > 0 ? 'A list that is no longer there was left out.' : undefined;
  return seeOther(
    context,
    `/content/${id()}`,
    toast.success('Saved', left, { href: '/lists', label: 'Your lists' }),
  );
});

interface Refusal {
  form?: { initialValue: { on?: string | string[] } | null };
}

export default function ItemLists() {
  const { id, title, attempt, lists } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(membershipSchema, { id: 'lists' });
  // A refused form keeps what was chosen.
  const sent = useActionData<Refusal>()?.form?.initialValue;
  const isChosen = (list: { id: number; isOn: boolean }) =>
    sent ? [sent.on].flat().includes(String(list.id)) : list.isOn;
  return (
    <DialogPage title="Put it on your lists">
      <p>
        <strong>{title}</strong>
      </p>
      <form {...form} action={`/content/${id}/lists`} className="form">
        <ErrorSummary errors={errors} title="Not saved yet" />
        <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
        {lists.map((list) => (
          <div key={list.id}>
            {list.isOn && <input type="hidden" name="was" value={list.id} />}
            <Checkbox
              name="on"
              id={`field-list-${list.id}`}
              value={String(list.id)}
              label={list.title}
              defaultChecked={isChosen(list)}
            />
          </div>
        ))}
        <Field
          {...control('newTitle')}
          label={lists.length === 0 ? 'Title of your first list' : 'Or on a new list called'}
          most={listLimits.titleLength}
        />
        <div className="form__actions">
          <Button kind="primary" pending="Saving...">
            Save
          </Button>
          <ButtonLink href={`/content/${id}`} kind="secondary" data-dialog-close="">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </DialogPage>
  );
}
