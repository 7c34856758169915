import { type MetaFunction, useLoaderData } from '@remix-run/react';
import {
  loadedValues,
  mergeConcurrentEdit,
  mergedToast,
  snapshotFields,
} from '../../../../http/pages/edit-conflicts.server.ts';
import { adminPage, parseForm, seeOther } from '../../../../http/pages/page.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { ErrorSummary } from '../../../../ui/error-summary.tsx';
import { Checkbox, Field, TextArea } from '../../../../ui/field.tsx';
import { usePostedForm } from '../../../../ui/posted-form.tsx';
import { readableEmail } from '../../../identity/accounts/email-address.ts';
import {
  beltLabel,
  beltLevels,
  martialArtLabel,
  martialArts,
} from '../../../identity/profile/martial-arts.ts';
import { bioLength } from '../../../identity/profile/profile.schema.ts';
import { memberSchema } from '../edit-member.schema.ts';
import { updateMember } from '../edit-member.server.ts';
import { findMember, type Member } from '../member.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit @${data?.values.username ?? 'creator'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async ({ em }, { id }) => {
  const values = valuesOf(await findMember(em, id()));
  return { id: id(), seen: loadedValues(values), values };
});

export const action = adminPage(async (scope, page) => {
  const id = page.id();
  const fields = await page.fields();
  const putBack = snapshotFields(fields);
  let isMerged = false;
  await updateMember(scope, id, (current) => {
    putBack();
    const meanwhile = mergeConcurrentEdit(fields, valuesOf(current));
    isMerged = meanwhile.isMerged;
    return parseForm(fields, memberSchema, meanwhile.conflicts);
  });
  const saved = toast.success('Creator updated successfully');
  return seeOther(page.context, `/admin/creators/${id}`, mergedToast(saved, isMerged));
});

function valuesOf(member: Member) {
  const { firstName, lastName, username, email, martialArt, beltLevel, bio, acceptsRequests } = member;
  return {
    firstName,
    lastName,
    username,
    email: readableEmail(email),
    martialArt: martialArtLabel(martialArt) ?? '',
    beltLevel: beltLabel(beltLevel) ?? '',
    bio: bio ?? '',
    acceptsRequests: acceptsRequests ? 'true' : '',
  };
}

export default function EditCreator() {
  const { id, seen, values } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(memberSchema, { id: 'creator', defaultValue: values });
  const { defaultValue: accepts, ...acceptsRequests } = control('acceptsRequests');
  return (
    <form {...form} action={`/admin/creators/${id}/edit`} className="form panel measure">
      <h1>Edit Creator Profile</h1>
      <ErrorSummary errors={errors} title="Not saved yet" />
      <input type="hidden" name="seen" value={seen} />
      <div className="form__pair">
        <Field {...control('firstName')} label="First Name" required autoComplete="off" />
        <Field {...control('lastName')} label="Last Name" required autoComplete="off" />
      </div>
      <Field
        {...control('username')}
        label="Username"
        required
        hint="3 to 30 letters, digits or _. It is part of their public address; the old address stops working."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...control('email')}
        label="Email"
        type="email"
        required
        hint="We ask the new address to confirm, tell the old one, and cancel links sent to it."
        autoComplete="off"
        autoCapitalize="none"
      />
      <div className="form__pair">
        <Words control={control('martialArt')} label="Martial Art" words={martialArts.map(martialArtLabel)} />
        <Words control={control('beltLevel')} label="Belt Level" words={beltLevels.map(beltLabel)} />
      </div>
      <TextArea {...control('bio')} label="Bio" rows={5} most={bioLength} />
      <Checkbox
        {...acceptsRequests}
        label="Accepts Requests"
        defaultChecked={accepts === 'true' || accepts === 'on'}
      />
      <div className="form__actions">
        <Button kind="primary" pending="Saving...">
          Save Changes
        </Button>
        <ButtonLink href={`/admin/creators/${id}`} kind="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

const examples = { martialArt: 'e.g. Brazilian Jiu-Jitsu', beltLevel: 'e.g. Blue Belt' };

function Words({
  control,
  label,
  words,
}: {
  control: { name: string; defaultValue: string | undefined; error: string[] | undefined };
  label: string;
  words: readonly (string | null)[];
}) {
  const list = `${control.name}-words`;
  return (
    <div>
      <Field
        {...control}
        label={label}
        placeholder={examples[control.name as keyof typeof examples]}
        list={list}
        autoComplete="off"
      />
      <datalist id={list}>
        {words.map((word) => (
          <option key={word} value={word ?? ''} />
        ))}
      </datalist>
    </div>
  );
}
